"""Reads tables at versions in one engine and writes down what it found: types, and every value as a text that all engines share.

    read-tables.py <bindery|pyiceberg|spark|duckdb> <work.json> <answers.ndjson>

`work.json` names the service, a token, the workbook and the tables; `is_deaf` makes PyIceberg overlook position deletes.
"""

import importlib.util
import json
import struct
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import pyarrow as pa


def texts(column):
    """Cells as texts: numbers by their digits, doubles by their bits, times by their microseconds."""
    kind = column.type
    if pa.types.is_timestamp(kind) or pa.types.is_time(kind):
        column = column.cast(pa.int64())
    return [text(value) for value in column.to_pylist()]


def text(value):
    if value is None:
        return None
    if isinstance(value, float):
        return struct.pack(">d", value).hex()
    return str(value)


def sorted_rows(table):
    """Rows in the order of row ids; each engine has an order of its own."""
    table = table.combine_chunks().sort_by("__svc_row_id")
    names = ["__svc_row_id", *(name for name in table.column_names if name != "__svc_row_id")]
    rows = zip(*(texts(table.column(name)) for name in names))
    return {"columns": names, "rows": [list(row) for row in rows]}


def in_bindery(work):
    def read(name, label):
        place = f"{work['service']}/api/v1/workbooks/{work['workbook']}/tables/{urllib.parse.quote(name, safe='')}/rows"
        query = {"format": "arrow", "limit": 10000, "as_of": f"version:{label}"}
        request = urllib.request.Request(f"{place}?{urllib.parse.urlencode(query)}")
        request.add_header("Authorization", f"Bearer {work['token']}")
        with urllib.request.urlopen(request) as answer:
            if answer.headers.get("x-svc-next-cursor"):
                raise SystemExit(f"{name} has more rows than a page")
            return pa.ipc.open_stream(answer.read()).read_all()

    for table in work["tables"]:
        for label, version in table["versions"].items():
            yield table["name"], version, {**sorted_rows(read(table["name"], label)), "types": table["types"][label]}


# By default these two would be lent credentials. So both ways to the files are taken.
SIGNED = ("header.X-Iceberg-Access-Delegation", "remote-signing")


def in_pyiceberg(work):
    from pyiceberg.catalog import load_catalog
    from pyiceberg.io.pyarrow import ArrowScan

    def scanned(table, version):
        scan = table.scan(snapshot_id=version)
        tasks = list(scan.plan_files())
        struck = {file.file_path: file.record_count for task in tasks for file in task.delete_files}
        for task in tasks if work["is_deaf"] else []:
            task.delete_files.clear()
        rows = ArrowScan(table.metadata, table.io, scan.projection(), scan.row_filter).to_table(tasks)
        types = [str(field.field_type) for field in scan.projection().fields][1:]
        return {**sorted_rows(rows), "types": types, "struck": sum(struck.values())}

    catalog = load_catalog(
        "bindery", type="rest", uri=f"{work['service']}/iceberg", token=work["token"], **{SIGNED[0]: SIGNED[1]}
    )
    for table in work["tables"]:
        loaded = catalog.load_table((work["workbook"], table["name"]))
        for version in table["versions"].values():
            yield table["name"], version, scanned(loaded, version)


def in_spark(work):
    from pyspark.sql import SparkSession

    place = "spark.sql.catalog.bindery"
    settings = {
        "spark.jars": ",".join(str(jar) for jar in Path(sys.prefix, "jars").glob("*.jar")),
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "1",
        place: "org.apache.iceberg.spark.SparkCatalog",
        f"{place}.type": "rest",
        f"{place}.uri": f"{work['service']}/iceberg",
        f"{place}.token": work["token"],
        f"{place}.{SIGNED[0]}": SIGNED[1],
    }
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    for table in work["tables"]:
        name = f"bindery.{work['workbook']}.`{table['name']}`"
        for version in table["versions"].values():
            try:
                found = spark.sql(f"SELECT * FROM {name} VERSION AS OF {version}")
                types = [field.dataType.simpleString() for field in found.schema.fields][1:]
                yield table["name"], version, {**sorted_rows(found.toArrow()), "types": types}
            except Exception as error:
                yield table["name"], version, {"refused": str(error)[:2000]}


def in_duckdb(work):
    """By credentials that the catalog lends: DuckDB has no other way."""
    import duckdb

    def quoted(name):
        return '"' + name.replace('"', '""') + '"'

    connection = duckdb.connect()
    for extension in ("httpfs", "avro", "iceberg"):
        package = importlib.util.find_spec(f"duckdb_extension_{extension}").submodule_search_locations[0]
        (file,) = Path(package).glob(f"extensions/*/{extension}.duckdb_extension")
        connection.execute(f"LOAD '{file}'")
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute(f"ATTACH '' AS bindery (TYPE iceberg, ENDPOINT '{work['service']}/iceberg', TOKEN '{work['token']}')")
    for table in work["tables"]:
        name = f"bindery.{quoted(work['workbook'])}.{quoted(table['name'])}"
        for version in table["versions"].values():
            found = connection.sql(f"SELECT * FROM {name} AT (VERSION => {version})")
            types = [str(kind) for kind in found.types][1:]
            yield table["name"], version, {**sorted_rows(found.to_arrow_table()), "types": types}


ENGINES = {"duckdb": in_duckdb, "bindery": in_bindery, "pyiceberg": in_pyiceberg, "spark": in_spark}

if __name__ == "__main__":
    engine, work, answers = sys.argv[1:]
    with open(answers, "w", encoding="utf-8") as file:
        for table, version, answer in ENGINES[engine](json.loads(Path(work).read_text(encoding="utf-8"))):
            file.write(json.dumps({"table": table, "version": version, **answer}) + "\n")
