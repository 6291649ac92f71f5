"""`kibitz learn`: weights, patterns, playout policies and nets that a game teaches itself."""

from __future__ import annotations

import json as json_text
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kibitz.cli.errors import negative
from kibitz.cli.options import GameText, Json, Seed, examples, paragraphs
from kibitz.cli.output import console, print_json
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.registry import load

if TYPE_CHECKING:
    from kibitz.learning.run import Learner, Listen, Moment, Told
    from kibitz.models.pattern_shape import Tuples

HELP = """Learn to play a game from the game alone: weights, patterns, a playout policy or a net.

A run that was killed goes on when its command is given again. At the end there is a report with curves, FILE.html.
"""
EPILOG = examples(
    "kibitz learn weights othello --out mine.toml --seconds 60  then play with it:",
    "kibitz play othello --second alphabeta:time=1,eval=mine.toml  against what was learnt",
    "kibitz learn patterns 2048 --out 2048.patterns --seconds 600  an n-tuple network",
    "kibitz learn policy othello --out policy.toml --games 100000  for uct:policy=policy.toml",
    "kibitz learn net ./race.py --out race.net  a net, for puct:net=race.net",
)
SECONDS = 60.0
"""How long a run learns where nothing is said."""

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")

Out = Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where what was learnt goes.", show_default=False)]
Games = Annotated[
    int | None, typer.Option("--games", "-n", metavar="N", help="How many games to learn from.", show_default="no limit")
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="How long to learn.", show_default="60, or as --games takes")
]
Every = Annotated[float, typer.Option("--every", metavar="S", help="Measure and save after so many seconds.")]
Step = Annotated[float | None, typer.Option("--step", metavar="X", help="The step of learning.", show_default="what suits")]
Decay = Annotated[
    float | None,
    typer.Option("--lambda", metavar="X", help="How far results reach back: 0 to 1.", show_default="what suits"),
]
Exploration = Annotated[
    float | None,
    typer.Option("--explore", metavar="X", help="The share of random moves, 0 to 1.", show_default="what suits"),
]


@app.command(
    help=paragraphs(
        """Learn the weights of a game's features by self-play, from random ones: TD(lambda), TDLeaf or logistic regression.

        The file is TOML, one line a feature, for alphabeta:eval=FILE and greedy:weights=FILE."""
    ),
    epilog=examples("kibitz learn weights connect_four --out mine.toml --depth 3  TDLeaf, a minute"),
)
def weights(
    game: GameText, out: Out, games: Games = None, seconds: Seconds = None,
    method: Annotated[
        str,
        typer.Option(
            "--method", metavar="NAME", help="td or regression; for a score, cross-entropy or td.", show_default="what suits"
        ),
    ] = "",
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", metavar="N", help="Search depth behind each move; TDLeaf above 0.", show_default="by game: 3, 1 or 0"
        ),
    ] = None,
    step: Step = None, decay: Decay = None, explore: Exploration = None, every: Every = 30.0, seed: Seed = 0,
    json: Json = False,
) -> None:  # fmt: skip
    """Learn the weights of a game's features."""
    from kibitz.core.contract import ScoreFeatures, implements
    from kibitz.learning.weights.cross_entropy import score_learner
    from kibitz.learning.weights.learner import Method, WeightLearner
    from kibitz.learning.weights.score_learner import ScoreMethod

    rules, given = load(game), _given(step=step, trace_decay=decay, exploration=explore)
    if implements(rules, ScoreFeatures):
        if depth:
            raise InputError("weights of a game that is played for a score are learnt one move ahead; leave --depth out")
        score_method = ScoreMethod(**{**given, **({"name": method} if method else {})})
        _run("weights", score_learner(rules, score_method, seed), game, out, games, seconds, every, seed, json)
        return
    usual = Method.usual(rules)
    chosen = Method(name=method or "td", depth=usual.depth if depth is None else depth, **given)  # type: ignore[arg-type]
    _run("weights", WeightLearner(rules, chosen, seed), game, out, games, seconds, every, seed, json)


@app.command(
    help=paragraphs(
        """Learn tables over patterns of cells (an n-tuple network) by self-play, with temporal coherence learning.

        For games that name their cells: 2048, othello, connect_four, tic_tac_toe, or your own. The file is for
        greedy:patterns=FILE, expectimax:patterns=FILE and alphabeta:patterns=FILE."""
    ),
    epilog=examples("kibitz learn patterns othello --out squares.patterns --tuples cells  what each square is worth"),
)
def patterns(
    game: GameText, out: Out, games: Games = None, seconds: Seconds = None,
    tuples: Annotated[
        str, typer.Option("--tuples", metavar="LIST", help="usual, cells, or a JSON list of lists of cells.")
    ] = "usual",
    stages: Annotated[
        int | None, typer.Option("--stages", metavar="N", help="How many stages have tables.", show_default="what suits")
    ] = None,
    optimism: Annotated[float, typer.Option("--optimism", metavar="X", help="What positions are worth at first.")] = 0.0,
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="How many games at a time.")] = 1,
    step: Step = None, decay: Decay = None, explore: Exploration = None, every: Every = 30.0, seed: Seed = 0,
    json: Json = False,
) -> None:  # fmt: skip
    """Learn tables over patterns of cells."""
    from kibitz.learning.patterns.learner import Method, PatternLearner

    rules = load(game)
    given = _given(step=step, trace_decay=decay, exploration=explore, stages=stages)
    method = Method(**{**vars(Method.usual(rules)), **given, "optimism": optimism})
    learner = PatternLearner(rules, method, seed, threads, _tuples(rules, tuples))
    _run("patterns", learner, game, out, games, seconds, every, seed, json)


@app.command(
    help=paragraphs(
        """Learn a playout policy by self-play: the weight of every kind of move, by its policy gradient.

        The file is TOML, for uct:policy=FILE."""
    ),
    epilog=examples("kibitz learn policy othello --out policy.toml --games 100000  for uct:policy=policy.toml"),
)
def policy(
    game: GameText, out: Out, games: Games = None, seconds: Seconds = None, step: Step = None, every: Every = 30.0,
    seed: Seed = 0, json: Json = False,
) -> None:  # fmt: skip
    """Learn a playout policy."""
    from kibitz.learning.policy.learner import STEP, PolicyLearner

    learner = PolicyLearner(load(game), seed, STEP if step is None else step)
    _run("policy", learner, game, out, games, seconds, every, seed, json)


@app.command(
    help=paragraphs(
        """Learn a net by self-play: which moves are promising, and what each player can expect.

        Any game that compiles will do, with dice and several players too. With --method puct searches teach the policy and the
        value, which takes PyTorch; with td, usual where there are dice, TD(lambda) teaches the value alone, by looking one move
        ahead. The file is for puct:net=FILE, greedy:net=FILE and alphabeta:net=FILE; playing takes no PyTorch."""
    ),
    epilog=examples(
        "kibitz learn net tic_tac_toe --out t.net --games 100000 --threads 2",
        "kibitz learn net backgammon --out b.net --seconds 600 --threads 2  by TD(lambda), then greedy:net=b.net",
    ),
)
def net(
    game: GameText, out: Out, games: Games = None, seconds: Seconds = None,
    method: Annotated[
        Literal["puct", "td"] | None,
        typer.Option("--method", help="What teaches the net.", show_default="td with dice, else puct"),
    ] = None,
    width: Annotated[int, typer.Option("--width", metavar="N", help="Numbers in each layer.")] = 128,
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", help="Blocks of two layers.")] = 2,
    sims: Annotated[int, typer.Option("--sims", metavar="N", help="Simulations of a search that is learnt from.")] = 16,
    fast: Annotated[int, typer.Option("--fast", metavar="N", help="Those of other searches, with --cap.")] = 8,
    cap: Annotated[bool, typer.Option("--cap/--no-cap", help="Playout cap randomisation: most searches are fast.")] = False,
    gumbel: Annotated[bool, typer.Option("--gumbel/--no-gumbel", help="Gumbel root selection, else PUCT with noise.")] = True,
    symmetries: Annotated[
        bool, typer.Option("--symmetries/--no-symmetries", help="Learn positions turned and mirrored.")
    ] = True,
    forced: Annotated[
        bool, typer.Option("--forced/--no-forced", help="Forced playouts, pruned from what is learnt; without Gumbel.")
    ] = True,
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Threads that play.")] = 1,
    device: Annotated[Literal["cpu", "cuda"], typer.Option("--device", help="Where it all happens.")] = "cpu",
    step: Step = None, decay: Decay = None, explore: Exploration = None, every: Every = 30.0, seed: Seed = 0,
    json: Json = False,
) -> None:  # fmt: skip
    """Learn a net."""
    from kibitz.core.chance import has_chance

    rules = load(game)
    given = _given(step=step, trace_decay=decay, exploration=explore)
    if method == "td" or (method is None and has_chance(rules)):
        from kibitz.learning.values.learner import Method as ValueMethod
        from kibitz.learning.values.learner import ValueLearner

        if device != "cpu":
            raise InputError("--method td learns on the processor; leave --device out")
        usual = vars(ValueMethod.usual(rules))
        learner = ValueLearner(rules, ValueMethod(**{**usual, "width": width, **given}), seed, threads)
        _run("net", learner, game, out, games, seconds, every, seed, json)
        return
    if given:
        raise InputError("--step, --lambda and --explore are for --method td")
    try:
        import torch  # noqa: F401
    except ImportError:
        raise UnsupportedError("nets are trained by PyTorch, which is not installed; pip install 'kibitz[learn]'") from None
    from kibitz.learning.nets.learner import NetLearner
    from kibitz.learning.nets.settings import Settings
    from kibitz.learning.run import Budget

    settings = Settings(
        width=width, blocks=blocks, full=sims, fast=fast, playout_cap=cap, gumbel=gumbel, symmetries=symmetries,
        forced_playouts=forced,
    )  # fmt: skip
    budget = Budget(games, SECONDS if games is None and seconds is None else seconds)
    _run("net", NetLearner(rules, settings, budget, seed, threads, device), game, out, games, seconds, every, seed, json)


def _given(**options: float | None) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _tuples(game: Any, text: str) -> Tuples:
    """Return the tuples of cells that a text names; none are those that suit the game."""
    if text == "usual":
        return ()
    if text == "cells":
        from kibitz.models.pattern_shape import single_cells
        from kibitz.models.patterns import require_patterns

        return single_cells(require_patterns(game).pattern_grid())
    try:
        found = tuple(tuple(int(cell) for cell in cells) for cells in json_text.loads(text))
    except (ValueError, TypeError):
        found = ()
    if not found:
        raise InputError(f"--tuples {text!r} is none of usual, cells and a JSON list of lists of cells such as [[0,1],[1,2]]")
    return found


def _run(
    kind: str, learner: Learner, game: str, out: str, games: int | None, seconds: float | None, every: float, seed: int,
    json: bool,
) -> None:  # fmt: skip
    """Learn, write the file and its report, and say what came of it."""
    from kibitz.learning.findings import findings
    from kibitz.learning.report import write_report
    from kibitz.learning.run import Budget, run

    command = shlex.join(["kibitz", *sys.argv[1:]])
    budget = Budget(games, SECONDS if games is None and seconds is None else seconds)
    with _progress(f"learning {kind} of {game}", json, game) as listen:
        told = run(learner, out, budget, command=command, seed=seed, every=every, listen=listen)
    parts = findings(learner)
    report = f"{out}.html"
    facts = {
        "game": game, "command": command, "seed": str(seed), "games": f"{told.games:,}", "seconds": f"{told.seconds:.0f}",
    }  # fmt: skip
    write_report(report, f"{kind.capitalize()} of {game}", facts, told.moments, parts)
    if json:
        print_json({**_fields(game, told.moments[-1]), "seed": seed, "complete": told.is_complete, "files": [out, report]})
    else:
        _show(told, out, report)
    if not told.is_complete:
        raise negative()


@contextmanager
def _progress(what: str, json: bool, game: str) -> Iterator[Listen]:
    """Tell of each measurement: a line of JSON, or a bar with the last figures where a person watches the terminal."""
    told_of = [0]

    def tell(told: Told, share: float) -> None:
        if json and len(told.moments) != told_of[0]:
            told_of[0] = len(told.moments)
            print_json(_fields(game, told.moments[-1]))

    if json or not sys.stderr.isatty():
        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{what} (Ctrl-C stops)", total=1.0, said="")
        yield lambda told, share: bar.update(task, completed=min(share, 1.0), said=_said(told))


def _said(told: Told) -> str:
    """Return the last figures in a few words."""
    figures = told.moments[-1].figures if told.moments else {}
    return f"{told.games:,} games" + "".join(f", {name} {figure.value:.4g}" for name, figure in figures.items())


def _fields(game: str, moment: Moment) -> dict[str, Any]:
    """Return where a run stood as JSON."""
    figures = {name: {"value": one.value, "from": one.low, "to": one.high} for name, one in moment.figures.items()}
    return {"game": game, "games": moment.games, "seconds": moment.seconds, "figures": figures}


def _show(told: Told, out: str, report: str) -> None:
    """Write how the figures grew, and where the files are."""
    from rich.table import Table

    names = list(dict.fromkeys(name for moment in told.moments for name in moment.figures))
    table = Table("games", "seconds", *names, box=None, header_style="bold", pad_edge=False)
    for moment in told.moments:
        found = [moment.figures.get(name) for name in names]
        values = [f"{one.value:.4g} ({one.low:.4g} to {one.high:.4g})" if one is not None else "" for one in found]
        table.add_row(f"{moment.games:,}", f"{moment.seconds:.0f}", *values)
    out_console = console()
    out_console.print(table)
    if not told.is_complete:
        out_console.print("Stopped early; the same command goes on from here.")
    out_console.print(f"{out}, report: {report}", markup=False)
