"""Positions a second that a net judges one at a time on one core: compiled, by onnxruntime and by torch, side by side.

    python benchmarks/net_inference.py        (onnxruntime and onnx are optional: what is missing is left out)

The positions are those of random games in their order, as a search meets them, and each library gets the inputs ready-made
as the numbers that it wants; the compiled net finds its inputs in the position itself.
"""

from __future__ import annotations

import io
import time
from typing import Any

import numpy as np
import torch

from kibitz.compile.cpu import Jit, native, packed
from kibitz.compile.primitives import memory
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.learning.nets.module import Net
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.inference import SIZE_WORDS, inference, net_arrays, raw_net
from kibitz.models.net.inputs import input_words
from kibitz.models.net.network import unpacked

POSITIONS, ROUNDS = 1000, 3


def judging(game: Any, jit: Jit, *, planes: int) -> Any:
    """Build `judge(rows, words, code, net)`: ask the net about packed positions one after the other; the sum of the values."""
    (infer, score_of), write_inputs, raw = inference(jit), input_words(game, jit, planes=planes), raw_net(jit)

    @jit
    def judge(rows: Any, words: int, outputs: int, code: Any, arrays: Any) -> float:
        net, states, total = raw(arrays), memory(rows), 0.0
        for place in range(len(states) // words):
            s = game.unpack_at(states, place * words)
            write_inputs(s, states, place * words, game.to_move(s), code, net.words, net.sizes[SIZE_WORDS])
            infer(net)
            for output in range(outputs):
                total += score_of(0, output, net, code[0])
            total += net.values[0]
        return total

    return judge


def positions(game: Any) -> list[Any]:
    """Return the positions of random games."""
    random, found = Random(1), []
    while len(found) < POSITIONS:
        state = game.initial()
        while not game.is_terminal(state):
            found.append(state)
            state = game.result(state, sample(game, state, random))
    return found[:POSITIONS]


def speed(work: Any) -> float:
    """Return the positions a second of processor time, which a busy machine hardly changes, in the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return POSITIONS / best


def onnx_session(net: Net, inputs: int) -> Any:
    """Return a session of onnxruntime with one thread, or None where it is not installed."""
    try:
        import onnxruntime

        buffer = io.BytesIO()
        torch.onnx.export(net, (torch.zeros(1, inputs),), buffer, input_names=["bits"], dynamo=False)
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(buffer.getvalue(), options, providers=["CPUExecutionProvider"])


def main() -> None:
    """Print a line for each size of net."""
    torch.set_num_threads(1)
    game = load("connect_four")
    encoding, states = Encoding.of(game), positions(game)
    rows = np.array([packed(game, state) for state in states]).reshape(-1)
    code, words = (encoding.numbers, encoding.table, encoding.levels), len(rows) // POSITIONS
    print("connect_four, positions a second on one core, one at a time of processor time (best of 3)")
    for width, blocks in ((64, 1), (128, 2), (256, 2), (512, 3)):
        net = Net(encoding, width, blocks)
        torch.nn.init.normal_(net.policy.weight, 0, 0.1)
        network = net.network(encoding)
        arrays, kernel = net_arrays(network), native(judging, game, planes=encoding.planes)
        bits = unpacked(np.array([network.words(game, state) for state in states]), encoding)
        tensors, session = [torch.from_numpy(row[None]) for row in bits], onnx_session(net, encoding.inputs)
        with torch.inference_mode():
            speeds = {
                "compiled": speed(lambda a=arrays, k=kernel: k(rows, words, encoding.outputs, code, a)),
                "torch": speed(lambda n=net, t=tensors: [n(row) for row in t]),
            }
            if session is not None:
                speeds["onnxruntime"] = speed(lambda s=session, b=bits: [s.run(None, {"bits": row[None]}) for row in b])
        told = ", ".join(f"{name} {found:,.0f} ({speeds['compiled'] / found:.1f} x)" for name, found in speeds.items())
        print(f"width {width}, {blocks} blocks: {told}", flush=True)


if __name__ == "__main__":
    main()
