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


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if depth == self.depth or state.isLose():
                return self.evaluationFunction(state)
            last = agent == state.getNumAgents() - 1
            best, total, count = -100000, 0.0, 0
            for action in state.getLegalActions(agent):
                after = state.generateSuccessor(agent, action)
                v = value(after, 0 if last else agent + 1, depth + 1 if last else depth)
                best, total, count = max(best, v), total + v, count + 1
            return best if agent == 0 else total / max(count, 1)

        moves = gameState.getLegalActions(0)
        alone = gameState.getNumAgents() == 1
        results = [value(gameState.generateSuccessor(0, m), 0 if alone else 1, 1 if alone else 0) for m in moves]
        return moves[results.index(max(results))]
