"""The pseudocode of the searches that walk through the tree depth first and choose: minimax and its relatives.

What stands after `#:` in a line are the events that happen there; `code.py` reads them.
"""

MINIMAX = """
function MINIMAX-SEARCH(state)
  MAX ← TO-MOVE(state)
  value, move ← VALUE(state)                        #: enter/root
  return move

function VALUE(state)                               #: enter
  if IS-CUTOFF(state) then return EVAL(state), null #: leaf
  if TO-MOVE(state) = MAX then return MAX-VALUE(state)
  else return MIN-VALUE(state)

function MAX-VALUE(state)
  v ← −∞
  for each a in ACTIONS(state) do
    v2 ← VALUE(RESULT(state, a))
    if v2 > v then v, move ← v2, a                  #: value/max
  return v, move                                    #: choose/max

function MIN-VALUE(state)
  v ← +∞
  for each a in ACTIONS(state) do
    v2 ← VALUE(RESULT(state, a))
    if v2 < v then v, move ← v2, a                  #: value/min
  return v, move                                    #: choose/min
"""

PARANOID = MINIMAX.replace("MINIMAX-SEARCH", "PARANOID-SEARCH").replace(
    "else return MIN-VALUE(state)", "else return MIN-VALUE(state)  ▷ all others are MIN"
)

_WINDOWED = """
function VALUE(state, α, β)                         #: enter
  if IS-CUTOFF(state) then return EVAL(state), null #: leaf
  if TO-MOVE(state) = MAX then return MAX-VALUE(state, α, β)
  else return MIN-VALUE(state, α, β)

function MAX-VALUE(state, α, β)
  v ← −∞
  for each a in ACTIONS(state) do
    v2 ← VALUE(RESULT(state, a), α, β)
    if v2 > v then v, move ← v2, a                  #: value/max
    if v ≥ β then break                             #: cut/max
    α ← max(α, v)                                   #: window/max
  return v, move                                    #: choose/max

function MIN-VALUE(state, α, β)
  v ← +∞
  for each a in ACTIONS(state) do
    v2 ← VALUE(RESULT(state, a), α, β)
    if v2 < v then v, move ← v2, a                  #: value/min
    if v ≤ α then break                             #: cut/min
    β ← min(β, v)                                   #: window/min
  return v, move                                    #: choose/min
"""

ALPHA_BETA = (
    """
function ALPHA-BETA-SEARCH(state)
  MAX ← TO-MOVE(state)
  value, move ← VALUE(state, −∞, +∞)                #: enter/root
  return move
"""
    + _WINDOWED
)

DEEPENING = (
    """
function ITERATIVE-DEEPENING-SEARCH(state)
  for depth = 1, 2, 3, … while there is time do
    value, move ← VALUE(state, −∞, +∞) to that depth #: enter/root
  return the move of the last finished depth
"""
    + _WINDOWED
)

_STAR = """
function STAR-SEARCH(state)
  value, move ← VALUE(state, −∞, +∞)                #: enter/root
  return move
""" + _WINDOWED.replace(
    "  else return MIN-VALUE(state, α, β)",
    "  if TO-MOVE(state) = MIN then return MIN-VALUE(state, α, β)\n  else return EXP-VALUE(state, α, β)",
)

_STAR_AVERAGE = """
function EXP-VALUE(state, α, β)
  bound each outcome by the lowest and the highest utility
  for each o in OUTCOMES(state) do
    if the bounds put the average outside (α, β) then break #: cut/chance
    v2 ← VALUE(RESULT(state, o), the window of o)
    narrow the bounds of o to v2
  return the average, or a bound on it outside (α, β) #: value/chance choose/chance
"""

_PROBE = """
function PROBE(state, α, β)
  a ← the move that looks best                      #: cut/probe
  return VALUE(RESULT(state, a), α, β)              #: value/probe choose/probe
"""

STAR1 = _STAR + _STAR_AVERAGE

STAR2 = (
    _STAR
    + _STAR_AVERAGE.replace(
        "lowest and the highest utility\n", "lowest and the highest utility\n  narrow each bound by PROBE(RESULT(state, o))\n"
    )
    + _PROBE
)

FORWARD_PRUNING = (
    MINIMAX.replace("MINIMAX-SEARCH", "FORWARD-PRUNING-SEARCH").replace("in ACTIONS(state)", "in PROMISING(state)")
    + """
function PROMISING(state)
  rank ACTIONS(state) by a shallow first look
  return the best few of them                       #: cut
"""
)

BEST_REPLY = MINIMAX.replace("MINIMAX-SEARCH", "BEST-REPLY-SEARCH").replace(
    """function MIN-VALUE(state)
  v ← +∞
  for each a in ACTIONS(state) do
""",
    """function MIN-VALUE(state)
  v ← +∞
  moves ← ACTIONS(state), the one that looks best first
  if somebody has replied in this round then moves ← the first #: cut
  for each a in moves do
""",
)

MAX_N = """
function MAX-N-SEARCH(state)
  values, move ← MAX-N(state)                       #: enter/root
  return move

function MAX-N(state)                               #: enter
  if IS-CUTOFF(state) then return EVAL(state, each player), null #: leaf
  player ← TO-MOVE(state)
  best ← (−∞, …, −∞)
  for each a in ACTIONS(state) do
    values ← MAX-N(RESULT(state, a))
    if values[player] > best[player] then best, move ← values, a #: value
  return best, move                                 #: choose
"""
