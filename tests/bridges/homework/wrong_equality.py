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
        def maxValue(state, depth, alpha, beta):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float("-inf")
            for action in state.getLegalActions(0):
                v = max(v, minValue(state.generateSuccessor(0, action), depth, 1, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            return v

        def minValue(state, depth, ghost, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float("inf")
            for action in state.getLegalActions(ghost):
                successor = state.generateSuccessor(ghost, action)
                if ghost == state.getNumAgents() - 1:
                    v = min(v, maxValue(successor, depth + 1, alpha, beta))
                else:
                    v = min(v, minValue(successor, depth, ghost + 1, alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
            return v

        best, alpha = None, float("-inf")
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            if gameState.getNumAgents() == 1:
                v = maxValue(successor, 1, alpha, float("inf"))
            else:
                v = minValue(successor, 0, 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, action
        return best
