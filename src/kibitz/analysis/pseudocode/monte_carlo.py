"""The pseudocode of the searches that play random games: the lectures' versions 0, 0.9, 1.0 and 2.0."""

_BACK_PROPAGATE = """
function BACK-PROPAGATE(result, node)
  while node is not null do
    add 1 to the visits of node, result to its total #: visit
    node ← PARENT(node)
"""

MONTE_CARLO = (
    """
function MONTE-CARLO-SEARCH(state)
  root ← NODE(state)                                #: enter/root leaf/root
  for each a in ACTIONS(state) do
    add NODE(RESULT(state, a)) below root           #: enter leaf
  while there are playouts left do
    for each child of root do
      result ← PLAYOUT(child)                       #: playout
      BACK-PROPAGATE(result, child)
  return the move with the highest mean             #: choose
"""
    + _BACK_PROPAGATE
)

BANDIT = (
    """
function BANDIT-SEARCH(state)
  root ← NODE(state)                                #: enter/root leaf/root
  for each a in ACTIONS(state) do
    add NODE(RESULT(state, a)) below root           #: enter leaf
  while there are playouts left do
    child ← the one with the highest UCB1, untried ones first
    result ← PLAYOUT(child)                         #: playout
    BACK-PROPAGATE(result, child)
  return the move with the most visits              #: choose
"""
    + _BACK_PROPAGATE
)

UCT = (
    """
function MONTE-CARLO-TREE-SEARCH(state)
  root ← NODE(state)                                #: enter/root leaf/root
  while there are simulations left do
    leaf ← SELECT(root)  ▷ down the tree by UCB1
    child ← EXPAND(leaf)                            #: enter leaf
    result ← SIMULATE(child)                        #: playout
    BACK-PROPAGATE(result, child)
  return the move with the most visits              #: choose
"""
    + _BACK_PROPAGATE
)

PUCT = (
    """
function PUCT-SEARCH(state)
  root ← NODE(state)                                #: enter/root leaf/root
  while there are simulations left do
    node ← root
    while node is judged and not terminal do
      a ← the move with the highest Q + c P √N / (1 + n)
      node ← CHILD(node, a)  ▷ a new one if need be #: enter leaf
    priors, result ← JUDGE(node)                    #: playout
    BACK-PROPAGATE(result, node)
  return the move with the most visits              #: choose
"""
    + _BACK_PROPAGATE
)

RANDOM = """
function RANDOM-PLAYER(state)
  moves ← ACTIONS(state)                            #: enter
  return one of them at random                      #: choose
"""
