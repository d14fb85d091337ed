"""Makes the packs of realistic files: python3 packs/make.py FOLDER [pack …]

Each pack is a folder of cases, a case a folder with an input, what a careful person would make of it (truth.json) and what
makes it hard (about.md). Needs openpyxl (scripts/spreadsheet-peers installs it).
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACKS = ("desk", "edge", "mail")


def main(folder: str, *names: str) -> None:
    for name in names or PACKS:
        into = Path(folder).resolve() / name
        into.mkdir(parents=True, exist_ok=True)
        for program in sorted((HERE / name).glob("batch*.py")):
            subprocess.run([sys.executable, program], check=True, env={**os.environ, "PACK": str(into)})
        print(f"{name}: {len(list(into.glob('*/truth.json')))} cases in {into}")


if __name__ == "__main__":
    main(*sys.argv[1:])
