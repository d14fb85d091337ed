"""The same function without a service around it. Usage: bare.py PACKAGES OUT NAMES FILE…; prints the seconds after its imports."""

import sys
import time

sys.path.append(sys.argv[1])

import pandas as pd
import pathlib

scope = {}
exec(pathlib.Path(__file__).with_name("monthly.py").read_text(), scope)
began = time.perf_counter()
out, names, *files = sys.argv[2:]
columns = dict(column.split("=") for column in names.split(","))
read = [pd.read_parquet(file, columns=list(columns)) for file in files]
lines = pd.concat(read, ignore_index=True) if len(read) > 1 else read[0]
scope["transform"]({"lines": lines.rename(columns=columns)}).to_parquet(out)
print(time.perf_counter() - began)
