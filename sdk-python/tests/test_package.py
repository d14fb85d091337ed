from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

FOLDER = Path(__file__).parents[1]


def test_the_package_is_built_with_its_types_and_without_its_tests(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=FOLDER, check=True, capture_output=True)

    (wheel,) = tmp_path.glob("bindery_data-*.whl")
    names = ZipFile(wheel).namelist()

    assert {"bindery/py.typed", "bindery/generated/api.py", "bindery/client.py"} <= set(names)
    assert not any("test" in name for name in names)


def test_the_libraries_for_frames_are_loaded_only_when_they_are_asked_for() -> None:
    script = "import sys, bindery; print(sorted({'pandas', 'polars', 'pyarrow'} & set(sys.modules)))"

    printed = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout

    assert printed.strip() == "[]"
