"""Scores each case of a pack alone: the scorer, run once a case. Prints a line of JSON each: [case, scores]."""

import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile

scorer_path, pack, predictions = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("scorer", scorer_path)
scorer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scorer)

with open(os.path.join(pack, "MANIFEST.json")) as manifest:
    cases = json.load(manifest)["cases"]

with tempfile.TemporaryDirectory() as alone:
    for name in {case["id"].split("/")[0] for case in cases}:
        os.symlink(os.path.realpath(os.path.join(pack, name)), os.path.join(alone, name))
    scores = os.path.join(alone, "scores.json")
    for case in cases:
        with open(os.path.join(alone, "MANIFEST.json"), "w") as manifest:
            json.dump({"cases": [case]}, manifest)
        sys.argv = ["scorer", alone, "--pred", predictions, "--json", scores]
        with contextlib.redirect_stdout(io.StringIO()):
            scorer.main()
        with open(scores) as scored:
            print(json.dumps([case["id"], json.load(scored)]))
