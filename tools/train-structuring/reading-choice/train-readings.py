"""Tries out a learned choice between readings: what it gains on sheets of shapes that the trees have not seen, shape by shape.

  train-readings.py ROWS.jsonl

Rows come from reading-rows.ts. A label is a grade between 0 (wrong) and 1 (right, in the shape that is meant). The engine does
not use this choice: docs/structuring.md says why.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import train  # noqa: E402

ROUNDS = 150
# A reading must be likelier than the one that the rules chose by this much.
MARGIN = 0.15


def chosen(rows, shares, places):
    likeliest = max(places, key=lambda at: (shares[at], -rows[at]["n"]))
    by_rules = min(places, key=lambda at: rows[at]["n"])
    return likeliest if shares[likeliest] - shares[by_rules] >= MARGIN else by_rules


def counted(rows, regions, choose):
    shapes = defaultdict(Counter)
    for places in regions:
        row = rows[choose(places)]
        for key in (row["group"], "all"):
            shapes[key][row["verdict"]] += 1
            shapes[key]["as_meant"] += row["verdict"] == "right" and row["isAsMeant"]
    return shapes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path)
    asked = parser.parse_args()

    train.PARAMETERS["objective"] = "cross_entropy"
    rows, names, values, labels, weights = train.read_rows(asked.rows)
    folds = numpy.array([train.fold_of(row["group"]) for row in rows])
    unseen = train.out_of_fold(names, values, labels, weights, folds, ROUNDS, {})
    booster = train.fit(names, values, labels, weights, ROUNDS, {})
    seen = booster.predict(values, raw_score=True)

    regions = defaultdict(list)
    for at, row in enumerate(rows):
        regions[row["id"]].append(at)
    share = lambda scores: 1 / (1 + numpy.exp(-scores))
    unseen, seen = share(unseen), share(seen)
    ways = {
        "rules": lambda places: min(places, key=lambda at: rows[at]["n"]),
        "oof": lambda places: chosen(rows, unseen, places),
        "in_sample": lambda places: chosen(rows, seen, places),
        "best_possible": lambda places: max(places, key=lambda at: labels[at]),
    }
    counts = {name: counted(rows, list(regions.values()), choose) for name, choose in ways.items()}
    for shape in sorted(set(row["group"] for row in rows)) + ["all"]:
        line = {"shape": shape}
        for name, shapes in counts.items():
            line |= {f"{name}_{key}": shapes[shape][key] for key in ("right", "usable", "wrong", "as_meant")}
        print(json.dumps(line))


if __name__ == "__main__":
    main()
