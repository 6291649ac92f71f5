/** What all pages have around them: name, navigation, theme, notices. */

import { client, ProtocolError } from "./client.js";
import { $, h } from "./dom.js";
import { recall, remember } from "./memory.js";

const PAGES = [
  ["play", "/", "Play"],
  ["watch", "/watch", "Watch"],
  ["pacman", "/pacman", "Pacman"],
  ["trees", "/trees", "Tree lab"],
  ["search", "/search", "Search"],
  ["experiments", "/experiments", "Experiments"],
  ["tournaments", "/tournaments", "Tournaments"],
];

const THEMES = { system: "Colours: system", light: "Colours: light", dark: "Colours: dark" };

/** How long a notice stays, in milliseconds: long enough to be read twice. */
const NOTICE_TIME = 7000;

/**
 * Returns the page's main element, below the header that it puts around it.
 * @param {string} page which of the pages this is
 * @returns {HTMLElement}
 */
export function mountShell(page) {
  const main = h("main", { id: "app", tabindex: "-1" });
  document.body.replaceChildren(
    h("a", { class: "skip-link", href: "#app", text: "Skip to the page", on: { click: (event) => skip(event, main) } }),
    h("header", { class: "shell-header" }, h("a", { class: "shell-name", href: "/", text: "Kibitz" }), navigation(page), themeButton()),
    h("div", { class: "shell-connection", id: "connection", role: "status" }),
    main,
    h("div", { class: "visually-hidden", id: "announcement", "aria-live": "polite", role: "status" }),
    h("div", { class: "shell-notices", id: "notices", "aria-live": "polite" }),
  );
  $("nav a[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone there is no room for all
  client.onState((state) => {
    const lost = state === "lost";
    $("#connection").textContent = lost ? "The connection to Kibitz is lost; nothing is forgotten, and it is tried again." : "";
    $("#connection").classList.toggle("is-lost", lost);
  });
  return main;
}

/**
 * Says something to people who listen to the page rather than look at it.
 * @param {string} text
 */
export function announce(text) {
  const place = $("#announcement");
  // The same words twice are said twice only if the text changes.
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a notice for some seconds; focus stays where it is.
 * @param {string} text
 * @param {"info" | "error"} [kind]
 */
export function notify(text, kind = "info") {
  const notice = h("div", { class: `shell-notice is-${kind}` }, h("span", { text }));
  notice.append(h("button", { class: "button is-quiet", type: "button", "aria-label": "Dismiss", text: "×", on: { click: () => notice.remove() } }));
  for (const older of $("#notices").children) if (older.firstChild.textContent === text) older.remove();
  $("#notices").append(notice);
  setTimeout(() => notice.remove(), NOTICE_TIME);
}

/**
 * Does something, and shows in a notice what the server has against it.
 * @param {() => Promise<void>} work
 */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    notify(error.message, "error");
  }
}

/** Goes to the page without a trace in the address, whose fragment holds what the page shows. */
function skip(event, main) {
  event.preventDefault();
  main.focus();
}

function navigation(current) {
  const links = PAGES.map(([page, href, title]) => h("a", { href, text: title, "aria-current": page === current ? "page" : null }));
  return h("nav", { "aria-label": "Pages" }, ...links);
}

function themeButton() {
  const button = h("button", { class: "button is-quiet shell-theme", type: "button" });
  const show = (theme) => {
    button.replaceChildren(h("span", { "aria-hidden": "true", text: "◐" }), h("span", { class: "shell-theme-name", text: THEMES[theme] }));
    button.setAttribute("aria-label", THEMES[theme]);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  const names = Object.keys(THEMES);
  let theme = names.includes(recall("theme", "system")) ? recall("theme", "system") : "system";
  show(theme);
  button.addEventListener("click", () => {
    theme = names[(names.indexOf(theme) + 1) % names.length];
    remember("theme", theme);
    show(theme);
  });
  return button;
}
