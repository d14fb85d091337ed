import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { openEditableTable } from '../../../core/tables/open-editable-table.ts'
import { findQuarantine } from '../../../core/tables/quarantine/quarantines.store.ts'
import { rowPlaces } from '../../../engine/loader/cell-origins.ts'
import { partsOf, type RowRun, type StagedTable } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { RowsOrigin } from '../origins/rows-origin.ts'
import { listOriginsOfTables } from '../origins/table-origins.store.ts'
import type { Source } from '../source.ts'

/** Of a staged table: the rows that are to be added, and how many are there already. */
export type NewRows = { runs: readonly RowRun[]; added: number; skipped: number }

/**
 * The staged rows that a table does not have yet. A row is the same where it stood in the same cells of the same sheet of the
 * same edition of the file: adding it again would double it, whatever was edited in it since. One that was deleted, or whose
 * adding was undone, is not there and comes again.
 */
export async function newRows(
  ctx: Context,
  { sourceId, revision, workbookId }: Source,
  into: OpenedTable,
  staged: readonly StagedTable[],
): Promise<NewRows[]> {
  const beside = await openBeside(ctx, into)
  const origins = await listOriginsOfTables(
    ctx.db,
    workbookId,
    [into, ...beside].map(({ artifactId }) => artifactId),
  )
  const sheets = new Set(staged.flatMap((table) => partsOf(table).map(({ sheet }) => sheet)))
  const same = origins.filter(
    (origin) => origin.sourceId === sourceId && origin.revision === revision && sheets.has(origin.sheet),
  )
  const known = new Set<string>()
  for (const origin of same) {
    const table = beside.find(({ artifactId }) => artifactId === origin.tableId) ?? into
    for (const key of await keysThere(ctx, table, origin)) known.add(key)
  }
  return staged.map((table) => (known.size === 0 ? allRows(table) : missing(table, known)))
}

/** Rows that wait in the quarantine of the table came already. */
async function openBeside(ctx: Context, { workbookId, artifactId: tableId }: OpenedTable): Promise<OpenedTable[]> {
  const found = await findQuarantine(ctx.db, workbookId, { tableId })
  return found ? [await openEditableTable(ctx, { workbookId, name: toWireId('art', found.quarantineId) }, null)] : []
}

export const allRows = ({ rows }: StagedTable): NewRows => ({ runs: [{ from: 0, to: rows }], added: rows, skipped: 0 })

const PAGE_ROWS = 10_000

/** The rows of an origin that the table still has. */
async function keysThere({ reader }: Context, { table }: OpenedTable, origin: RowsOrigin): Promise<string[]> {
  const { firstRowId, rowCount, sheet, columns } = origin
  const places = rowPlaces(columns.cells, rowCount)
  const columnIds = table.columns.slice(0, 1).map(({ id }) => id)
  const keys: string[] = []
  const last = firstRowId + rowCount - 1
  for (let after = firstRowId - 1; after < last; ) {
    const start = { after: { values: [], rowId: after } }
    const page = { columnIds, limit: PAGE_ROWS, start, orderBy: [], filter: null, isCounted: false }
    const { rows, next } = await reader.page(table, page)
    for (const { rowId } of rows) if (rowId <= last) keys.push(`${sheet} ${places[rowId - firstRowId]}`)
    after = next?.rowId ?? last
  }
  return keys
}

function missing(table: StagedTable, known: ReadonlySet<string>): NewRows {
  const runs: { from: number; to: number }[] = []
  let [row, added] = [0, 0]
  for (const { sheet, rows, origins } of partsOf(table)) {
    for (const place of rowPlaces(origins, rows)) {
      if (!known.has(`${sheet} ${place}`)) {
        const last = runs.at(-1)
        if (last?.to === row) last.to = row + 1
        else runs.push({ from: row, to: row + 1 })
        added++
      }
      row++
    }
  }
  return { runs, added, skipped: row - added }
}
