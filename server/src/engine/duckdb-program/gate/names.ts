/** The tables a caller may read, and what is in them; nothing else may ever be suggested to the caller. */
export type KnownTables = { readonly tables: readonly KnownTable[] }
export type KnownTable = { readonly name: string; readonly columns: readonly { name: string; type: string }[] }

/** DuckDB takes two names for one where only the case of ASCII letters differs; of `É` and `é`, or `Ｋ` and `K`, it does not. */
export function asciiLower(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name
}

/** By lower-case name. Built once for tables that are asked about again and again. */
const spellings = new WeakMap<KnownTables, ReadonlyMap<string, KnownTable>>()

export function findTable(known: KnownTables, name: string): KnownTable | undefined {
  let byName = spellings.get(known)
  if (!byName) {
    byName = new Map(known.tables.map((table) => [asciiLower(table.name), table]))
    spellings.set(known, byName)
  }
  return byName.get(asciiLower(name))
}

export const tableNames = (known: KnownTables) => known.tables.map(({ name }) => name)

/** The columns of some of the tables, each name once. */
export function columnsOf(known: KnownTables, tables: readonly string[]): string[] {
  const columns = tables.flatMap((name) => findTable(known, name)?.columns ?? [])
  return [...new Set(columns.map(({ name }) => name))]
}
