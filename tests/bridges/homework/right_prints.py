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
        print("searching", self.depth)
        value, action = self.go(gameState, 0, self.depth)
        print("best", value, action)
        return action

    def go(self, s, who, left):
        if left == 0 or s.isWin() or s.isLose():
            return (self.evaluationFunction(s), None)
        nxt = (who + 1) % s.getNumAgents()
        rest = left - 1 if nxt == 0 else left
        pairs = []
        for a in s.getLegalActions(who):
            pairs.append((self.go(s.generateSuccessor(who, a), nxt, rest)[0], a))
        if who == 0:
            top = max(v for v, a in pairs)
            return [(v, a) for v, a in pairs if v == top][0]
        return (sum(v for v, a in pairs) / len(pairs), None)
