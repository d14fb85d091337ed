"""Why a run failed, for the author of the code: in lines of their own code and no other."""

import traceback

from load_code import SCRIPT
from refused import Refused

MOST_FRAMES = 10
MOST_CHARACTERS = 2_000
FORMS_HINT = (
    "Tables are pyarrow tables unless the parameter says otherwise: "
    "def transform(tables: dict[str, pandas.DataFrame])."
)


def describe(error):
    if isinstance(error, Refused):
        return {"message": cut(str(error)), "line": None, "traceback": None, "suggestion": error.suggestion}
    what = f"{type(error).__name__}: {text_of(error)}".removesuffix(": ")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == SCRIPT]
    lines = traceback.StackSummary.from_list(frames[-MOST_FRAMES:]).format()
    return {
        "message": cut(what),
        "line": line_of(error, frames),
        "traceback": cut("".join(lines) + what) if frames else None,
        "suggestion": suggestion_for(error),
    }


def line_of(error, frames):
    if isinstance(error, SyntaxError) and error.filename == SCRIPT:
        return error.lineno
    return frames[-1].lineno if frames else None


def suggestion_for(error):
    is_taken_for_pandas = isinstance(error, AttributeError) and "'pyarrow.lib.Table'" in text_of(error)
    return FORMS_HINT if is_taken_for_pandas else None


def text_of(error):
    try:
        return error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        return ""


def cut(text):
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} …"
