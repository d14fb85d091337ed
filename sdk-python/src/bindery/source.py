from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .download import Download
from .files import FileInput
from .generated.api import Api

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import models


class Source:
    """An uploaded file: how it is read, and how that is corrected."""

    def __init__(self, api: Api, workbook_id: str, name: str) -> None:
        self._api = api
        self.workbook_id = workbook_id
        self.name = name

    def read(self) -> models.Source:
        return self._api.read_source(self.workbook_id, self.name)

    def preview(self, *, sheet: str | None = None, range: str | None = None) -> models.SourcePreview:
        """Cells as the file has them."""
        return self._api.preview_source(self.workbook_id, self.name, sheet=sheet, range=range)

    def map(self, *, sheet: str | None = None, max_tokens: int | None = None) -> models.MapSourceAnswer:
        """The file in one text: what stands where, and what looks wrong."""
        return self._api.map_source(self.workbook_id, self.name, sheet=sheet, max_tokens=max_tokens)

    def find_cells(
        self, find: str, *, sheet: str | None = None, limit: int | None = None
    ) -> models.FindSourceCellsAnswer:
        """Cells that hold a text."""
        return self._api.find_source_cells(self.workbook_id, self.name, find=find, sheet=sheet, limit=limit)

    def analyze(self, *, keep_overrides: bool | None = None) -> models.AnalyzeSourceAnswer:
        return self._api.analyze_source(self.workbook_id, self.name, keep_overrides=keep_overrides)

    def parse_spec(self, *, preview: bool | None = None) -> models.PreviewedSpec:
        """How it is read; with a preview also the first rows as they are read by it."""
        return self._api.read_parse_spec(self.workbook_id, self.name, preview=preview)

    def correct(self, spec: models.ParseSpec, *, preview: bool | None = None) -> models.PreviewedSpec:
        return self._api.correct_parse_spec(self.workbook_id, self.name, spec, preview=preview)

    def patch(
        self, body: models.SpecOperations, *, preview: bool | None = None, dry_run: bool | None = None
    ) -> models.CorrectedSpec:
        """Operations on how it is read; what follows from them the service derives."""
        return self._api.patch_parse_spec(self.workbook_id, self.name, body, preview=preview, dry_run=dry_run)

    def materialize(self, **body: Unpack[models.MaterializeRequest]) -> models.MaterializedSource:
        return self._api.materialize_source(self.workbook_id, self.name, body)

    def revise(self, file: FileInput, *, expected_versions: dict[str, int] | None = None) -> models.MaterializedSource:
        """A later edition of the same file, read in the same way.

        Tables that were edited since give way at these versions only, else 409.
        """
        body: models.ReviseSourceBody = {"file": file}
        if expected_versions is not None:
            body["expected_versions"] = json.dumps(expected_versions)
        return self._api.revise_source(self.workbook_id, self.name, body)

    def edit(
        self,
        edits: list[models.FileEdit],
        *,
        rows: list[models.RowEdit] | None = None,
        dry_run: bool = False,
        expected_revision: int | None = None,
    ) -> models.EditedFile:
        """Changes cells of an xlsx file; all else in it stays byte for byte.

        `rows` come and go before. A dry run only reports changes.
        """
        body: models.FileEdits = {"dry_run": dry_run}
        if edits:
            body["edits"] = edits
        if rows:
            body["rows"] = rows
        if expected_revision is not None:
            body["expected_revision"] = expected_revision
        return self._api.edit_source(self.workbook_id, self.name, body)

    def restore(
        self, revision: int, *, dry_run: bool = False, expected_revision: int | None = None
    ) -> models.EditedFile:
        """The file as it was in an older revision becomes the next one."""
        body: models.FileEdits = {"restore_revision": revision, "dry_run": dry_run}
        if expected_revision is not None:
            body["expected_revision"] = expected_revision
        return self._api.edit_source(self.workbook_id, self.name, body)

    def what_if(self, set: list[models.WhatIfBodySetItem]) -> models.AnsweredEdit:
        """What its formulas would give if cells were others. Nothing is written."""
        return self._api.what_if(self.workbook_id, self.name, {"set": set})

    def download(self) -> Download:
        return self._api.download_source(self.workbook_id, self.name)
