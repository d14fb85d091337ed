from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Union
from urllib.parse import parse_qs, urlsplit

from .files import FileInput, filename_of, size_of
from .generated.api import Api
from .progress import OnProgress, draw_progress
from .wait_for_job import wait_for_job

if TYPE_CHECKING:
    from .generated.models import CreateUploadBody, Uploaded, UploadSourceBody

Mode = Literal["auto", "staged"]
Structuring = Literal["auto", "skip", "defer"]
# True draws a bar; a function is called.
ProgressWish = Union[bool, OnProgress]

# From here on a file goes to a slot: it may be as large as 1 GB there, and is read in the background.
_SLOT_FROM_BYTES = 50 * 1024 * 1024


def upload_file(
    api: Api,
    workbook_id: str,
    file: FileInput,
    *,
    mode: Mode | None = None,
    structuring: Structuring | None = None,
    in_background: bool = False,
    progress: ProgressWish = False,
    slot_from_bytes: int = _SLOT_FROM_BYTES,
    idempotency_key: str | None = None,
) -> Uploaded:
    """Sends a file and tells what became of it, once its tables are there."""
    on_progress = draw_progress if progress is True else progress or None
    if size_of(file) >= slot_from_bytes:
        answer = _upload_to_slot(api, workbook_id, file, mode, structuring, on_progress, idempotency_key)
    else:
        body: UploadSourceBody = {"file": file, "async": in_background}
        if mode:
            body["mode"] = mode
        if structuring:
            body["structuring"] = structuring
        answer = api.upload_source(workbook_id, body, on_progress=on_progress, idempotency_key=idempotency_key)
    if "job_id" not in answer:
        return answer
    # The result of such a job is what the upload would have answered at once.
    result: Uploaded = wait_for_job(api, answer["job_id"])["result"]
    return result


def _upload_to_slot(
    api: Api,
    workbook_id: str,
    file: FileInput,
    mode: Mode | None,
    structuring: Structuring | None,
    on_progress: OnProgress | None,
    idempotency_key: str | None,
) -> Uploaded:
    body: CreateUploadBody = {"filename": filename_of(file), "size_bytes": size_of(file), "async": mode != "staged"}
    if mode:
        body["mode"] = mode
    if structuring:
        body["structuring"] = structuring
    slot = api.create_upload(workbook_id, body)
    address = parse_qs(urlsplit(slot.get("upload_url", "")).query)
    upload_id, signature = slot["upload_id"], address["sig"][0]
    api.put_upload(upload_id, file, expires=int(address["expires"][0]), sig=signature, on_progress=on_progress)
    return api.ingest_upload(upload_id, idempotency_key=idempotency_key)
