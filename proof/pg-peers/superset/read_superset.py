"""Connects Apache Superset to a workbook, makes datasets and a chart by Superset's REST API, and prints what it saw as one JSON object.
The environment says where to connect; SUPERSET_HOME is a folder with Superset's own database, which is thrown away afterwards."""

import ast
import json
import os
import sys

from superset.app import create_app

TABLE = "kinds"
MOST_ROWS = 1_000

client = create_app().test_client()
headers = {}


def ask(method, path, body=None):
    answer = client.open(f"/api/v1/{path}", method=method, json=body, headers=headers)
    if answer.status_code >= 300:
        raise SystemExit(f"{method} {path} was answered {answer.status_code}: {answer.get_data(as_text=True)[:2000]}")
    return answer.get_json()


def make_dataset(fields):
    """Its number, and its columns with the types that Superset found."""
    made = ask("POST", "dataset/", {"database": database, "schema": "public", **fields})["id"]
    return made, {column["column_name"]: column["type"] for column in ask("GET", f"dataset/{made}")["result"]["columns"]}


def read_chart(source, columns):
    """Saved with its query, and then asked for its data, as a dashboard does."""
    query = {"columns": columns, "metrics": [], "orderby": [["__svc_row_id", True]], "row_limit": MOST_ROWS}
    context = {"datasource": {"id": source, "type": "table"}, "queries": [query], "result_format": "json", "result_type": "full"}
    named = {"slice_name": f"Chart of {source}", "viz_type": "table", "datasource_id": source, "datasource_type": "table"}
    made = ask("POST", "chart/", {**named, "params": "{}", "query_context": json.dumps(context)})["id"]
    return ask("GET", f"chart/{made}/data/")["result"][0]["data"]


def as_text(value, kind):
    """JSON stands in charts as Python writes it."""
    if isinstance(value, str) and kind == "JSON":
        return json.dumps(ast.literal_eval(value))
    return json.dumps(value) if isinstance(value, (dict, list)) else value


sql = sys.argv[1]
login = {"username": "admin", "password": os.environ["SUPERSET_PASSWORD"], "provider": "db"}
headers["Authorization"] = f"Bearer {ask('POST', 'security/login', login)['access_token']}"
address = "postgresql+psycopg2://{PGUSER}:{PGPASSWORD}@{PGHOST}:{PGPORT}/{PGDATABASE}".format(**os.environ)
database = ask("POST", "database/", {"database_name": "Workbook", "sqlalchemy_uri": address, "expose_in_sqllab": True})["id"]
schemas = ask("GET", f"database/{database}/schemas/")["result"]
tables = [found["value"] for found in ask("GET", f"database/{database}/tables/?q=(schema_name:public)")["result"]]
table, kinds = make_dataset({"table_name": TABLE})
# The same by a query of the user's own, as datasets of SQL Lab are.
asked, _ = make_dataset({"table_name": "asked", "sql": sql.rpartition(" ORDER BY ")[0]})
columns = list(kinds)
rows = [[as_text(row[name], kinds[name] or "") for name in columns] for row in read_chart(asked, columns)]
if len(read_chart(table, columns)) != len(rows):
    raise SystemExit("the chart of the table has other rows than that of the query")
print(json.dumps({"schemas": schemas, "tables": tables, "columns": columns, "rows": rows}))
