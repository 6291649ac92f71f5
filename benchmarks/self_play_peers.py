"""Positions of self-play a second on one GPU: Kibitz beside pgx and mctx, on Connect Four.

    python benchmarks/self_play_peers.py --peers FOLDER

Both search every position by as many simulations with Gumbel root selection, for as many games side by side, led by a net of
the same layers in half precision (pgx looks at 84 inputs, Kibitz at its own planes), and begin a new game where one ends.
Nothing is learnt. FOLDER holds the wheels of pgx, mctx and chex, unpacked, where they are not installed. Each program runs in
a process of its own, by turns, so that none has the other's memory; the best of all turns counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any

WIDTH, BLOCKS = 512, 3
SIDE = ("kibitz", "mctx")


def kibitz_speed(games: int, simulations: int, seconds: float, device: str) -> float:
    """Return how many positions a second Kibitz searches."""
    import torch

    from kibitz.core.registry import load
    from kibitz.learning.nets.batch import Batch
    from kibitz.learning.nets.module import Net
    from kibitz.learning.nets.settings import Settings
    from kibitz.models.net.encoding import Encoding

    game = load("connect_four")
    settings = Settings(width=WIDTH, blocks=BLOCKS, games=games, ring=16, full=simulations, fast=1, opening_share=0.0)
    encoding = Encoding.of(game)
    batch = Batch(game, encoding, settings, device, 0)
    kind = torch.float16 if device != "cpu" else torch.float32
    net = Net(encoding, WIDTH, BLOCKS).to(device).to(kind)
    for _ in range(simulations + 1):
        batch.step(net, kind)
    before, begun = batch.recorded, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(simulations + 1):
            batch.step(net, kind)
        after = batch.recorded  # waits for the device
    return (after - before) / (time.perf_counter() - begun)


def mctx_speed(games: int, simulations: int, seconds: float, device: str) -> float:
    """Return how many positions a second mctx searches on pgx's game."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    kind = jnp.bfloat16 if device != "cpu" else jnp.float32

    def layer(key: Any, inputs: int, outputs: int) -> Any:
        return jax.random.normal(key, (inputs, outputs), kind) * (2 / inputs) ** 0.5, jnp.zeros(outputs, kind)

    keys = iter(jax.random.split(jax.random.PRNGKey(0), 2 * BLOCKS + 3))
    weights = {
        "first": layer(next(keys), 84, WIDTH),
        "inner": [layer(next(keys), WIDTH, WIDTH) for _ in range(2 * BLOCKS)],
        "policy": layer(next(keys), WIDTH, 7),
        "value": layer(next(keys), WIDTH, 1),
    }

    def net(weights: Any, observation: Any) -> tuple[Any, Any]:
        def linear(x: Any, one: Any) -> Any:
            return x @ one[0] + one[1]

        hidden = jax.nn.relu(linear(observation.reshape(observation.shape[0], -1).astype(kind), weights["first"]))
        for first, second in zip(weights["inner"][::2], weights["inner"][1::2], strict=True):
            hidden = jax.nn.relu(hidden + linear(jax.nn.relu(linear(hidden, first)), second))
        value = jnp.tanh(linear(hidden, weights["value"]))[:, 0]
        return linear(hidden, weights["policy"]).astype(jnp.float32), value.astype(jnp.float32)

    def recurrent(weights: Any, key: Any, action: Any, state: Any) -> Any:
        mover = state.current_player
        state = jax.vmap(env.step)(state, action)
        logits, value = net(weights, state.observation)
        logits = jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min)
        reward = state.rewards[jnp.arange(state.rewards.shape[0]), mover]
        value = jnp.where(state.terminated, 0.0, value)
        discount = jnp.where(state.terminated, 0.0, -1.0)
        output = mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value)
        return output, state

    def move(state: Any, key: Any) -> tuple[Any, None]:
        search, resets = jax.random.split(key)
        logits, value = net(weights, state.observation)
        root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        found = mctx.gumbel_muzero_policy(
            params=weights, rng_key=search, root=root, recurrent_fn=recurrent, num_simulations=simulations,
            invalid_actions=~state.legal_action_mask, qtransform=mctx.qtransform_completed_by_mix_value,
        )  # fmt: skip
        state = jax.vmap(auto_reset(env.step, env.init))(state, found.action, jax.random.split(resets, games))
        return state, None

    @jax.jit
    def moves(state: Any, key: Any) -> Any:
        return jax.lax.scan(move, state, jax.random.split(key, 8))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
    state = jax.block_until_ready(moves(state, jax.random.PRNGKey(2)))
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = jax.block_until_ready(moves(state, jax.random.PRNGKey(3 + done)))
        done += 8
    return done * games / (time.perf_counter() - begun)


def main() -> None:
    """Measure both in turns, at several numbers of games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="*", default=[4096, 32768])
    parser.add_argument("--sims", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--peers", help="a folder with pgx, mctx and chex")
    parser.add_argument("--only", choices=SIDE, help="measure one of them in this process")
    wanted = parser.parse_args()
    if wanted.only:
        speed = {"kibitz": kibitz_speed, "mctx": mctx_speed}[wanted.only]
        print(json.dumps(speed(wanted.games[0], wanted.sims, wanted.seconds, wanted.device)))
        return
    paths = os.pathsep.join(path for path in ("src", os.environ.get("PYTHONPATH"), wanted.peers) if path)
    environment = {**os.environ, "PYTHONPATH": paths, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    for games in wanted.games:
        best = dict.fromkeys(SIDE, 0.0)
        for _ in range(wanted.turns):
            for side in SIDE:
                command = [sys.executable, __file__, "--only", side, "--games", str(games), "--sims", str(wanted.sims)]
                command += ["--seconds", str(wanted.seconds), "--device", wanted.device]
                answer = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
                best[side] = max(best[side], json.loads(answer.splitlines()[-1]))
        print(
            json.dumps({"games": games, "simulations": wanted.sims, **best, "ratio": best["kibitz"] / best["mctx"]}), flush=True
        )


if __name__ == "__main__":
    main()
