import { Type } from 'typebox'
import { ArtifactSummary, presentArtifact } from '../../../core/artifacts/read-artifacts.ts'
import { BrokenRule } from '../../../core/rules/rule-wire.ts'
import { NamedObject, Nullable, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { presentSource } from '../present-source.ts'
import type { Settled } from '../quarantine/settle-ingest.ts'
import { SourceInfo } from '../sources.schema.ts'
import type { Materialized, RegionReport } from './materialized.ts'

const Report = NamedObject('MaterializedRegion', {
  region_id: Nullable(Type.String()),
  table: Type.String(),
  rows_read: Type.Integer(),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  deleted: Type.Integer(),
  rejected: Type.Integer(),
  cells_nulled: Type.Integer(),
  issues: Type.Array(
    Type.Object({ row: Type.Integer(), column: Type.String(), value: Type.String(), code: Type.String() }),
  ),
  rejected_table: Nullable(Type.String()),
})

export const QuarantinedInfo = Type.Array(
  NamedObject('RowsSetAside', { table: Type.String(), quarantine_table: Type.String(), rows: Type.Integer() }),
  { description: 'Rows that break a rule and were set aside, by table' },
)

/** What a file did to the edits of users, in every answer of a door that lands over tables. */
export const OVERWRITTEN_FIELDS = {
  overwritten_edits: Type.Array(
    NamedObject('OverwrittenEdits', {
      table: Type.String(),
      cells: Type.Integer(),
      rows: Type.Integer({ description: 'Edited, added or deleted by users, and again as the file has them' }),
      columns: Type.Array(Type.String()),
      conflicts: Type.Integer({ description: 'Cells and rows in the review queue: file and users changed them' }),
    }),
    { description: 'Edits that the file overwrote, by table' },
  ),
  safety_snapshot_id: Nullable(WireId('snap')),
  op_id: Nullable(Type.Integer({ description: 'Null where nothing was written' })),
}

export const presentOverwritten = ({ overwritten, opId }: Pick<Materialized, 'overwritten' | 'opId'>) => ({
  overwritten_edits: overwritten.tables.map((table) => ({ ...table, columns: [...table.columns] })),
  safety_snapshot_id: overwritten.snapshotId && toWireId('snap', overwritten.snapshotId),
  op_id: opId,
})

/** All of it, or the job that will make it. */
export const MaterializedInfo = NamedObject('MaterializedSource', {
  source: Type.Optional(SourceInfo),
  artifacts: Type.Optional(Type.Array(ArtifactSummary)),
  reports: Type.Optional(Type.Array(Report)),
  edit_version: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  unchanged: Type.Optional(Type.Boolean({ description: 'Everything was there already, and nothing was written' })),
  archived: Type.Optional(
    Type.Array(Type.String(), { description: 'Tables that the source made before and makes no longer' }),
  ),
  kept: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The same of tables that were edited, or that others read or show: they stay as they are',
    }),
  ),
  quarantined: Type.Optional(QuarantinedInfo),
  broken: Type.Optional(
    Type.Array(BrokenRule, { description: 'The first rows that break a rule and came in: on_violation warn' }),
  ),
  broken_count: Type.Optional(Type.Integer()),
  ...Type.Partial(Type.Object(OVERWRITTEN_FIELDS)).properties,
  job_id: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
})

const MOST_ISSUES = 100

export const presentMaterialized = (done: Materialized) => ({
  ...presentTables(done),
  unchanged: done.isUnchanged,
  archived: done.leftOver.archived,
  kept: done.leftOver.kept,
  ...presentSettled(done.settled),
  ...presentOverwritten(done),
})

export const presentQuarantined = ({ quarantined }: Settled) =>
  quarantined.map(({ table, quarantine, rowIds }) => ({ table, quarantine_table: quarantine, rows: rowIds.length }))

const presentSettled = (settled: Settled) => ({
  quarantined: presentQuarantined(settled),
  broken: [...settled.broken],
  broken_count: settled.brokenCount,
})

const presentTables = ({ seen, artifacts, reports, editVersion }: Materialized) => ({
  source: presentSource(seen),
  artifacts: artifacts.map(presentArtifact),
  reports: reports.map(presentReport),
  edit_version: editVersion,
})

const presentReport = ({ staged, table, inserted, updated, unchanged, deleted }: RegionReport) => ({
  region_id: staged.regionId,
  table,
  rows_read: staged.report.rowsRead,
  inserted,
  updated,
  unchanged,
  deleted,
  rejected: staged.report.rejected,
  cells_nulled: staged.report.cellsNulled,
  issues: staged.report.issues
    .slice(0, MOST_ISSUES)
    .map(({ row, column, value, code }) => ({ row, column, value, code })),
  rejected_table: null,
})
