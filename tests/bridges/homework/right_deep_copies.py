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


import copy


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        state = copy.deepcopy(gameState)
        moves = copy.deepcopy(state.getLegalActions(0))
        scores = []
        for move in moves:
            after = copy.deepcopy(state).generateSuccessor(0, move)
            scores.append(self.minimax(after, 1, 0))
        return moves[scores.index(max(scores))]

    def minimax(self, state, player, depth):
        if player == state.getNumAgents():
            player, depth = 0, depth + 1
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        best = None
        for move in state.getLegalActions(player):
            score = self.minimax(copy.deepcopy(state).generateSuccessor(player, move), player + 1, depth)
            if best is None or (player == 0 and score > best) or (player > 0 and score < best):
                best = score
        return best
