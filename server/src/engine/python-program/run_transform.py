"""Runs one transform: waits with everything imported, is given code and tables, calls it, and leaves what it made in a file.

A process belongs to one run and ends with it. What it says over descriptor 3 it says in the presence of a user's
code, so the listener trusts none of it.
"""

import json
import os
import resource
import sys

# Nothing is found by itself: the interpreter looks nowhere.
sys.path += ["/program", "/python/packages"]

import pyarrow
import pyarrow.compute
import pyarrow.parquet

import give_tables
import keep_logs
import load_code
import take_result
import tell_failure

NODE = 3
RESULT = "/own/result.parquet"


def main():
    say({"ready": True})
    request = hear()
    limit_processor_time(request["cpu_seconds"])
    logs = keep_logs.begin()
    try:
        run(request)
        answer = {"made": True}
    except BaseException as error:  # Also SystemExit and what Rust calls a panic.
        answer = {"failed": tell_failure.describe(error)}
    logs.end()
    say(answer)
    # At once: threads and exit handlers of the code have had their time.
    os._exit(0)


def run(request):
    module = load_code.load(request["code"])
    tables = give_tables.give(request["tables"], module.transform)
    # What a placeholder stands for.
    module.tables = tables
    made = module.transform(tables)
    take_result.take(made, RESULT)


def limit_processor_time(seconds):
    """Importing is not the code's: it counts from here."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def say(message):
    rest = json.dumps(message).encode() + b"\n"
    while rest:
        rest = rest[os.write(NODE, rest) :]


def hear():
    parts = []
    while not parts or not parts[-1].endswith(b"\n"):
        part = os.read(NODE, 1 << 16)
        if not part:
            # The service is gone.
            os._exit(0)
        parts.append(part)
    return json.loads(b"".join(parts))


main()
