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
        best = -999999
        answer = Directions.STOP
        for action in gameState.getLegalPacmanActions():
            value = self.expect(gameState.generatePacmanSuccessor(action), 1, self.depth)
            if value > best:
                best = value
                answer = action
        return answer

    def expect(self, state, agent, left):
        if agent >= state.getNumAgents():
            agent = 0
            left -= 1
        if state.isWin() or state.isLose() or left == 0:
            return self.evaluationFunction(state)
        actions = state.getLegalActions(agent)
        if agent == 0:
            v = -999999
            for action in actions:
                v = max(v, self.expect(state.generateSuccessor(agent, action), 1, left))
            return v
        total = 0
        for action in actions:
            total += self.expect(state.generateSuccessor(agent, action), agent + 1, left)
        return float(total) / len(actions)
