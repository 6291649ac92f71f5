"""Tree pictures as SVG: well formed, safe with any name, complete in what they tell, and limited in size."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kibitz.core.agents import find
from kibitz.core.errors import InputError
from kibitz.core.registry import load
from kibitz.games.tree import Tree
from kibitz.pictures import TreePicture, picture, tree_svg, tree_text
from kibitz.pictures.style import DARK, LIGHT
from kibitz.textbook.trace import Trace

SVG = "{http://www.w3.org/2000/svg}"


def traced(game: Any, agent: str) -> Trace:
    rules = load(game) if isinstance(game, str) else game
    search, options = find(rules, agent, engines=("textbook",))
    trace = Trace(rules)
    search.decide(rules, rules.initial(), trace=trace, **options)
    return trace


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def having(root: ElementTree.Element, *classes: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if set(classes) <= set(element.get("class", "").split())]


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_the_lecture_tree_tells_all() -> None:
    root = parsed(tree_svg(traced("tree", "alphabeta")))
    drawing = root.find(f"{SVG}g")
    assert drawing is not None
    shapes = having(drawing, "shape")
    legend = 3
    assert len(shapes) == 11 + legend
    assert [len(having(drawing, "shape", kind)) - 1 for kind in ("max", "min", "end")] == [1, 3, 7]
    assert len(having(drawing, "edge", "plain")) == 8
    assert len(having(drawing, "edge", "chosen")) - 1 == 2
    assert len(having(drawing, "edge", "cut")) - 1 == 2
    assert len(having(drawing, "edge", "cross")) == 2
    assert {element.text for element in having(drawing, "chosen") if element.tag == f"{SVG}text"} == {"a1", "b1"}
    assert {"a2", "b2", "c2", "c3", "12", "14", "[3, ∞]", "[-∞, 3]", "2 <= alpha 3"} <= set(texts(root))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert description.text == "A search tree with 11 states, worth 3 at the root; the move chosen is a1."
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    tips = [tip.text or "" for tip in drawing.iter(f"{SVG}title")]
    assert tips[0].startswith("root MAX:")


def test_chance_players_estimates_plans_and_visits() -> None:
    chance = parsed(tree_svg(traced("tree:name=mixed", "expectiminimax")))
    assert len(having(chance, "shape", "chance")) - 1 == 3
    assert {"heads", "1/2", "1/6", "5/6", "3.33"} <= set(texts(chance))
    players = parsed(tree_svg(traced("tree:name=three_players", "maxn")))
    assert [len(having(players, "shape", f"player-{number}")) - 1 for number in range(3)] == [1, 2, 4]
    assert {"(3, 5, 4)", "(9, 9, 0)", "player 3"} <= set(texts(players))
    estimates = parsed(tree_svg(traced("tree:name=shared", "minimax:depth=1")))
    assert len(having(estimates, "shape", "estimate")) - 1 == 2
    plan = parsed(tree_svg(traced("vacuum", "andor")))
    assert {"OR", "AND", "✓", "✗", "↺", "AND: all branches"} <= set(texts(plan))
    visits = parsed(tree_svg(traced("tree", "uct:sims=30")))
    assert "30×" in texts(visits)


def test_a_step_shows_the_tree_as_it_stood() -> None:
    trace = traced("tree", "alphabeta")
    root = parsed(tree_svg(trace, step=11))
    assert len(having(root, "shape")) == 5 + 4
    assert len(having(root, "shape", "current")) == 2
    assert not having(root, "edge", "chosen")
    assert "Nothing has been looked at yet." in tree_svg(trace, step=0)
    assert parsed(tree_svg(trace, step=0)).tag == f"{SVG}svg"
    assert tree_text(trace, step=0) == "Nothing has been looked at yet."
    random_game = next(place for place, event in enumerate(trace_of_uct().events) if event.kind == "playout")
    assert {"random game", "of 1 move"} <= set(texts(parsed(tree_svg(trace_of_uct(), step=random_game + 1))))


def trace_of_uct() -> Trace:
    return traced("tree", "uct:sims=5")


HOSTILE = ["<script>alert</script>", "&amp;", '"quoted"', "'single'", "]]>", "<!--", "\N{SNOWMAN}", "字" * 30, "a\u0301"]


def test_hostile_names_stay_text() -> None:
    text = "root MAX: " + ", ".join(f"{name} -> {number}" for number, name in enumerate(HOSTILE))
    root = parsed(tree_svg(traced(Tree.parse_tree("hostile", text), "alphabeta")))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "g",
        "path",
        "text",
    }
    assert {"<script>alert</…", "&amp;", '"quoted"', "字" * 15 + "…"} <= set(texts(root))


def test_control_characters_reach_neither_picture_nor_terminal() -> None:
    class Hostile(Tree):
        def action_name(self, s: Any, a: int) -> str:
            return "\x1b[31m\x00\n\ud800"

        def show(self, s: Any) -> str:
            return "\x00\x1b\ud800\n"

    trace = traced(Hostile(*Tree.build({})), "alphabeta")
    parsed(tree_svg(trace)).find(f"{SVG}g")
    tree_svg(trace).encode()
    drawing = tree_text(trace)
    assert "\x1b" not in drawing
    drawing.encode()
    assert drawing.splitlines()[1].startswith("╞═ ·[31m·")


def test_light_and_dark() -> None:
    sheet = tree_svg(traced("tree", "minimax"))
    assert "@media (prefers-color-scheme: dark)" in sheet
    rules = sheet[sheet.index("@media") : sheet.index("</style>")]
    assert set(re.findall(r": (#\w{6})", rules)) == set(DARK.values())
    assert LIGHT.keys() == DARK.keys()


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", [name for name in LIGHT if name not in ("paper", "edge")])
def test_texts_stand_out_from_the_paper(colours: dict[str, str], name: str) -> None:
    bright, dark = sorted((luminance(colours[name]), luminance(colours["paper"])), reverse=True)
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_large_trees_say_what_they_leave_out() -> None:
    trace = traced("tic_tac_toe", "alphabeta:depth=4")
    size = len([event for event in trace.events if event.kind == "enter"])
    root = parsed(tree_svg(trace, max_nodes=50))
    tips = list(root.iter(f"{SVG}title"))[1:]
    assert len(tips) == 50
    hidden = [int(found[1].replace(",", "")) for text in texts(root) if (found := re.fullmatch(r"… ([\d,]+) more", text))]
    assert sum(hidden) == size - 50
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert (description.text or "").startswith(f"A search tree with 50 of {size:,} states")
    assert "… " in tree_text(trace, max_nodes=50)
    assert having(root, "edge", "chosen")
    with pytest.raises(InputError, match="at least one node, not 0"):
        tree_svg(trace, max_nodes=0)


def test_one_node_is_enough_and_the_root_family_is_filled_up() -> None:
    trace = traced("tic_tac_toe", "minimax:depth=1")
    for limit, states in [(1, 1), (4, 4), (10, 10), (99, 10)]:
        assert len(list(parsed(tree_svg(trace, max_nodes=limit)).iter(f"{SVG}title"))) - 1 == states


def test_wide_trees_are_laid_down_at_every_step() -> None:
    wide, narrow = traced("tic_tac_toe", "alphabeta:depth=3"), traced("tree", "alphabeta")
    sizes = [parsed(tree_svg(wide)), parsed(tree_svg(wide, step=12)), parsed(tree_svg(narrow))]
    (width, height), *_ = [(int(root.get("width", "0")), int(root.get("height", "0"))) for root in sizes]
    assert width < 1400
    assert height > width
    assert [bool(re.search(r"H[\d.]+V[\d.]+H", ElementTree.tostring(root, "unicode"))) for root in sizes] == [True, True, False]


def test_text_is_cut_to_the_width_and_plain_unless_colour_is_wanted() -> None:
    trace = traced("tree", "alphabeta")
    assert tree_text(trace, width=12).splitlines()[6:8] == ["│  ├─ c1 ■ 2", "│  └╌ c2, c…"]
    assert max(map(len, tree_text(trace, width=12).splitlines())) == 12
    assert "\x1b" not in tree_text(trace)
    assert re.sub(r"\x1b\[[\d;]*m", "", tree_text(trace, colour=True)) == tree_text(trace)
    assert "\x1b[1;32m╞═ \x1b[0m\x1b[1;32ma1 " in tree_text(trace, colour=True)


def test_picture_saves_whole_files(tmp_path: Path) -> None:
    trace = traced("tree", "alphabeta")
    made = picture(trace)
    assert made == TreePicture(trace, None)
    assert made.svg == made._repr_svg_() == tree_svg(trace)
    assert made.text == str(made) == tree_text(trace)
    made.save(tmp_path / "tree.svg")
    made.save(str(tmp_path / "tree.txt"))
    assert (tmp_path / "tree.svg").read_text() == made.svg
    assert (tmp_path / "tree.txt").read_text() == made.text + "\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree.svg", "tree.txt"]
    with pytest.raises(InputError, match="cannot be written: No such file"):
        made.save(tmp_path / "none" / "tree.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        made.save(tmp_path / "folder.svg")
    assert len(list(tmp_path.iterdir())) == 3
    (tmp_path / "link.svg").symlink_to(tmp_path / "tree.svg")
    picture(trace, step=5).save(tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "tree.svg").read_text() == tree_svg(trace, step=5)
    made.save("/dev/null")
