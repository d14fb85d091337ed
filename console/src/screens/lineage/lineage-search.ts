/** What the address of the lineage tells: the table whose way is shown; none for the whole workbook. */
export type LineageSearch = { table?: string }

export const readLineageSearch = ({ table }: Record<string, unknown>): LineageSearch =>
  typeof table === 'string' ? { table } : {}
