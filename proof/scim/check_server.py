"""Checks a SCIM server with scim2-tester and prints what it found as one JSON object."""

import json
import os
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

http = Client(base_url=sys.argv[1], headers={"Authorization": f"Bearer {os.environ['KEY']}"}, timeout=60)
results = check_server(SyncSCIMClient(http))


def said(result):
    """On one line, and not all of it."""
    reason = " ".join(str(result.reason).split())[:1200]
    return f"{result.title} {result.resource_type or ''}: {result.status.name}: {reason}"


failed = [r for r in results if r.status not in (Status.SUCCESS, Status.SKIPPED)]
print(
    json.dumps(
        {
            "checks": len(results),
            "succeeded": sum(r.status == Status.SUCCESS for r in results),
            "skipped": sum(r.status == Status.SKIPPED for r in results),
            "users": sum(r.resource_type == "User" and r.status == Status.SUCCESS for r in results),
            "groups": sum(r.resource_type == "Group" and r.status == Status.SUCCESS for r in results),
            "failed": [said(r) for r in failed],
        }
    )
)
