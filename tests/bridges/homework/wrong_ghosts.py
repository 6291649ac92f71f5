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
        return self.best(gameState, 0, self.depth)[1]

    def best(self, state, agent, depth):
        if state.isWin() or state.isLose() or depth == 0:
            return self.evaluationFunction(state), None
        top, answer = -1e308, None
        for action in state.getLegalActions(agent):
            last = agent == state.getNumAgents() - 1
            after = state.generateSuccessor(agent, action)
            value = self.best(after, 0 if last else agent + 1, depth - 1 if last else depth)[0]
            if value > top:
                top, answer = value, action
        return top, answer
