"""The pseudocode of the searches that average: over dice, and over opponents who are not expected to play well."""

_MAX_VALUE = """
function MAX-VALUE(state)
  v ← −∞
  for each a in ACTIONS(state) do
    v2 ← VALUE(RESULT(state, a))
    if v2 > v then v, move ← v2, a                  #: value/max
  return v, move                                    #: choose/max
"""

_MIN_VALUE = """
function MIN-VALUE(state)
  v ← +∞
  for each a in ACTIONS(state) do
    v2 ← VALUE(RESULT(state, a))
    if v2 < v then v, move ← v2, a                  #: value/min
  return v, move                                    #: choose/min
"""

_EXP_VALUE = """
function EXP-VALUE(state)
  v ← 0
  for each o in OUTCOMES(state) do
    v2 ← VALUE(RESULT(state, o))
    v ← v + PROBABILITY(o) × v2
  return v, null                                    #: value/chance choose/chance
"""

EXPECTIMAX = (
    """
function EXPECTIMAX-SEARCH(state)
  MAX ← TO-MOVE(state)
  value, move ← VALUE(state)                        #: enter/root
  return move

function VALUE(state)                               #: enter
  if IS-CUTOFF(state) then return EVAL(state), null #: leaf
  if TO-MOVE(state) = MAX then return MAX-VALUE(state)
  else return EXP-VALUE(state)  ▷ dice and opponents
"""
    + _MAX_VALUE
    + _EXP_VALUE
)

EXPECTIMINIMAX = (
    """
function EXPECTIMINIMAX-SEARCH(state)
  MAX ← TO-MOVE(state)
  value, move ← VALUE(state)                        #: enter/root
  return move

function VALUE(state)                               #: enter
  if IS-CUTOFF(state) then return EVAL(state), null #: leaf
  if TO-MOVE(state) = MAX then return MAX-VALUE(state)
  if TO-MOVE(state) = MIN then return MIN-VALUE(state)
  else return EXP-VALUE(state)
"""
    + _MAX_VALUE
    + _MIN_VALUE
    + _EXP_VALUE
)
