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
            actions = state.getLegalActions(agent)
            if not actions:
                return self.evaluationFunction(state)
            last = agent == state.getNumAgents() - 1
            values = []
            for action in actions:
                after = state.generateSuccessor(agent, action)
                values.append(value(after, 0 if last else agent + 1, depth + 1 if last else depth))
            return max(values) if agent == 0 else sum(values) / len(values)

        moves = gameState.getLegalActions(0)
        alone = gameState.getNumAgents() == 1
        results = [value(gameState.generateSuccessor(0, m), 0 if alone else 1, 1 if alone else 0) for m in moves]
        return moves[results.index(max(results))]
