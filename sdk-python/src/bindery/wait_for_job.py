from __future__ import annotations

import time
from collections.abc import Callable

from .generated.api import Api
from .generated.models import Job
from .problem import BinderyJobFailed

_FIRST_LOOK_SECONDS = 0.2
_LONGEST_LOOK_SECONDS = 2.0


def wait_for_job(api: Api, job_id: str, on_progress: Callable[[Job], None] | None = None) -> Job:
    """Looks at a job, ever less often, until it has ended; raises when it failed."""
    look = _FIRST_LOOK_SECONDS
    while True:
        job = api.read_job(job_id)
        if on_progress:
            on_progress(job)
        if job["status"] == "succeeded":
            return job
        if job["status"] == "failed":
            raise BinderyJobFailed(job_id, job["error"])
        time.sleep(look)
        look = min(_LONGEST_LOOK_SECONDS, look * 1.5)
