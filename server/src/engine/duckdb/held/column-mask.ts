import { formatColumnType } from '../../table/column-type.ts'
import type { FoldedRows } from '../../table/content.ts'
import { type MaskStyle, styledType } from '../../table/mask-style.ts'
import type { RowFilter } from '../../table/row-filter.ts'
import type { Cells, Column } from '../../table/table.ts'
import { type MaskedColumn, maskText, type RowChange, type StoredColumn } from '../protocol/protocol.ts'

/**
 * What of a table may not be seen as it is: columns that an engine does not hold at all (null), or under a style only.
 * `key`: of hashes, in hex. `rows`: those that it may hold; all when left out.
 */
export type ColumnMask = { styles: ReadonlyMap<number, MaskStyle | null>; key: string; rows?: RowFilter | undefined }

/** By table; one of which everything may be seen has none. */
export type ColumnMasks = ReadonlyMap<string, ColumnMask>

/** What an engine holds of a table, and which of its columns are masked. They go together: cells of a masked column are masked too. */
export type Shown = { columns: readonly StoredColumn[]; maskedColumns: readonly MaskedColumn[] }

/** What was made under one mask of a table serves every other mask of this name. */
export const maskName = (mask: ColumnMask | undefined) =>
  [
    ...[...(mask?.styles ?? [])].sort(([a], [b]) => a - b).map(([id, style]) => (style ? `${id}=${style}` : id)),
    ...(mask?.rows ? [`rows=${mask.rows.name}`] : []),
  ].join()

/** The columns that are seen through a mask, plain or masked. */
export function throughMask(columns: readonly Column[], mask: ColumnMask | undefined): Shown {
  const shown: StoredColumn[] = []
  const maskedColumns: MaskedColumn[] = []
  for (const column of columns) {
    const style = mask?.styles.get(column.id)
    const type = style ? styledType(style, column.type) : column.type
    if (style === null || !type) continue
    const maskedColumn = mask && style && maskedColumnOf(column, style, mask)
    if (maskedColumn) maskedColumns.push(maskedColumn)
    const initial = maskedColumn ? maskedCell(maskedColumn, column.initial) : column.initial
    shown.push({ id: column.id, type: formatColumnType(type), initial })
  }
  return { columns: shown, maskedColumns }
}

const maskedColumnOf = ({ id, type, initial }: Column, style: MaskStyle, { key }: ColumnMask): MaskedColumn => ({
  id,
  style,
  type: formatColumnType(type),
  initial,
  key,
})

const maskedCell = (maskedColumn: MaskedColumn, text: string | null) =>
  text === null ? null : maskText(maskedColumn, text)

/** Edits as an engine gets them: no cell but those of its columns, masked where they are, and no update of nothing that it may see. */
export function rowChanges(folded: FoldedRows, { columns, maskedColumns }: Shown): RowChange[] {
  const ids = new Set(columns.map(({ id }) => String(id)))
  const changes: RowChange[] = []
  for (const [rowId, { op, cells }] of folded) {
    const visible = masked(only(cells, ids), maskedColumns)
    if (op === 'D') changes.push([rowId, 'delete'])
    else if (op === 'I') changes.push([rowId, 'put', visible])
    else if (Object.keys(visible).length > 0) changes.push([rowId, 'patch', visible])
  }
  return changes
}

function only(cells: Cells, ids: ReadonlySet<string>): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([id]) => ids.has(id)))
}

function masked(cells: Cells, maskedColumns: Shown['maskedColumns']): Cells {
  const touched = maskedColumns.filter(({ id }) => String(id) in cells)
  if (touched.length === 0) return cells
  return {
    ...cells,
    ...Object.fromEntries(
      touched.map((maskedColumn) => [maskedColumn.id, maskedCell(maskedColumn, cells[maskedColumn.id] ?? null)]),
    ),
  }
}
