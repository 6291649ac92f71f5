"""The tree lab: searches stepped through on trees that are edited in the picture, shared and saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect
from tree_lab import TreeLab

import kibitz
from kibitz.core.chance import has_chance
from kibitz.games.tree import examples
from kibitz.pictures import Captions
from running_studio import RunningStudio

LECTURE = "tree:name=lecture"
ALPHA_BETA = {"game": LECTURE, "agent": "alphabeta"}
STEPS = 33
"""Events of alpha-beta on the lectures' tree."""
SVG = "{http://www.w3.org/2000/svg}"


def cuts_of(text: str, tmp_path: Path) -> list[str]:
    """Return the branches that alpha-beta cuts in a tree, as the recorder tells it: each by its way from the root."""
    file = tmp_path / "own.tree"
    file.write_text(text, encoding="utf-8")
    story = kibitz.trace(str(file), agent="alphabeta").trace
    states: dict[int, Any] = {}
    paths: dict[int, str] = {}
    found: list[str] = []
    for event in story.events:
        if event.kind == "enter":
            parent = event.data["parent"]
            name = "" if parent is None else story.game.action_name(states[parent], event.data["action"])
            states[event.node] = event.data["state"]
            paths[event.node] = "" if parent is None else f"{paths[parent]} {name}".strip()
        elif event.kind == "cut":
            names = [story.game.action_name(states[event.node], action) for action in event.data["actions"]]
            found += [f"{paths[event.node]} {name}".strip() for name in names]
    return found


def test_alpha_beta_is_stepped_through_to_its_cut_and_back(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.expect_step(0, STEPS)
    for step in range(1, STEPS + 1):
        lab.press("Step forward")
        lab.expect_step(step, STEPS)
        if lab.cuts.count():
            break
    lab.expect_cuts("a2 c2", "a2 c3")
    expect(lab.caption).to_have_text("a2: 2 ≤ α = 3, so c2, c3 are not looked at")
    expect(lab.code_line).to_have_text("if v ≤ α then break")
    expect(lab.node("a2")).to_have_class("tree-node is-seen is-current")
    expect(lab.node("a2").locator(".tree-cut")).to_have_text("2 ≤ α = 3")
    expect(lab.node("a2").locator(".tree-window")).to_have_text("[3, ∞]")
    assert (
        lab.node("a2 c2").evaluate("node => getComputedStyle(node.querySelector('.tree-name')).textDecorationLine")
        == "line-through"
    )
    line = page.locator('.tree-edge[data-path="a2 c2"] .tree-line')
    assert line.evaluate("line => getComputedStyle(line).strokeDasharray") != "none"
    lab.press("Step back")
    lab.expect_cuts()
    expect(lab.code_line).not_to_have_text("if v ≤ α then break")
    lab.press("To the end")
    lab.expect_cuts("a2 c2", "a2 c3")
    expect(lab.result).to_have_text("Value 3, by a1; 11 nodes looked at.")
    lab.press("To the start")
    expect(lab.node("").locator(".tree-value")).to_have_text("")


def test_keys_and_the_slider_step_too(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    for key, step in (("ArrowRight", 1), (".", 2), ("ArrowLeft", 1), (",", 0), ("End", STEPS), ("Home", 0)):
        page.keyboard.press(key)
        lab.expect_step(step, STEPS)
    page.get_by_label("Step", exact=True).fill("12")
    lab.expect_step(12, STEPS)


def test_the_steps_follow_by_themselves_until_they_are_paused(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    page.get_by_label("Speed").select_option("20 a second")
    lab.press("Play")
    lab.expect_step(STEPS, STEPS)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_label("Speed").select_option("slow")
    lab.press("Play")
    lab.press("Pause")
    lab.expect_step(0, STEPS)


def test_a_leaf_is_edited_and_the_value_changes(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA, step=STEPS)
    lab.node("a1 b1").click()
    lab.field("Value").fill("5")
    lab.field("Value").press("Enter")
    expect(lab.result).to_contain_text("Value 5, by a1")
    expect(lab.node("").locator(".tree-value").first).to_have_text("5")
    expect(lab.text).to_have_value("root MAX: a1 -> B, a2 -> C, a3 -> D\nB MIN: b1 -> 5, b2 -> 12, b3 -> 8\n"
        "C MIN: c1 -> 2, c2 -> 4, c3 -> 6\nD MIN: d1 -> 14, d2 -> 5, d3 -> 2\n")  # fmt: skip
    lab.press("Undo")
    expect(lab.result).to_contain_text("Value 3, by a1")


def test_what_is_no_value_is_refused_and_nothing_changes(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.node("a1 b1").click()
    lab.field("Value").fill("many")
    lab.field("Value").press("Enter")
    expect(page.locator(".node-editor .error")).to_contain_text("a value is a number")
    expect(lab.node("a1 b1").locator(".tree-value")).to_have_text("3")


def test_nodes_are_added_changed_in_kind_and_removed(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.node("a3").click()
    lab.press("Add child")
    expect(lab.node("a3 d4")).to_be_visible()
    expect(page.locator(".node-editor h3")).to_have_text("Leaf")
    lab.choice("Kind").select_option("CHANCE")
    expect(lab.node("a3 d4 2")).to_be_visible()
    expect(lab.choice("Algorithm")).to_have_value(
        lab.choice("Algorithm").locator("option", has_text="expectiminimax").first.get_attribute("value") or ""
    )
    # the middle of a node together with the words at its branch is beside the node
    lab.node("a3 d4 1").locator(".tree-shape").click(force=True)
    lab.field("Probability").fill("1/4")
    lab.field("Probability").press("Enter")
    expect(lab.node("a3 d4 2")).to_contain_text("3/4")
    lab.node("a3 d4").click()
    lab.press("Remove")
    expect(lab.node("a3 d4")).to_have_count(0)


def test_another_order_changes_the_cuts(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA, step=STEPS)
    lab.expect_cuts("a2 c2", "a2 c3")
    lab.node("a2 c1").click()
    lab.press("Move right")
    lab.expect_cuts("a2 c3")
    lab.node("a3 d1").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    lab.expect_cuts(*cuts_of("root MAX: a1 -> B, a2 -> C, a3 -> D\nB MIN: b1 -> 3, b2 -> 12, b3 -> 8\n"
        "C MIN: c2 -> 4, c1 -> 2, c3 -> 6\nD MIN: d2 -> 5, d3 -> 2, d1 -> 14\n", tmp_path))  # fmt: skip
    lab.expect_cuts(*cuts_of(lab.text.input_value(), tmp_path))


def test_a_node_is_dragged_past_its_siblings(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA, step=STEPS)
    lab.expect_step(STEPS, STEPS)
    start, end = (lab.node(path).locator("rect").bounding_box() for path in ("a2 c1", "a2 c3"))
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] + 4, end["y"] + 5, steps=4)
    page.mouse.up()
    lab.expect_cuts()
    assert cuts_of(lab.text.input_value(), tmp_path) == []
    assert "C MIN: c2 -> 4, c3 -> 6, c1 -> 2" in lab.text.input_value()


def test_a_tree_is_written_as_text_and_mistakes_are_told_with_their_line(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.tab("Edit")
    lab.text.fill("top MIN: x -> 7, y -> 2\n")
    expect(lab.node("y")).to_be_visible()
    lab.press("To the end")
    expect(lab.node("")).to_have_attribute("data-role", "max")
    lab.text.fill("top MIN: x -> Nowhere, y -> 2\n")
    expect(page.locator("#tree-error")).to_contain_text("the tree:1")
    expect(lab.node("y")).to_be_visible()


def test_the_quiz_asks_for_values_and_then_shows_them(page: Page, studio: RunningStudio) -> None:
    """What is asked for is not to be seen before; a wrong answer is put right, a right one counts."""
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.ask_about("values")
    expect(lab.question).to_have_text("Which value will the node at a1 return?")
    lab.expect_step(2, STEPS)
    expect(lab.node("a1").locator(".tree-value")).to_have_text("")
    lab.press("Answer")
    expect(page.locator(".quiz-question .error")).to_contain_text("Write a number")
    expect(lab.score).to_have_text("no answers yet")
    page.get_by_label("Your answer").fill("12")
    page.keyboard.press("Enter")
    expect(lab.verdict).to_contain_text("Not quite. It is 3.")
    expect(lab.score).to_have_text("0 of 1 right")
    expect(lab.node("a1").locator(".tree-value")).to_have_text("3")
    lab.press("Another one")
    expect(lab.question).to_have_text("Which value will the node at a2 return?")
    page.get_by_label("Your answer").fill("2")
    lab.press("Answer")
    expect(lab.verdict).to_contain_text("Right: 2.")
    expect(lab.score).to_have_text("1 of 2 right")
    expect(lab.node("a2").locator(".tree-value")).to_have_text("2")


def test_the_quiz_asks_which_branches_are_cut(page: Page, studio: RunningStudio) -> None:
    """All that are cut and no others are the answer, at a node without any cut none."""
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.ask_about("cuts")
    for path, ticked, verdict in (("a1", (), "Right: none."), ("a2", ("c2",), "Not quite. It is c2, c3.")):
        expect(lab.question).to_contain_text(f"Which branches of the node at {path} will be cut?")
        lab.expect_cuts()
        for branch in ticked:
            page.get_by_role("checkbox", name=branch, exact=True).check()
        lab.press("Answer")
        expect(lab.verdict).to_contain_text(verdict)
        if path == "a1":
            lab.press("Another one")
    lab.expect_cuts("a2 c2", "a2 c3")
    expect(lab.score).to_have_text("1 of 2 right")


def test_the_quiz_asks_what_happens_next(page: Page, studio: RunningStudio) -> None:
    """The right one among the answers is the caption of the next step."""
    captions = Captions(kibitz.trace(LECTURE, agent="alphabeta").trace)
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.ask_about("the next step")
    expect(lab.question).to_have_text("What happens next?")
    at = int((page.locator(".tree-count").text_content() or "").split(" / ")[0])
    right = captions[at + 1].replace("-", "−")
    expect(page.get_by_role("radio")).to_have_count(4)
    page.get_by_role("radio", name=right, exact=True).check()
    lab.press("Answer")
    expect(lab.verdict).to_contain_text("Right:")
    expect(lab.caption).to_have_text(right)
    lab.expect_step(at + 1, STEPS)
    expect(lab.score).to_have_text("1 of 1 right")


def test_an_address_brings_back_tree_algorithm_and_step(
    page: Page, studio: RunningStudio, new_page: Callable[..., Page]
) -> None:  # fmt: skip
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.node("a1 b2").click()
    lab.field("Value").fill("-2.5")
    lab.field("Value").press("Enter")
    expect(lab.node("a1 b2").locator(".tree-value")).to_have_text("−2.5")
    page.get_by_label("Step", exact=True).fill("9")
    caption = lab.caption.text_content() or ""
    lab.expect_address("&agent=alphabeta&step=9")
    assert "tree=root+MAX:a1@B,a2@C,a3@D|B+MIN:b1@3,b2@-2.5,b3@8|" in page.url
    other = new_page()
    other.goto(page.url)
    shared = TreeLab(other)
    expect(shared.caption).to_have_text(caption)
    expect(shared.node("a1 b2").locator(".tree-value")).to_have_text("−2.5")
    shared.expect_step(9, int((other.locator(".tree-count").text_content() or "").split(" / ")[1]))


def test_what_was_shown_is_there_again_without_an_address(page: Page, studio: RunningStudio) -> None:
    last = len(kibitz.trace("tree:name=mixed", agent="expectimax").trace.events)
    lab = TreeLab.at(page, studio.url, game="tree:name=mixed", agent="expectimax", step=7)
    lab.expect_step(7, last)
    page.reload()
    lab.expect_step(7, last)
    page.goto("about:blank")
    page.goto(f"{studio.url}trees")
    lab.expect_step(7, last)
    expect(lab.choice("Algorithm").locator("option:checked")).to_have_text("expectimax")


def test_an_address_that_means_nothing_leads_to_the_lectures_tree(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, game="tree:name=nothing")
    expect(page.locator("#notices")).to_contain_text("nothing")
    expect(lab.choice("Tree").locator("option:checked")).to_have_text("lecture")


def test_the_picture_is_saved_as_a_picture_of_its_own(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA, step=STEPS)
    lab.expect_step(STEPS, STEPS)
    with page.expect_download() as saved:
        lab.press("Save picture")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    root = ElementTree.parse(file).getroot()
    assert file.suffix == ".svg"
    assert root.tag == f"{SVG}svg"
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert {"3", "12", "a2", "[−∞, 3]"} <= set(texts)
    assert any("2 ≤ α = 3" in text for text in texts)
    assert {name for part in root.iter() for name in part.attrib} & {"class", "style", "tabindex", "aria-label"} == set()
    assert all("fill" in part.attrib for part in root.iter() if part.tag in (f"{SVG}path", f"{SVG}text", f"{SVG}rect"))


def kind_of(name: str) -> tuple[int, bool]:
    """Return on what it hangs which algorithms can search a tree: how many players it has, and whether it has chance."""
    game = kibitz.load(f"tree:name={name}")
    return game.players, has_chance(game)


FIRST_OF_THEIR_KIND = list({kind_of(name): name for name in reversed(examples())}.values())
SEEN = 5
"""So many steps of a search are looked at, spread over all of it."""


@pytest.mark.parametrize("name", examples())
def test_every_algorithm_that_can_search_a_tree_steps_to_its_end(page: Page, studio: RunningStudio, name: str) -> None:
    """Every algorithm on a tree of every kind, and every third one on the other trees of that kind."""
    game = f"tree:name={name}"
    lab = TreeLab.at(page, studio.url, game=game)
    algorithms = lab.choice("Algorithm")
    expect(algorithms.locator("option").nth(1)).to_be_attached()
    offered = algorithms.locator("option").all_text_contents()
    assert offered
    for algorithm in offered if name in FIRST_OF_THEIR_KIND else offered[::3]:
        algorithms.select_option(algorithm)
        lab.expect_address(f"agent={algorithm}")
        agent = page.get_by_label("as text", exact=True).input_value()
        events = kibitz.trace(game, agent=agent).trace.events
        lab.expect_step(0, len(events))
        lab.press("To the end")
        expect(lab.result).to_contain_text("nodes looked at")
        for step in range(0, len(events), max(1, len(events) // SEEN)):
            page.get_by_label("Step", exact=True).fill(str(step))
            lab.expect_step(step, len(events))
            if step:
                expect(lab.code_line).to_have_count(1)


def test_random_games_are_drawn_by_the_seed(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, game="tree:name=alphabeta", agent="uct:sims=12", step=9999)
    expect(lab.node("").locator(".tree-visits")).to_have_text("n = 12")
    before = lab.result.text_content()
    page.get_by_label("Seed").fill("5")
    page.get_by_label("Seed").press("Enter")
    lab.expect_address("seed=5")
    lab.press("To the end")
    mean = kibitz.trace("tree:name=alphabeta", agent="uct:sims=12", seed=5).decision.value
    assert mean is not None
    expect(lab.result).to_contain_text(f"Value {mean:.3g}".replace("-", "−"))
    assert lab.result.text_content() != before


def test_a_plan_is_found_for_the_vacuum_world(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, game=LECTURE)
    lab.choice("Tree").select_option("vacuum world: AND-OR plans")
    expect(lab.node("")).to_have_attribute("data-role", "or")
    lab.press("To the end")
    expect(lab.result).to_contain_text("Plan: [Suck, if State=5 then [Right, Suck] else []]")
    expect(lab.code_line).to_have_text("if plan ≠ failure then return [a] + plan")


def test_any_position_of_any_game_is_opened(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, game="tic_tac_toe", position="xox/.o./..x", agent="alphabeta")
    events = kibitz.trace("tic_tac_toe", "xox/.o./..x", agent="alphabeta").trace.events
    lab.expect_step(0, len(events))
    lab.press("Step forward")
    lab.press("Step forward")
    expect(page.locator(".tree-node:not(.is-hidden)")).to_have_count(2)
    page.get_by_text("Any position of any game").click()
    page.get_by_label("Game", exact=True).fill("nim:piles=1+2")
    lab.press("Open")
    expect(lab.choice("Tree").locator("option:checked")).to_have_text("Nim, piles of 1 and 2")


def test_a_search_that_takes_too_long_is_stopped(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    page.get_by_text("Any position of any game").click()
    page.get_by_label("Game", exact=True).fill("connect_four")
    lab.press("Open")
    expect(lab.choice("Tree").locator("option:checked")).to_have_text("connect_four")
    page.get_by_label("as text", exact=True).fill("minimax:depth=12")
    page.get_by_label("as text", exact=True).press("Enter")
    lab.press("Stop")
    expect(page.locator("#notices")).to_contain_text("stopped")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_the_tree_is_walked_and_edited_by_keyboard(page: Page, studio: RunningStudio) -> None:
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA)
    lab.node("").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(lab.node("a2 c1")).to_be_focused()
    expect(lab.node("a2 c1")).to_have_attribute("aria-label", "leaf, branch c1, value 2, not looked at yet")
    lab.expect_step(0, STEPS)
    page.keyboard.press("Enter")
    expect(lab.field("Value")).to_have_value("2")
    assert page.locator(".tree-picture [tabindex='0']").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_shows_the_tree_whole_in_both_themes(
    new_page: Callable[..., Page], studio: RunningStudio, theme: Any
) -> None:  # fmt: skip
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme=theme, has_touch=True)
    lab = TreeLab.at(page, studio.url, **ALPHA_BETA, step=STEPS)
    lab.expect_cuts("a2 c2", "a2 c3")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    frame = page.locator(".tree-frame").bounding_box()
    assert frame is not None
    for path in ("a1 b1", "a3 d3"):
        box = lab.node(path).locator("rect").bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"] <= box["x"] + box["width"] <= frame["x"] + frame["width"]
    lab.node("a1 b1").tap()
    expect(lab.field("Value")).to_have_value("3")
