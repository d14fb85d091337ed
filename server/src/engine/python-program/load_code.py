"""The code of a transform, as a module."""

import linecache
import sys
import types

from refused import Refused

#: What the code is called where an error names a line of it.
SCRIPT = "transform.py"


def load(code):
    # So that a printed traceback shows the lines.
    linecache.cache[SCRIPT] = (len(code), None, code.splitlines(keepends=True), SCRIPT)
    module = types.ModuleType("transform")
    module.__file__ = SCRIPT
    sys.modules["transform"] = module
    exec(compile(code, SCRIPT, "exec"), module.__dict__)
    if not callable(getattr(module, "transform", None)):
        raise Refused(
            "The code defines no function 'transform'.",
            "Define transform(tables), which returns a table.",
        )
    return module
