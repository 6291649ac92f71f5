"""How a report looks, in light and in dark."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --back: light-dark(#f7f7f5, #131518); --surface: light-dark(#ffffff, #1c1f24);
  --ink: light-dark(#1a1d21, #eef0f2); --muted: light-dark(#565e68, #a8b0ba); --line: light-dark(#d8dbdf, #373d46);
  --good: light-dark(#d9f0e6, #17382d); --bad: light-dark(#fbe3d6, #43251a); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--back); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 0 0 0.75rem; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem;
  margin: 1rem 0; }
section > svg { max-width: 100%; height: auto; }
.scrolling { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); padding-bottom: 0.5rem; }
th, td { padding: 0.25rem 0.6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
.word { text-align: left; }
td.word { white-space: normal; min-width: 8rem; }
.above { background: var(--good); }
.below { background: var(--bad); }
.self, .note, footer { color: var(--muted); }
figure { margin: 0 0 1.5rem; }
.board { display: block; width: min(22rem, 100%); margin: 0.75rem 0; background: #ffffff; border-radius: 6px; }
.moves { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.85rem;
  overflow-wrap: anywhere; }
footer { font-size: 0.85rem; overflow-wrap: anywhere; }
"""
