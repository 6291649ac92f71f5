"""The pseudocode of AND-OR search."""

AND_OR = """
function AND-OR-SEARCH(state)
  return SEARCH(state, [])                          #: enter/root

function SEARCH(state, path)                        #: enter
  if IS-TERMINAL(state) then return [] if it is a goal, else failure #: leaf/terminal
  if state is on path then return failure           #: leaf/cycle
  if TO-MOVE(state) = PLAYER then return OR-SEARCH(state, path)
  else return AND-SEARCH(state, path)

function OR-SEARCH(state, path)
  for each a in ACTIONS(state) do
    plan ← SEARCH(RESULT(state, a), [state] + path)
    if plan ≠ failure then return [a] + plan        #: value/or/plan cut/or choose/or/plan
  return failure                                    #: value/or/failure choose/or/failure

function AND-SEARCH(state, path)
  for each s in RESULTS(state) do
    plan[s] ← SEARCH(s, [state] + path)
    if plan[s] = failure then return failure        #: value/and/failure cut/and choose/and/failure
  return [if s1 then plan[s1] else if s2 then plan[s2] …] #: value/and/plan choose/and/plan
"""
