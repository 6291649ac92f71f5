"""Pacman in a browser: agents are watched, and people play by keys, buttons and swipes."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from browsing import PATIENCE
from running_studio import RunningStudio

expect.set_options(timeout=PATIENCE)

YOU = "KeyboardAgent"
CORRIDOR = "%%%%%%\n%P ..%\n%%%%%%"
"""Three steps to the east win."""
TRAP = "%%%%%%\n%PG .%\n%%%%%%"
"""A step to the east is death."""
CORNER = "%%%%\n% .%\n%P.%\n%%%%"
"""East, then north wins."""
WON = re.compile(r"^Won: \d+ points after \d+ moves?\.")
LARGEST_CELL = 56
"""So many pixels a cell has where there is room."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def open_pacman(page: Page, studio: RunningStudio, **address: str | int) -> None:
    """Open the page, and wait until the maze is there."""
    page.goto(f"{studio.url}pacman#" + "&".join(f"{name}={quote(str(value))}" for name, value in address.items()))
    expect(maze(page)).to_have_attribute("aria-label", re.compile("^The maze after move"))


def maze(page: Page) -> Locator:
    """Return the picture."""
    return page.locator("canvas.maze")


def status(page: Page) -> Locator:
    """Return the line that says how the game stands."""
    return page.locator(".score-status")


def score(page: Page) -> Locator:
    """Return the score."""
    return page.locator(".score-number")


def round_text(page: Page) -> Locator:
    """Return the words on the move that is seen."""
    return page.locator(".timeline-text")


def button(page: Page, name: str) -> Locator:
    """Return a button by all of its words."""
    return page.get_by_role("button", name=name, exact=True)


def test_an_agent_is_watched_to_its_end_and_seen_again(page: Page, studio: RunningStudio) -> None:
    """The end is said on the page and announced, and the film can be wound back to its beginning."""
    open_pacman(page, studio, layout="testClassic", pacman="ReflexAgent", ghosts="RandomGhost", seed=1)
    expect(status(page)).to_have_text("Ready to start.")
    page.get_by_label("Speed").select_option(label="fastest")
    button(page, "Start").click()
    expect(status(page)).to_have_text(re.compile(r"^(Won|Lost): −?\d+ points after \d+ moves\. Pacman thought for"))
    expect(page.locator("#announcement")).to_have_text(status(page).inner_text())
    last = score(page).inner_text()
    assert last in status(page).inner_text()
    moves = int(re.findall(r"after (\d+) moves", status(page).inner_text())[0])
    expect(round_text(page)).to_have_text(f"{moves} of {moves}")
    button(page, "See again").click()
    expect(status(page)).to_have_text(re.compile("^(Won|Lost)"))
    page.get_by_role("slider").fill("0")
    expect(score(page)).to_have_text("0")


def test_a_maze_of_ones_own_is_pasted_and_watched(page: Page, studio: RunningStudio) -> None:
    """The letters of the maze that is shown are there to begin with, and the address keeps what is pasted."""
    open_pacman(page, studio, layout="testClassic", pacman="ReflexAgent", seed=0)
    page.get_by_role("combobox", name="Maze", exact=True).select_option(label="one of my own")
    letters = page.get_by_label("The maze, drawn in letters")
    expect(letters).to_have_value(re.compile("^%%%.*P", re.DOTALL))
    letters.fill(CORRIDOR)
    letters.blur()
    expect(maze(page)).to_have_attribute("aria-label", "The maze after move 0: Pacman at 1, 1; score 0.")
    expect(page.locator(".command-text")).to_contain_text("-l my-maze.lay")
    button(page, "Start").click()
    expect(status(page)).to_have_text(WON)
    expect(page).to_have_url(re.compile("text=%25%25%25"))
    page.reload()
    expect(status(page)).to_have_text(WON)


def test_a_maze_that_is_none_is_refused_in_a_sentence(page: Page, studio: RunningStudio) -> None:
    """What is wrong is said where the game would be, and the next maze is played."""
    open_pacman(page, studio, text=CORRIDOR, pacman="ReflexAgent")
    letters = page.get_by_label("The maze, drawn in letters")
    letters.fill("%%%\n%.%\n%%%")
    letters.blur()
    expect(status(page)).to_contain_text("P")
    expect(status(page)).not_to_have_text("Ready to start.")
    letters.fill(CORRIDOR)
    letters.blur()
    expect(status(page)).to_have_text("Ready to start.")


def test_steps_and_pauses(page: Page, studio: RunningStudio) -> None:
    """A step is one move of everybody's, and a pause stays one."""
    open_pacman(page, studio, layout="mediumClassic", pacman="ReflexAgent", ghosts="DirectionalGhost", seed=3)
    for count in (1, 2, 3):
        button(page, "Step").click()
        expect(round_text(page)).to_have_text(re.compile(f"^{count} of"))
    button(page, "Step back").click()
    expect(round_text(page)).to_have_text(re.compile("^2 of"))
    page.get_by_label("Speed").select_option(label="fast")
    button(page, "Start").click()
    expect(round_text(page)).to_have_text(re.compile(r"^(\d\d|[5-9]) of"))
    button(page, "Pause").click()
    expect(button(page, "Start")).to_be_visible()
    page.wait_for_timeout(500)  # the move that was under way may come to its end
    before = round_text(page).inner_text().split(" of")[0]
    page.wait_for_timeout(1000)
    assert round_text(page).inner_text().split(" of")[0] == before
    expect(page).to_have_url(re.compile(rf"move={before}$"))
    page.reload()
    expect(round_text(page)).to_have_text(re.compile(f"^{before} of"))


def test_a_game_under_way_is_stopped(page: Page, studio: RunningStudio) -> None:
    """What was played until then stays to be seen."""
    open_pacman(page, studio, layout="originalClassic", pacman="AlphaBetaAgent", a="depth=3", seed=0)
    button(page, "Step").click()
    expect(round_text(page)).to_have_text(re.compile("^1 of"))
    button(page, "Stop the game").click()
    expect(button(page, "Stop the game")).to_be_disabled()
    page.get_by_label("Speed").select_option(label="fastest")
    button(page, "Start").click()
    expect(status(page)).to_have_text(re.compile("^Not finished: .* The game was stopped"))


def test_the_same_seed_is_the_same_game(page: Page, studio: RunningStudio) -> None:
    """Another seed is another game; the first one comes back with its seed."""
    endings = []
    for seed in (5, 6, 5):
        open_pacman(page, studio, layout="smallClassic", pacman="ReflexAgent", ghosts="RandomGhost", seed=seed)
        page.get_by_label("Speed").select_option(label="fastest")
        button(page, "Start").click()
        expect(status(page)).to_have_text(re.compile("^(Won|Lost)"))
        endings.append(status(page).inner_text().split("Pacman thought")[0])
        page.goto("about:blank")
    assert endings[0] == endings[2] != endings[1]


@pytest.mark.parametrize("keys", [["ArrowRight", "ArrowUp"], ["d", "W"]])
def test_a_game_is_won_by_keys(page: Page, studio: RunningStudio, keys: list[str]) -> None:
    """Every press is a step where Pacman does not keep moving; the score shows what a step was worth."""
    open_pacman(page, studio, text=CORNER, pacman=YOU)
    expect(status(page)).to_contain_text("You play")
    page.get_by_label("Pacman keeps moving").uncheck()
    page.keyboard.press("ArrowDown")  # a wall
    page.keyboard.press(keys[0])
    expect(score(page)).to_have_text("9")
    expect(page.locator(".score-change")).to_have_text("+9")
    page.keyboard.press(keys[1])
    expect(status(page)).to_have_text("Won: 518 points after 2 moves.")
    expect(page.locator("#announcement")).to_have_text("Won: 518 points after 2 moves.")
    button(page, "Restart").click()
    expect(score(page)).to_have_text("0")


def test_pacman_keeps_moving_as_in_the_arcades(page: Page, studio: RunningStudio) -> None:
    """One press is enough for a whole corridor; a reload shows the same game."""
    open_pacman(page, studio, text=CORRIDOR, pacman=YOU)
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_have_text(re.compile("^Won: 517 points after 3 moves"))
    expect(page).to_have_url(re.compile("actions=EEE$"))
    page.reload()
    expect(status(page)).to_have_text(re.compile("^Won: 517 points after 3 moves"))


def test_a_game_is_lost(page: Page, studio: RunningStudio) -> None:
    """Pacman runs into a ghost."""
    open_pacman(page, studio, text=TRAP, pacman=YOU)
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_have_text("Lost: −501 points after 1 move.")


def test_keys_that_belong_to_a_control_do_not_steer(page: Page, studio: RunningStudio) -> None:
    """Who types a maze or a seed does not walk into ghosts."""
    open_pacman(page, studio, text=TRAP, pacman=YOU)
    page.get_by_label("Seed", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.get_by_label("The maze, drawn in letters").focus()
    page.keyboard.press("d")
    page.wait_for_timeout(500)
    expect(status(page)).to_contain_text("You play")
    expect(round_text(page)).to_have_text("0 of 0")


def test_thumbs_steer_on_a_phone(new_page: Callable[..., Page], studio: RunningStudio) -> None:
    """The buttons are large, within reach of the maze, and nothing sticks out."""
    page = new_page(**PHONE)
    open_pacman(page, studio, text=CORNER, pacman=YOU)
    page.get_by_label("Pacman keeps moving").uncheck()
    box = button(page, "Right").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    button(page, "Right").tap()
    expect(score(page)).to_have_text("9")
    button(page, "Up").tap()
    expect(status(page)).to_have_text(WON)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_swipe_over_the_maze_steers(page: Page, studio: RunningStudio) -> None:
    """Where the finger goes, Pacman goes."""
    open_pacman(page, studio, text=CORRIDOR, pacman=YOU)
    box = maze(page).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 25, steps=3)
    page.mouse.up()
    expect(status(page)).to_have_text(WON)


def test_the_command_line_plays_the_same(page: Page, studio: RunningStudio) -> None:
    """Every control is in it, and in the address."""
    open_pacman(page, studio, layout="smallClassic")
    page.get_by_label("Pacman is played by").select_option("AlphaBetaAgent")
    page.get_by_label("depth").fill("3")
    page.get_by_label("evalFn").focus()
    expect(page.get_by_label("evalFn")).to_be_focused()  # what was typed into the one before does not take it away
    page.get_by_label("evalFn").select_option("better")
    page.get_by_role("combobox", name="Ghosts", exact=True).select_option("DirectionalGhost")
    page.get_by_label("prob attack").fill("0.5")
    page.get_by_label("How many ghosts").fill("1")
    button(page, "Another seed").click()
    words = "-p AlphaBetaAgent -l smallClassic -a depth=3,evalFn=better -g DirectionalGhost:prob_attack=0.5 -k 1 --seed 1"
    expect(page.locator(".command-text")).to_have_text(f"python pacman.py {words}")
    expect(page).to_have_url(re.compile("a=depth=3,evalFn=better&ghosts=DirectionalGhost:prob_attack=0.5&k=1&seed=1"))
    expect(maze(page)).to_have_attribute("aria-label", re.compile("ghost 1 at (?!.*ghost 2)"))


def test_any_agent_of_the_library_plays(page: Page, studio: RunningStudio) -> None:
    """Agents by their strings, with the library's own controls."""
    open_pacman(page, studio, text=CORRIDOR, pacman="ReflexAgent")
    page.get_by_label("Pacman is played by").select_option(label="any agent of Kibitz")
    page.get_by_label("as text").fill("expectiminimax:depth=3")
    page.get_by_label("as text").press("Enter")
    expect(page.locator(".command-text")).to_contain_text("-p expectiminimax:depth=3")
    page.get_by_label("Speed").select_option(label="fastest")
    button(page, "Start").click()
    expect(status(page)).to_have_text(WON)


def test_a_game_that_is_started_before_its_maze_is_there_runs_once_it_is(page: Page, studio: RunningStudio) -> None:
    """Both happen within one event, so no answer can come between."""
    open_pacman(page, studio, text=CORRIDOR, pacman="ReflexAgent")
    page.get_by_label("Speed").select_option(label="fastest")
    page.get_by_label("Seed").evaluate(
        """seed => {
            seed.value = "5";
            seed.dispatchEvent(new Event("change", { bubbles: true }));
            document.querySelector(".controls-run").click();
        }"""
    )
    expect(status(page)).to_have_text(WON)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_maze_glides_on_a_dark_field_whatever_the_theme(
    new_page: Callable[..., Page], studio: RunningStudio, theme: str
) -> None:  # fmt: skip
    """Pictures between two moves differ; where motion is unwelcome there are none."""
    page = new_page(color_scheme=theme, reduced_motion="no-preference")
    open_pacman(page, studio, text=CORRIDOR, pacman="ReflexAgent")
    corner = "() => [...document.querySelector('canvas.maze').getContext('2d').getImageData(0, 0, 1, 1).data]"
    assert page.evaluate(corner) == [11, 11, 22, 255]
    page.get_by_label("Speed").select_option(label="slow")
    assert _pictures_of_a_step(page) > 3
    still = new_page(color_scheme=theme)
    open_pacman(still, studio, text=CORRIDOR, pacman="ReflexAgent")
    still.get_by_label("Speed").select_option(label="slow")
    assert _pictures_of_a_step(still) == 2


def _pictures_of_a_step(page: Page) -> int:
    """Return how many different pictures there are from one move to the next."""
    expect(maze(page)).to_have_attribute("width", str(6 * LARGEST_CELL))
    page.evaluate("""() => {
      window.pictures = new Set();
      const look = () => {
        window.pictures.add(document.querySelector("canvas.maze").toDataURL());
        requestAnimationFrame(look);
      };
      look();
    }""")
    button(page, "Step").click()
    expect(round_text(page)).to_have_text(re.compile("^1 of"))
    page.wait_for_timeout(300)
    pictures: int = page.evaluate("window.pictures.size")
    return pictures
