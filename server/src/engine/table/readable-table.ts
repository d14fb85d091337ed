import { type MaskStyle, styledType } from './mask-style.ts'
import type { RowFilter } from './row-filter.ts'
import type { Column } from './table.ts'

declare const readable: unique symbol

/**
 * A column as a caller may read it: plainly, or masked, which is as NULLs of its type, or under a style as the type that it
 * then has. A denied column is not here at all.
 */
export type ReadableColumn = Column & { isMasked: boolean; style?: MaskStyle }

/** Masked in this style; as NULLs where it has none that fits. */
export function masked(column: Column, style: MaskStyle | undefined): ReadableColumn {
  const type = style && styledType(style, column.type)
  return style && type ? { ...column, type, isMasked: true, style } : { ...column, isMasked: true }
}

/** All that is read of it is NULL. */
export const isBlank = ({ isMasked, style }: ReadableColumn) => isMasked && style === undefined

/**
 * A table at a version, with the columns and the rows its reader may see. Every read of table data takes one, and only governance
 * makes them: a path that forgets the policy does not compile.
 */
export type ReadableTable = {
  readonly workbookId: string
  readonly tableId: string
  readonly name: string
  readonly version: number
  readonly schemaNo: number
  /** Of all rows; null where its reader may see some only, and so may not know how many there are. */
  readonly rowCount: number | null
  readonly columns: readonly ReadableColumn[]
  /** The rows its reader may see; all when left out. Nothing that is read of the table comes from another row. */
  readonly rows?: RowFilter | undefined
  /** The workbook's edit_seq this was opened at: an engine that is behind it must catch up first. */
  readonly editSeq: number
  /** Opened at an older version on purpose (`as_of`, a merge base): answered from exactly that one, never from a newer. */
  readonly isPast?: boolean
  readonly [readable]: true
}

/** For governance alone; the import rules hold everybody else off. */
export function asReadable(table: Omit<ReadableTable, typeof readable>): ReadableTable {
  // Safe: the mark is a promise, not a member.
  return table as ReadableTable
}
