import { foldEdits } from '../table/content.ts'
import { isBlank, type ReadableColumn, type ReadableTable } from '../table/readable-table.ts'
import type { Cells, Edit } from '../table/table.ts'
import type { PageRequest } from './reader.ts'
import { bytesOf, lineOf, type RowBlock, withLines } from './row-blocks.ts'
import { cellsIn, type LineColumns, lineColumns, withCells } from './row-lines.ts'

/** Rows of a table at one version, as callers with the same mask see the same columns: block by block, as far as they were read. */
export type KeptRows = {
  workbookId: string
  tableId: string
  version: number
  schemaNo: number
  columns: LineColumns
  /** Its readers see some rows only. */
  isPart: boolean
  blocks: Map<number, RowBlock>
  bytes: number
  rowCount: number
}

export const BLOCK_ROWS = 100
/** Versions that rows may be behind to follow to a newer one. */
const MOST_BEHIND = 200

export function emptyOf(table: ReadableTable, { columnIds }: PageRequest, rowCount: number): KeptRows {
  const { workbookId, tableId, version, schemaNo, rows } = table
  const columns = lineColumns(columnIds.flatMap((id) => table.columns.find((column) => column.id === id) ?? []))
  const of = { workbookId, tableId, version, schemaNo, rowCount, isPart: rows !== undefined }
  return { ...of, columns, blocks: new Map(), bytes: 0 }
}

export const blockOf = (row: number) => Math.floor(row / BLOCK_ROWS)

export function setBlock(kept: KeptRows, n: number, block: RowBlock | undefined) {
  const before = kept.blocks.get(n)
  kept.bytes += (block ? bytesOf(block) : 0) - (before ? bytesOf(before) : 0)
  if (block) kept.blocks.set(n, block)
  else kept.blocks.delete(n)
}

/** An edit says what a row holds; not whether a reader of some rows sees it, nor what a style makes of a value. */
export const canFollow = ({ isPart, columns }: KeptRows) => !isPart && !columns.some(({ column }) => column.style)

/** Whether edits of rows may lead from what is kept to the table's version. */
export const isNear = ({ isPart, schemaNo, version }: KeptRows, table: ReadableTable) =>
  !isPart && !table.rows && schemaNo === table.schemaNo && table.version - version <= MOST_BEHIND

/** Changed cells are written into their lines. Rows that come and go move all behind them to other places, which are read again. */
export function applyEdit(kept: KeptRows, edits: readonly Edit[]) {
  const rows = [...foldEdits(edits)]
  const changed = rows.flatMap(([rowId, { op }]) => (op === 'U' ? rowId : []))
  const cells = new Map(rows.map(([rowId, edit]): [number, Cells] => [rowId, edit.cells]))
  const firstMoved = Math.min(...rows.flatMap(([rowId, { op }]) => (op === 'U' ? [] : rowId)))
  const isGrown = rows.some(([, { op }]) => op === 'I')
  for (const [n, block] of kept.blocks) {
    const isFull = block.ends.length === BLOCK_ROWS
    const isMoved = block.lastId >= firstMoved || (isGrown && !isFull)
    const here = changed.filter((rowId) => rowId >= block.firstId && rowId <= block.lastId)
    if (isMoved) setBlock(kept, n, undefined)
    else if (here.length > 0)
      setBlock(
        kept,
        n,
        withLines(block, here, (line, rowId) => withCells(line, kept.columns, cells.get(rowId) ?? {})),
      )
  }
}

/** Shown as it is. In a line SQL's NULL and the JSON value null look alike. */
export function isShown({ columns }: KeptRows, column: ReadableColumn): boolean {
  if (isBlank(column)) return true
  const isThere = columns.some(({ column: kept }) => kept.id === column.id && !kept.isMasked)
  return isThere && !column.isMasked && column.type.name !== 'JSON'
}

/** Undefined where one of the rows is missing. */
export function rowsIn(
  { blocks, columns }: KeptRows,
  rowIds: readonly number[],
  asked: readonly ReadableColumn[],
): Map<number, Cells> | undefined {
  const shown = new Set(asked.flatMap((column) => (isBlank(column) ? [] : column.id)))
  const rows = new Map<number, Cells>()
  for (const block of blocks.values()) {
    for (const rowId of rowIds) {
      const line = lineOf(block, rowId)
      if (!line) continue
      const cells = cellsIn(line, columns, shown)
      rows.set(rowId, Object.fromEntries(asked.map(({ id }) => [id, cells[id] ?? null])))
    }
    if (rows.size === rowIds.length) return rows
  }
  return undefined
}
