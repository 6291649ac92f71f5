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
    def getAction(self, gameState, memory={}):
        memory.clear()
        memory["moves"] = []
        values = util.Counter()
        for action in gameState.getLegalActions():
            values[action] = self.search(gameState.generateSuccessor(self.index, action), 1)
            memory["moves"].append(action)
        return max(memory["moves"], key=lambda a: values[a])

    def search(self, state, turn, seen=[]):
        seen.append(turn)
        count = state.getNumAgents()
        agent = turn % count
        if state.isWin() or state.isLose() or turn == self.depth * count:
            return self.evaluationFunction(state)
        children = [self.search(state.generateSuccessor(agent, a), turn + 1) for a in state.getLegalActions(agent)]
        return min(children) if agent else max(children)
