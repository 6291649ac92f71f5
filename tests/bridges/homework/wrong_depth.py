# Test material: written for the tests of kibitz grade from the public interface alone.
from util import manhattanDistance
from game import Directions, Agent
import random, util


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            following = agent + 1
            if following == state.getNumAgents():
                following = 0
                depth += 1
            pick = min if agent else max
            return pick(value(state.generateSuccessor(agent, a), following, depth) for a in state.getLegalActions(agent))

        best, answer = float("-inf"), None
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            found = value(successor, 1 % gameState.getNumAgents(), 1)
            if found > best:
                best, answer = found, action
        return answer
