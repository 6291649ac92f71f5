"""Playing in a browser: by pointer, by keyboard and on a phone, against people, agents and dice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from table import THINKER, button, compiled, expect_moves, expect_playable, middle, moves, open_table, reload, status, tap

from running_studio import RunningStudio

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "4k2r/1P6/8/8/8/8/8/R3K2R w KQk - 0 1"


def test_a_whole_game_of_connect_four_against_the_engine(page: Page, studio: RunningStudio) -> None:
    """Column after column until somebody has won; the engine answers every move."""
    open_table(page, studio.url, "connect_four", ["human", "alphabeta:depth=2"])
    for number in range(21):
        expect(status(page)).to_contain_text(re.compile("Your move|wins|Draw", re.IGNORECASE))
        if "Your move" not in (status(page).text_content() or ""):
            break
        expect(moves(page)).to_have_count(2 * number)
        page.locator(".board-picture .is-playable").nth(number % page.locator(".board-picture .is-playable").count()).click()
        expect(moves(page).nth(2 * number)).to_be_visible()
        expect(status(page)).not_to_contain_text("Yellow is to move")
    expect(status(page)).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    expect(page.locator("#announcement")).to_contain_text("Game over")
    expect(page.locator(".board-picture .is-playable")).to_have_count(0)


def test_castling_promotion_and_an_illegal_attempt(page: Page, studio: RunningStudio) -> None:
    """The king castles by its own two squares, a pawn asks what to become, and what is illegal changes nothing."""
    open_table(page, studio.url, "chess", ["human", "human"], position=CASTLING)
    tap(page, "e1", "e5")
    expect(page.locator("#announcement")).to_contain_text("no legal move")
    expect(moves(page)).to_have_count(0)
    tap(page, "e1", "g1")
    expect_moves(page, "O-O")
    tap(page, "e8", "c8")
    expect_moves(page, "O-O", "O-O-O")
    open_table(page, studio.url, "chess", ["human", "human"], position=PROMOTION)
    expect(moves(page)).to_have_count(0)
    tap(page, "b7", "b8")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button")).to_have_count(5)
    dialog.get_by_role("button", name="b8=N").click()
    expect_moves(page, "b8=N")


def test_a_piece_is_dragged(page: Page, studio: RunningStudio) -> None:
    """A piece goes where it is dropped."""
    open_table(page, studio.url, "chess", ["human", "human"])
    page.mouse.move(*middle(page, "e2"))
    page.mouse.down()
    page.mouse.move(*middle(page, "e4"), steps=5)
    page.mouse.up()
    expect_moves(page, "e4")


def test_backgammon_rolls_its_dice_by_itself_and_by_hand(page: Page, studio: RunningStudio) -> None:
    """Dice are shown before a move, which is made piece by piece in any order; by hand they wait for the button."""
    open_table(page, studio.url, "backgammon", ["human", "human"])
    expect(page.locator(".dice-text")).to_have_text("rolled 1 and 6")
    expect(page.locator(".die")).to_have_count(2)
    expect(status(page)).to_contain_text("Black is to move")
    button(page, "Roll by hand").click()
    tap(page, "1", "7")
    expect(page.locator(".board-mark-target").first).to_be_attached()
    tap(page, "1", "2")
    expect_moves(page, "16", "24/23 24/18")
    button(page, "Roll").click()
    expect(moves(page)).to_have_count(3)
    expect(page.locator(".dice-text")).to_contain_text("rolled")
    expect(status(page)).to_contain_text("White is to move")


def test_a_move_of_two_dice_has_two_arrows(page: Page, studio: RunningStudio) -> None:
    """A hint in backgammon points along both dice, be it with two pieces or with one that goes on."""
    open_table(page, studio.url, "backgammon", ["human", "human"], moves="16,24/23 24/18,63")
    expect_playable(page)
    button(page, "Hint").click()
    expect(page.locator(".board-mark-path polygon")).to_have_count(2)
    expect(page.locator(".shell-notice")).to_contain_text("Hint:")


def test_go_with_a_pass(page: Page, studio: RunningStudio) -> None:
    """A stone by its point, a pass by its button, and two passes end the game."""
    open_table(page, studio.url, "go:size=5", ["human", "human"])
    tap(page, "C3")
    expect_moves(page, "C3")
    button(page, "pass").click()
    expect_moves(page, "C3", "pass")
    button(page, "pass").click()
    expect(status(page)).to_contain_text("Black wins")


def test_undo_redo_and_a_move_of_ones_own_instead(page: Page, studio: RunningStudio) -> None:
    """Undo goes back to one's last turn, redo brings the answer too, and another move forgets it."""
    open_table(page, studio.url, "connect_four", ["human", "alphabeta:depth=2"])
    tap(page, "4")
    expect(moves(page)).to_have_count(2)
    expect(status(page)).to_contain_text("Your move")
    played = moves(page).all_text_contents()
    button(page, "Undo").click()
    expect(moves(page)).to_have_count(0)
    button(page, "Redo").click()
    expect_moves(page, *played)
    button(page, "Undo").click()
    tap(page, "1")
    expect(moves(page).first).to_have_text("1")
    expect(button(page, "Redo")).to_be_disabled()


def test_a_move_of_an_engine_that_was_taken_back_from_is_not_played(page: Page, studio: RunningStudio) -> None:
    """Undo while the engine thinks ends its search, and nothing is played into the position before."""
    compiled(studio, "connect_four")
    open_table(page, studio.url, "connect_four", ["human", THINKER])
    tap(page, "4")
    expect(button(page, "Move now")).to_be_enabled()
    button(page, "Undo").click()
    expect(moves(page)).to_have_count(0)
    expect(status(page)).to_contain_text("Your move")
    tap(page, "1")
    expect(moves(page).first).to_have_text("1")
    expect(page.locator(".thinking-facts")).to_contain_text("depth")
    button(page, "Move now").click()
    expect(moves(page)).to_have_count(2)


def test_looking_back_values_and_hints(page: Page, studio: RunningStudio) -> None:
    """Arrow keys look at earlier positions, values stand on the board, and a hint is told."""
    open_table(page, studio.url, "connect_four:width=4,height=4", ["human", "human"], moves="1,2,3")
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_contain_text("After move 2 of 3")
    button(page, "Back to the game").click()
    expect(status(page)).to_contain_text("Yellow is to move")
    button(page, "Show values").click()
    expect(page.locator(".board-value")).to_have_count(4)
    button(page, "Hint").click()
    expect(page.locator(".shell-notice")).to_contain_text("Hint:")
    expect(page.locator(".board-mark-path")).to_have_count(1)
    page.locator(".thinking-move").nth(1).hover()
    expect(page.locator(".board-mark-path")).to_have_count(2)


def test_the_worst_move_is_found_and_tried_again(page: Page, studio: RunningStudio) -> None:
    """A blunder is named, and the game goes on from before it."""
    open_table(page, studio.url, "connect_four:width=5,height=4,connect=3", ["human", "human"], moves="1,3,1,4,5")
    button(page, "What was my worst move?").click()
    verdict = page.locator(".review-verdict").first
    expect(verdict).to_contain_text("Red’s worst move was 1. 1: worth 1 before it, −1 after it.")
    better = verdict.locator("p", has_text="Better was").get_by_role("button")
    expect(better).to_have_text(re.compile("^3 "))
    better.click()
    expect(status(page)).to_contain_text("After move 0 of 5")
    expect(page.locator(".board-mark-path").nth(1)).to_be_attached()
    verdict.locator("p", has_text="It allowed").get_by_role("button").click()
    expect(status(page)).to_contain_text("After move 1 of 5")
    page.get_by_role("button", name="Take it back and try again").first.click()
    expect(moves(page)).to_have_count(0)
    expect(status(page)).to_contain_text("Red is to move")


def test_the_moves_of_a_game_are_guessed(page: Page, studio: RunningStudio) -> None:
    """What was played is seen after a guess alone; a wrong one is compared with it, and the score counts those asked about."""
    open_table(page, studio.url, "connect_four:width=4,height=4", ["human", "human"], moves="1,2,1,3")
    button(page, "Guess the moves").click()
    expect(status(page)).to_contain_text("What did Red play? move 1 of 4")
    expect(moves(page)).to_have_count(0)
    tap(page, "1")
    expect(page.locator(".guess-verdict")).to_have_text("Right: 1.")
    expect_moves(page, "1")
    tap(page, "4")
    expect(page.locator(".guess-verdict")).to_contain_text(
        re.compile(r"No: Yellow played 2, not 4\. alphabeta:time=1 says: 2 \S+, 4 \S+\.")
    )
    expect(page.get_by_label("Score", exact=True)).to_have_text("1 of 2 right")
    page.get_by_label("Whose moves").select_option(label="moves of Yellow")
    expect(status(page)).to_contain_text("What did Yellow play? move 4 of 4")
    expect_moves(page, "1", "2", "1")
    button(page, "Tell me").click()
    expect(page.locator(".shell-notice")).to_contain_text("Yellow played 3. That was the last one: 1 of 3 right.")
    expect_moves(page, "1", "2", "1", "3")
    expect(status(page)).to_contain_text("Red is to move")


def test_resigning_and_flipping(page: Page, studio: RunningStudio) -> None:
    """The board turns around, and who resigns has lost."""
    open_table(page, studio.url, "chess", ["human", "human"])
    before = middle(page, "a1")
    button(page, "Flip").click()
    after = middle(page, "a1")
    assert after[0] > before[0]
    assert after[1] < before[1]
    tap(page, "e2", "e4")
    expect_moves(page, "e4")
    button(page, "Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(status(page)).to_contain_text("White wins Black resigned")


def test_positions_and_records_are_read_and_written(page: Page, studio: RunningStudio) -> None:
    """A record that is pasted is the game; what is no record is refused in one sentence, and the game stays."""
    open_table(page, studio.url, "chess", ["human", "human"])
    page.get_by_text("Position and record").click()
    text = page.get_by_label("Read a position or a record")
    text.fill("1. e4 e5 2. Nf3 *")
    button(page, "Read").click()
    expect_moves(page, "e4", "e5", "Nf3")
    expect(page.get_by_label("Position on the board")).to_have_value(re.compile("^rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"))
    text.fill("not a position")
    button(page, "Read").click()
    expect(page.locator(".shell-notice.is-error")).to_be_visible()
    expect_moves(page, "e4", "e5", "Nf3")
    with page.expect_download() as download:
        button(page, "Save record").click()
    assert download.value.suggested_filename == "chess.pgn"
    assert "1. e4 e5 2. Nf3" in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_phone(page: Page, studio: RunningStudio) -> None:
    """On a narrow screen nothing is wider than it, buttons are large enough for thumbs, and a move is played."""
    page.set_viewport_size({"width": 360, "height": 740})
    open_table(page, studio.url, "chess", ["human", "human"])
    tap(page, "e2", "e4")
    expect_moves(page, "e4")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = page.locator("button.button:visible").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(sizes) >= 44


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_are_readable(page: Page, studio: RunningStudio, theme: str) -> None:
    """Text and background are far apart in either theme, by the system's choice and by the button."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    open_table(page, studio.url, "connect_four", ["human", "human"])

    def brightness(part: str) -> float:
        channels = re.findall("[0-9.]+", page.evaluate(f"getComputedStyle(document.body).{part}"))
        return sum(map(float, channels[:3])) / 765

    assert (brightness("backgroundColor") < 0.2) == (theme == "dark")
    assert abs(brightness("color") - brightness("backgroundColor")) > 0.7
    page.get_by_role("button", name="Colours: system").click()
    page.get_by_role("button", name="Colours: light").click()
    assert brightness("backgroundColor") < 0.2
    reload(page)
    expect(page.get_by_role("button", name="Colours: dark")).to_be_visible()


def test_keyboard_alone(page: Page, studio: RunningStudio) -> None:
    """With Tab, arrows and Enter a piece is moved; the field for moves takes one by name."""
    open_table(page, studio.url, "chess", ["human", "human"])
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.board-picture') !== null"):
            break
    place = page.evaluate("document.activeElement.dataset.cell")
    assert place, "the board cannot be reached with Tab"
    walk(page, place, "g1")
    page.keyboard.press("Enter")
    walk(page, "g1", "f3")
    page.keyboard.press("Enter")
    expect_moves(page, "Nf3")
    page.get_by_label("Move by name").focus()
    page.keyboard.type("d5")
    page.keyboard.press("Enter")
    expect_moves(page, "Nf3", "d5")


def walk(page: Page, start: str, end: str) -> None:
    """Go from one square to another with the arrow keys."""
    across, up = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    assert page.evaluate("document.activeElement.dataset.cell") == end
