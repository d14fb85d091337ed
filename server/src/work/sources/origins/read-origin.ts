import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { rowNotFound } from '../../../core/tables/tables.errors.ts'
import { type CellPosition, isComputedAt, originAt } from '../../../engine/loader/cell-origins.ts'
import type { Context } from '../../../platform/context.ts'
import { listNamesOfSources } from '../sources.store.ts'
import type { RowsOrigin } from './rows-origin.ts'
import { findOrigin } from './table-origins.store.ts'

/** A column of a row, and the cell its value was read from; null where no single cell of a file has it. */
export type ColumnOrigin = {
  column: string
  origin: { source: string; revision: number; sheet: string; at: CellPosition; isComputed: boolean } | null
}

export type RowPlace = { workbookId: string; name: string; rowId: number }

/** Where each value of a row stood when it was read. Its history says who has edited it since. */
export async function readOrigin(ctx: Context, { workbookId, name, rowId }: RowPlace): Promise<ColumnOrigin[]> {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  const { table, artifactId } = opened
  const columnIds = table.columns.map(({ id }) => id)
  const [{ rows }, found] = await Promise.all([
    ctx.reader.rowsById(table, [rowId], columnIds.slice(0, 1)),
    findOrigin(ctx.db, workbookId, artifactId, rowId),
  ])
  if (!rows.has(rowId)) throw rowNotFound(opened.name, [rowId])
  const source = found && (await listNamesOfSources(ctx.db, workbookId, [found.sourceId])).get(found.sourceId)
  return table.columns.map(({ origin: firstId, name: column }) => ({
    column,
    origin: found && source !== undefined ? originIn({ ...found, source }, firstId, rowId) : null,
  }))
}

type FoundOrigin = RowsOrigin & { source: string }

function originIn({ source, revision, sheet, columns, firstRowId }: FoundOrigin, columnId: number, rowId: number) {
  const at = originAt(columns.cells, columns.columnIds.indexOf(columnId), rowId - firstRowId)
  return at && { source, revision, sheet, at, isComputed: isComputedAt(columns.cells, at) }
}
