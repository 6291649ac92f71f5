"""The arrays of a search without reference counts, which would cost kernels a third of their time."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.search.montecarlo.traits import SOFTMAX_BY_ACTION, SOFTMAX_BY_KIND, Traits
from kibitz.search.montecarlo.tree import TreeArrays
from kibitz.search.montecarlo.workspace import Workspace


def raw_arrays(jit: Jit, *, traits: Traits) -> Any:
    """Build `raw(tree, workspace)`: both with the same memory, in a form that is quick to pass on.

    Whoever calls the kernel keeps the arrays alive. Those that a kernel does not use are left out: every array makes a call of
    an inner function slower.
    """
    thread_local, rave = traits.thread_local, traits.rave
    softmax = traits.policy in (SOFTMAX_BY_KIND, SOFTMAX_BY_ACTION)

    @jit
    def raw(tree: Any, workspace: Any) -> Any:
        tree_memory = TreeArrays(
            ints=memory(tree.ints),
            floats=memory(tree.floats),
            counters=memory(tree.counters),
            constants=memory(tree.constants),
            scale=memory(tree.scale),
            local_ints=memory(tree.local_ints) if thread_local else (),
            local_floats=memory(tree.local_floats) if thread_local else (),
        )
        workspace_memory = Workspace(
            registers=memory(workspace.registers),
            path=memory(workspace.path),
            movers=memory(workspace.movers),
            is_local=memory(workspace.is_local) if thread_local else (),
            moves=memory(workspace.moves) if rave else (),
            move_set=memory(workspace.move_set) if rave else (),
            actions=memory(workspace.actions),
            utilities=memory(workspace.utilities),
            root_statistics=memory(workspace.root_statistics),
            policy_weights=memory(workspace.policy_weights) if softmax else (),
        )

        return tree_memory, workspace_memory

    return raw
