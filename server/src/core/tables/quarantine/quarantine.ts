/** The table that keeps rows which break the rules of another. */
export type Quarantine = {
  workbookId: string
  /** The table whose rules they break. */
  tableId: string
  quarantineId: string
  /** Origins of columns of the table, each with that of the column that keeps its values. */
  columns: ReadonlyMap<number, number>
  /** Origins of the columns that say why a row is there, and where it stood in its file. */
  reason: number
  origin: number
}

/** With the names that both have now. */
export type NamedQuarantine = Quarantine & { table: string; name: string }

export const NAME_SUFFIX = '_quarantine'
export const REASON_COLUMN = '_reason'
export const ORIGIN_COLUMN = '_origin'
