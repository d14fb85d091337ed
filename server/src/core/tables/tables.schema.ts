import { type Static, Type } from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { CellValue, NamedObject, Nullable, Nullish, OneOf, Patterned } from '../../platform/http/schema.ts'
import { FreeName } from '../artifacts/free-name.schema.ts'
import { maskedNames, presentColumn, UnitOfColumn } from '../reading/column-info.ts'
import type { OpenedTable } from '../reading/open-readable-table.ts'
import type { EditDiff } from './dry-run.ts'

/** What several endpoints of tables say alike. */

export const Name = FreeName()

export const Actor = Nullish(Type.String({ maxLength: 200, description: 'The name history shows beside yours' }))

/** A label for what belongs together, by which it can be undone together. */
export const Session = Nullish(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'What this is a part of, a conversation for example: POST …/ops/undo takes back all of it',
  }),
)

export const DryRunOptions = Nullish(
  Type.Boolean({ default: false, description: 'Answers what would change, and writes nothing' }),
)

const Diff = {
  rows: Type.Array(
    Type.Object({
      row_id: Nullable(Type.Integer()),
      change: OneOf(['insert', 'update', 'delete']),
      cells: Type.Array(Type.Object({ column: Type.String(), before: CellValue, after: CellValue })),
    }),
  ),
  row_count: Type.Integer({ description: 'Rows that would change' }),
  cell_count: Type.Integer({ description: 'Cells that would change' }),
  cut: Type.Boolean({ description: 'Only the first 1000 cells are listed' }),
}

/** What a dry run would change. */
export const DryRunDiff = NamedObject('DryRunDiff', Diff)

export const presentDiff = ({ rows, rowCount, cells, isCut }: EditDiff) => ({
  rows: rows.map(({ rowId, change, cells: changed }) => ({ row_id: rowId, change, cells: changed })),
  row_count: rowCount,
  cell_count: cells,
  cut: isCut,
})

const EXPECTED = 'The edit_version you read, or null to decline the check. If-Match may say it instead.'

export const ExpectedVersion = Type.Union([Type.Integer(), Type.Null()], { description: EXPECTED })

/** The same in a query string, where null is a word. */
export const ExpectedVersionText = Patterned('^([0-9]{1,15}|null)$', 'a whole number or null', {
  description: EXPECTED,
})

export const expectedIn = (text: string) => (text === 'null' ? null : Number(text))

/** What a deletion says in its query string. */
export const DeletionQuery = Type.Object({
  expected_version: ExpectedVersionText,
  actor: Type.Optional(Type.String({ maxLength: 200 })),
})

export const deletionIn = ({ expected_version, actor }: Static<typeof DeletionQuery>) => ({
  expected: expectedIn(expected_version),
  actor: actor ?? null,
})

/** A number in a path, as ids of rows, ops and versions are. */
export const numberIn = (text: string) => (/^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null)

/** The id of a row in a path. */
export function rowIdIn({ row_id }: { row_id: string }): number {
  const rowId = numberIn(row_id)
  if (rowId === null) throw notFound('row', row_id)
  return rowId
}

/** Where a table is, as its path says. */
export const placeOf = (params: { workbook_id: string; name: string }) => ({
  workbookId: params.workbook_id,
  name: params.name,
})

/** Which state of the workbook is read; the current one when left out. */
export const AsOf = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then.',
    examples: ['version:2026-Q1'],
  }),
)

/** One of a few words; the first when left out. */
export const Choice = <const T extends readonly [string, ...string[]]>(values: T, description?: string) =>
  Type.Optional(
    Type.Unsafe<T[number]>({
      type: 'string',
      enum: [...values],
      default: values[0],
      ...(description ? { description } : {}),
    }),
  )

/** Keys are column names, values are cells: nothing of it is ours to look into. */
export const FreeRow = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const ColumnInfo = NamedObject('Column', {
  column: Type.String(),
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean(),
  description: Nullable(Type.String()),
  ...UnitOfColumn,
})

export const Stale = Type.Array(Type.String(), { description: 'Derived tables that became stale' })

export const Freshness = NamedObject('Freshness', {
  stale: Type.Boolean(),
  stale_since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})

export const presentFreshness = ({ staleSince }: OpenedTable) => ({
  stale: staleSince !== null,
  stale_since: staleSince?.toISOString() ?? null,
})

export const presentColumns = ({ name, editVersion, table }: OpenedTable) => ({
  name,
  edit_version: editVersion,
  columns: table.columns.map(presentColumn),
  table_name: name,
})

export const maskedColumnsOf = ({ table }: OpenedTable) => maskedNames(table.columns)

/** What a later write sends back as If-Match. */
export const etagOf = (editVersion: number) => ({ etag: `"${editVersion}"` })
