"""Superset for one read: its database lies in a folder of its own, and requests come from the same process."""

import os

SECRET_KEY = os.environ["SUPERSET_SECRET_KEY"]
SQLALCHEMY_DATABASE_URI = f"sqlite:///{os.environ['SUPERSET_HOME']}/superset.db"
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
