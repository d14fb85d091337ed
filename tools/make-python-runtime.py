"""Copies the interpreter that runs this, its standard library and the libraries of all there is, into a folder.

Usage: make-python-runtime.py FOLDER, which holds the packages already. Inside the sandbox the folder is /python.
"""

import compileall
import pathlib
import py_compile
import re
import shutil
import subprocess
import sys
import sysconfig

#: Parts of the standard library that no transform needs: what installs, draws, debugs and tests.
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "site-packages", "dist-packages", "config-*", "test", "tests", "idlelib", "tkinter", "turtledemo",
    "turtle.py", "lib2to3", "ensurepip", "venv", "pydoc_data", "sitecustomize.py", "_tkinter*", "_curses*", "readline*", "nis.*",
    "_dbm*", "_gdbm*", "_test*", "_xxtest*", "ossaudiodev*",
)  # fmt: skip
#: They fit only the loader they came with, so they stay the host's.
OF_THE_C_LIBRARY = re.compile(r"^(ld-linux.*|lib(c|m|mvec|pthread|dl|rt|util|resolv|nsl|anl|nss_\w+))\.so")
INSIDE = "/python"


def main(folder: pathlib.Path):
    (folder / "bin").mkdir()
    interpreter = pathlib.Path(sys.executable).resolve()
    shutil.copy2(interpreter, folder / "bin/python3")
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, folder / "lib" / library.name, ignore=LEFT_OUT)
    drop_tests(folder / "packages")
    copy_libraries(folder, interpreter)
    compile_all(folder)


def drop_tests(packages: pathlib.Path):
    for name in ("tests", "include"):
        for found in list(packages.glob(f"**/{name}")):
            shutil.rmtree(found, ignore_errors=True)
    shutil.rmtree(packages / "bin", ignore_errors=True)


def copy_libraries(folder: pathlib.Path, interpreter: pathlib.Path):
    programs = [interpreter, *folder.glob("**/*.so"), *folder.glob("**/*.so.*")]
    needed = {path for program in programs for path in libraries_of(program)}
    outside = sorted(path for path in needed if folder not in path.parents)
    of_the_host = [path for path in outside if OF_THE_C_LIBRARY.match(path.name)]
    for path in outside:
        if path not in of_the_host:
            shutil.copy2(path.resolve(), folder / "lib" / path.name)
    (folder / "libraries.txt").write_text("".join(f"{path}\n" for path in of_the_host))


def libraries_of(program: pathlib.Path) -> list[pathlib.Path]:
    told = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout
    return [pathlib.Path(path) for path in re.findall(r"(?:=> |^\s*)(/\S+) \(0x", told, re.MULTILINE)]


def compile_all(folder: pathlib.Path):
    """Under the names the files have inside; never looked at again, since nothing there changes."""
    compileall.compile_dir(
        folder,
        quiet=1,
        stripdir=str(folder),
        prependdir=INSIDE,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )


main(pathlib.Path(sys.argv[1]).resolve())
