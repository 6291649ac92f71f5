"""Kibitz's speeds in one run, side by side with the peers that are installed. `make bench` runs it and writes the page.

python benchmarks/run.py                    # everything, some minutes
python benchmarks/run.py --only perft       # one part
python benchmarks/run.py --write            # everything, and docs/benchmarks.md is replaced at the end
"""

from __future__ import annotations

import argparse

import alpha_beta
import counting
import endings
import middlegame
import ordering
import report
import scores
import simulations
import speeds
import starting

PARTS = {
    "speeds": speeds.measure,
    "perft": counting.measure,
    "scores": scores.measure,
    "alphabeta": alpha_beta.measure,
    "middlegame": middlegame.measure,
    "ordering": ordering.measure,
    "endings": endings.measure,
    "simulations": simulations.measure,
    "starting": starting.measure,
}


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and write the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, help="one part")
    parser.add_argument("--write", action="store_true", help=f"write {report.PAGE.name} in docs, when all parts are done")
    parser.add_argument("--tiny", action="store_true", help="so small that it only shows that everything works")
    wanted = parser.parse_args(arguments)
    if wanted.write and (wanted.only or wanted.tiny):
        parser.error("the page holds all parts of one whole run: --write goes with neither --only nor --tiny")
    sections: list[report.Section] = []
    loads = [report.load()]
    for name in [wanted.only] if wanted.only else PARTS:
        measured = PARTS[name](wanted.tiny)
        loads.append(report.load())
        for section in measured:
            print(f"{section.text}\n", flush=True)
        sections += measured
    print(report.summary(sections))
    if wanted.write:
        report.write(report.page(sections, loads), report.PAGE)
        print(f"written: {report.PAGE}")


if __name__ == "__main__":
    main()
