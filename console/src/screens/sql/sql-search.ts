/** What the address of the SQL screen tells: the table to begin with, where one was chosen. */
export type SqlSearch = { table?: string }

export const readSqlSearch = ({ table }: Record<string, unknown>): SqlSearch =>
  typeof table === 'string' ? { table } : {}
