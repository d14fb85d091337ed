"""Speaks to a Bindery service: typed, with retries that have one effect, and rows as frames."""

from .client import Client
from .download import Download
from .edit_table import Edit, TableState, edit_table
from .files import File, FileInput
from .generated.operations import API_VERSION
from .listing import Listing
from .problem import BinderyJobFailed, BinderyProblem, BinderyUnreachable, is_problem
from .progress import Progress
from .query import Result
from .read_table import TableRaced
from .row import Cell, Row, Rows
from .send import Retry
from .source import Source
from .table import Table, Written
from .verify_webhook import WebhookRefused, verify_webhook
from .version import VERSION as __version__
from .workbook import Workbook

__all__ = [
    "API_VERSION",
    "BinderyJobFailed",
    "BinderyProblem",
    "BinderyUnreachable",
    "Cell",
    "Client",
    "Download",
    "Edit",
    "File",
    "FileInput",
    "Listing",
    "Progress",
    "Result",
    "Retry",
    "Row",
    "Rows",
    "Source",
    "Table",
    "TableRaced",
    "TableState",
    "WebhookRefused",
    "Workbook",
    "Written",
    "__version__",
    "edit_table",
    "is_problem",
    "verify_webhook",
]
