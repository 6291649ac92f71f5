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


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0, -1e9, 1e9)[1]

    def search(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        children = []
        for action in state.getLegalActions(agent):
            children.append((action, state.generateSuccessor(agent, action)))
        value = -1e9 if agent == 0 else 1e9
        best = None
        for action, child in children:
            v = self.search(child, agent + 1, depth, alpha, beta)[0]
            if (agent == 0 and v > value) or (agent != 0 and v < value):
                value, best = v, action
            if agent == 0:
                if value > beta:
                    break
                alpha = max(alpha, value)
            else:
                if value < alpha:
                    break
                beta = min(beta, value)
        return value, best
