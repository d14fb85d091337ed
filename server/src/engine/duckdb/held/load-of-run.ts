import { assertState } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { PreviousRows, RunInput } from '../../reading/sql-run.ts'
import { type ContentPlan, type FoldedRows, planContent } from '../../table/content.ts'
import type { ReadableTable } from '../../table/readable-table.ts'
import type { EngineProcess } from '../engine-process-handle.ts'
import type { RowChange, TableLoad } from '../protocol/protocol.ts'
import { rowChanges, type Shown, throughMask } from './column-mask.ts'
import type { EngineFiles } from './engine-files.ts'

/** A process, and what its tables are brought from. */
export type Bringing = { engine: EngineProcess; db: Db; files: EngineFiles }

/** Read from its files, where it is read once. */
export async function loadOf(
  { engine, db, files }: Bringing,
  { table, columnIdsGiven, content }: Omit<RunInput, 'name'>,
  key: string,
): Promise<TableLoad> {
  assertState(!table.rows, 'a run reads whole tables')
  const plan = content ?? (await planOf(db, table))
  const shown = plainColumns(plan, table)
  const placed = await files.place(engine, { ...shown, segments: plan.segments, columnIdsGiven })
  const edits = rowChanges(plan.laid, shown)
  const { version, rowCount } = plan
  return { key, version, rowCount, columns: shown.columns, files: placed, form: 'overlay', isFixed: true, edits }
}

async function planOf(db: Db, { workbookId, tableId, version }: ReadableTable): Promise<ContentPlan> {
  const plan = await planContent(db, workbookId, tableId, version)
  assertState(plan, `version ${version} of table ${tableId} is there`)
  return plan
}

/** In the order they were written. What is masked is not there, in whatever style. */
function plainColumns({ columns }: ContentPlan, table: ReadableTable): Shown {
  const plain = new Set(table.columns.flatMap(({ id, isMasked }) => (isMasked ? [] : [id])))
  return throughMask(
    columns.filter(({ id }) => plain.has(id)),
    undefined,
  )
}

/** The cells as they were made, in the place of what people wrote over them. */
export function laidUnder(edits: readonly RowChange[], made: PreviousRows['made']): RowChange[] {
  const changes = new Map(edits.map((change) => [change[0], change]))
  for (const [rowId, cells] of made) {
    const [, change = 'patch', written = {}] = changes.get(rowId) ?? []
    if (change !== 'delete') changes.set(rowId, [rowId, change, { ...written, ...cells }])
  }
  return [...changes.values()]
}

/** A table as it was before some of its rows were changed: the same files, and other edits over them. */
export function loadAsBefore(load: TableLoad, key: string, back: FoldedRows): TableLoad {
  const edits = new Map(load.edits.map((change) => [change[0], change]))
  for (const change of rowChanges(back, { columns: load.columns, maskedColumns: [] })) {
    const [rowId] = change
    edits.set(rowId, turnedBack(edits.get(rowId), change))
  }
  return { ...load, key, edits: [...edits.values()] }
}

/** What lay over the files, with some of its cells turned back; a row that was another as a whole stands for itself. */
function turnedBack(laid: RowChange | undefined, back: RowChange): RowChange {
  if (back[1] !== 'patch' || laid === undefined || laid[1] === 'delete') return back
  const [rowId, change, cells] = laid
  return [rowId, change, { ...cells, ...back[2] }]
}
