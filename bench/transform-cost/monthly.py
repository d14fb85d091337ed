import pandas as pd


def transform(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    lines = tables["lines"]
    lines["revenue"] = lines["price"].astype("float64") * (1 - lines["discount"].astype("float64"))
    lines["month"] = pd.to_datetime(lines["shipped_on"]).dt.to_period("M").dt.to_timestamp()
    made = lines.groupby(["mode", "flag", "month"], observed=True)
    return made.agg(n=("revenue", "size"), pieces=("quantity", "sum"), revenue=("revenue", "sum")).reset_index()
