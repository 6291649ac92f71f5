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
        return self.value(gameState, 0, 0)[1]

    def value(self, state, depth, agent):
        if agent == state.getNumAgents():
            return self.value(state, depth + 1, 0)
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        results = [
            (self.value(state.generateSuccessor(agent, a), depth, agent + 1)[0], a) for a in state.getLegalActions(agent)
        ]
        pick = max if agent == 0 else min
        return pick(results, key=lambda r: r[0])
