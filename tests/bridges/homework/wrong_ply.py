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
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            following = (agent + 1) % state.getNumAgents()
            values = [value(state.generateSuccessor(agent, a), following, depth - 1) for a in state.getLegalActions(agent)]
            return max(values) if agent == 0 else min(values)

        moves = gameState.getLegalActions(0)
        following = 1 % gameState.getNumAgents()
        return max(moves, key=lambda a: value(gameState.generateSuccessor(0, a), following, self.depth - 1))
