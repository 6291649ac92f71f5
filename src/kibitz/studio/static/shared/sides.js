/** What the players of a game are called and which colours their pieces have: as its picture says, else by their turn. */

const SEATS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** What stands before the names and colours in the text of a picture. */
const SIDES = /<svg\b[^>]*\sdata-sides="([^"]*)"/;

/** Nothing else is taken for a colour. */
const COLOUR = /^#(?:[0-9a-f]{3}){1,2}$/i;

/**
 * Returns what a seat is called where nothing is known of the game.
 * @param {number} player
 */
export function seatName(player) {
  return player < 0 ? "chance" : (SEATS[player] ?? `player ${player + 1}`);
}

export class Sides {
  /** @type {string[]} */
  #names = [];
  #followed = "";
  /** How many players there are; 0 before that is known. */
  count = 0;

  /**
   * Takes the names from a position's picture, and gives the page the colours as `--side-0`, `--side-1` and so on.
   * @param {{svg: string | null, players: number}} position
   */
  follow({ svg, players }) {
    this.count = players;
    const [, told = ""] = svg?.match(SIDES) ?? [];
    if (told === this.#followed) return;
    this.#followed = told;
    const sides = told.split(",").map((side) => side.trim().split(/\s+(?=#)/)).filter(([name, colour]) => name && COLOUR.test(colour ?? ""));
    this.#names = sides.map(([name]) => name);
    for (const player of SEATS.keys()) {
      const colour = sides[player]?.[1];
      if (colour) document.documentElement.style.setProperty(`--side-${player}`, colour);
      else document.documentElement.style.removeProperty(`--side-${player}`);
    }
  }

  /** Whether the players have names of their own. */
  get areNamed() {
    return this.#names.length > 0;
  }

  /**
   * Returns what a player is called at the beginning of a sentence: "White" or "First".
   * @param {number} player
   */
  head(player) {
    const name = this.name(player);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /**
   * Returns what a player is called: "White" or "first".
   * @param {number} player
   */
  name(player) {
    return this.#names[player] ?? seatName(player);
  }

  /**
   * Returns what a player is called within a sentence: "White" or "the first player".
   * @param {number} player
   */
  the(player) {
    return this.#names[player] ?? (player < 0 ? "chance" : `the ${seatName(player)} player`);
  }
}
