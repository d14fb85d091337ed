"""Trains boosted trees on a file of features and writes them as JSON, with a table that turns scores into frequencies.

  train.py FEATURES.jsonl MODEL.json [--examples FILE] [--out-of-fold FILE] [--monotone NAME=1,...] [--rounds N]

Each line of FEATURES: {"id", "group", "label": 0 or 1, "weight"?, "verdict"?, "features": {name: number}}. Rows of one group stay
in one fold: what is left out is new to the trees in every respect. Same bytes in, same bytes out: one thread, fixed seeds.
"""

import argparse
import hashlib
import json
from pathlib import Path

import lightgbm
import numpy

FOLDS = 10
# Features and thresholds have so many decimals: a threshold is the middle of two features, so that rounding moves none past it.
FEATURE_DECIMALS = 4
THRESHOLD_DECIMALS = 5
LEAF_DECIMALS = 12
# A step of the calibration stands for at least so much weight.
LEAST_POOL = 100

PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 40,
    "lambda_l2": 5.0,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 63,
    "use_missing": False,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "seed": 7,
    "verbose": -1,
}


def read_rows(path):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    names = sorted({name for row in rows for name in row["features"]})
    values = numpy.array([[round(row["features"].get(name, 0), FEATURE_DECIMALS) for name in names] for row in rows])
    labels = numpy.array([row["label"] for row in rows], dtype=float)
    weights = numpy.array([row.get("weight", 1) for row in rows], dtype=float)
    return rows, names, values, labels, weights


def fold_of(group):
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % FOLDS


def fit(names, values, labels, weights, rounds, monotone):
    parameters = dict(PARAMETERS)
    if monotone:
        parameters["monotone_constraints"] = [monotone.get(name, 0) for name in names]
    data = lightgbm.Dataset(values, label=labels, weight=weights, feature_name=names)
    return lightgbm.train(parameters, data, num_boost_round=rounds)


def out_of_fold(names, values, labels, weights, folds, rounds, monotone):
    scores = numpy.zeros(len(labels))
    for fold in range(FOLDS):
        left = folds == fold
        if not left.any():
            continue
        kept = ~left
        scores[left] = fit(names, values[kept], labels[kept], weights[kept], rounds, monotone).predict(
            values[left], raw_score=True
        )
    return scores


def isotonic(scores, labels, weights):
    """Neighbouring scores are put together by LEAST_POOL, and then until the shares of right ones rise."""
    pools, open_pool = [], None
    for at in numpy.argsort(scores, kind="stable"):
        one = [scores[at] * weights[at], labels[at] * weights[at], weights[at]]
        open_pool = joined(open_pool, one) if open_pool else one
        if open_pool[2] >= LEAST_POOL:
            add_rising(pools, open_pool)
            open_pool = None
    if open_pool:
        # Too few to stand alone.
        add_rising(pools, joined(pools.pop(), open_pool) if pools else open_pool)
    # One more right and one more wrong: no number of right ones makes sure.
    return {
        "score": [round(float(score / weight), 4) for score, _, weight in pools],
        "share": [round(float((right + 1) / (weight + 2)), 4) for _, right, weight in pools],
    }


def add_rising(pools, pool):
    pools.append(pool)
    while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
        last = pools.pop()
        pools[-1] = joined(pools[-1], last)


def joined(one, other):
    return [a + b for a, b in zip(one, other)]


def calibrated(table, scores):
    return numpy.interp(scores, table["score"], table["share"])


def calibrated_out_of_fold(scores, labels, weights, folds):
    """What a table made of the other folds says of each fold."""
    said = numpy.zeros(len(scores))
    for fold in range(FOLDS):
        left = folds == fold
        if left.any():
            said[left] = calibrated(isotonic(scores[~left], labels[~left], weights[~left]), scores[left])
    return said


def rounded_threshold(threshold):
    # LightGBM puts 1e-35 where a split divides zero from the rest.
    if -1e-30 < threshold < 0:
        return -0.5 * 10**-FEATURE_DECIMALS
    return round(threshold, THRESHOLD_DECIMALS) + 0.0


def tree_of(structure):
    """The splits of a tree in the order in which they are met, and its leaves; see tree-model.ts."""
    tree = {"feature": [], "atMost": [], "left": [], "right": [], "leaf": [], "mean": []}

    def add(node):
        if "leaf_value" in node:
            tree["leaf"].append(round(node["leaf_value"], LEAF_DECIMALS) + 0.0)
            return -len(tree["leaf"]), node["leaf_value"], node.get("leaf_count", 1)
        at = len(tree["feature"])
        tree["feature"].append(node["split_feature"])
        tree["atMost"].append(rounded_threshold(node["threshold"]))
        for key in ("left", "right", "mean"):
            tree[key].append(0)
        left, left_mean, left_count = add(node["left_child"])
        right, right_mean, right_count = add(node["right_child"])
        mean = (left_mean * left_count + right_mean * right_count) / max(1, left_count + right_count)
        tree["left"][at], tree["right"][at], tree["mean"][at] = left, right, round(mean, 5) + 0.0
        return at, mean, left_count + right_count

    add(structure)
    return tree


def model_of(booster, names, calibration):
    trees = [tree_of(info["tree_structure"]) for info in booster.dump_model()["tree_info"]]
    return {"features": names, "trees": trees, "calibration": calibration}


def shown(said, labels, weights):
    """How far what is said is from what is true, over tenths."""
    tenths = numpy.minimum(9, numpy.floor(said * 10)).astype(int)
    lines, apart = [], 0.0
    for tenth in range(10):
        its = tenths == tenth
        if its.any():
            mean, true = numpy.average(said[its], weights=weights[its]), numpy.average(labels[its], weights=weights[its])
            apart += abs(mean - true) * weights[its].sum()
            lines.append(f"  {tenth / 10:.1f}: said {mean:.3f}, right {true:.3f} of {its.sum()}")
    return apart / weights.sum(), lines


def thresholds(rows, said):
    """What a person would be asked and what would be missed if tables that are less sure were asked about; by files and by sheets."""
    cases = {}
    for row, share in zip(rows, said):
        if "verdict" in row:
            key = ("files" if row["group"].startswith("file ") else "sheets", row["id"].rsplit("/", 1)[0])
            cases[key] = (row["verdict"], min(share, cases.get(key, ("", 1))[1]))
    for kind in ("sheets", "files"):
        its = [case for (of, _), case in cases.items() if of == kind]
        for below in (0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9) if its else ():
            asked = [verdict for verdict, share in its if share < below]
            others = [verdict for verdict, share in its if share >= below]
            yield (
                f"  {kind} below {below:.2f}: {len(asked) / len(its):.3f} asked, {asked.count('right') / len(its):.3f} needlessly; "
                f"of the others {others.count('wrong') / max(1, len(others)):.3f} wrong"
            )


def write_json(path, content):
    Path(path).write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("features", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--examples", help="where some rows go, each with what LightGBM itself says of it")
    parser.add_argument("--out-of-fold", help="where every row goes with what is said of it by trees that have not seen its group")
    parser.add_argument("--monotone", default="", help="features that only raise (1) or lower (-1) the score")
    parser.add_argument("--rounds", type=int, default=300)
    asked = parser.parse_args()

    monotone = {name: int(sign) for name, sign in (each.split("=") for each in asked.monotone.split(",") if each)}
    rows, names, values, labels, weights = read_rows(asked.features)
    folds = numpy.array([fold_of(row["group"]) for row in rows])
    scores = out_of_fold(names, values, labels, weights, folds, asked.rounds, monotone)
    said = calibrated_out_of_fold(scores, labels, weights, folds)
    booster = fit(names, values, labels, weights, asked.rounds, monotone)
    write_json(asked.model, model_of(booster, names, isotonic(scores, labels, weights)))

    apart, lines = shown(said, labels, weights)
    print(f"{len(rows)} rows, {len(set(row['group'] for row in rows))} groups, {labels.mean():.3f} right")
    print(f"out of fold: apart by {apart:.4f}", *lines, *thresholds(rows, said), sep="\n")
    if asked.out_of_fold:
        with open(asked.out_of_fold, "w", encoding="utf-8") as out:
            for row, share in zip(rows, said):
                line = {key: row.get(key) for key in ("id", "group", "label", "verdict")} | {"said": round(float(share), 4)}
                out.write(json.dumps(line) + "\n")
    if asked.examples:
        some = numpy.unique(numpy.linspace(0, len(rows) - 1, 40).astype(int))
        raw = booster.predict(values[some], raw_score=True)
        examples = [
            {"features": dict(zip(names, values[at].tolist())), "score": float(score)} for at, score in zip(some, raw)
        ]
        write_json(asked.examples, examples)


if __name__ == "__main__":
    main()
