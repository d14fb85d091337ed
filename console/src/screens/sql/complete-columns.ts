/** Names of tables, and of the columns of each. */
export type Schema = Readonly<Record<string, readonly string[]>>

export type OfferedColumn = { column: string; table: string }

const NAME = '(?:"(?:[^"]|"")*"|[\\p{L}_][\\p{L}\\p{N}_$]*)'
const NO_ALIAS = 'on|using|where|group|order|having|limit|join|left|right|inner|outer|full|cross|union|qualify|as|from'
/** `sales s`, `"売上 明細" as m`. */
const TABLE = `(${NAME})(?:\\s+(?:as\\s+)?(?!(?:${NO_ALIAS})\\b)${NAME})?`
/** What follows `from`, which may be a list, and `join`. */
const TABLE_LIST = new RegExp(`\\b(?:from|join)\\s+(${TABLE}(?:\\s*,\\s*${TABLE})*)`, 'giu')
const ONE_TABLE = new RegExp(TABLE, 'giu')

const plainName = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name)
const folded = (name: string) => name.toLowerCase()

/** Columns of the tables that a statement names, for a word that begins at `at`. */
export const columnsFor = (sql: string, at: number, schema: Schema): OfferedColumn[] =>
  distinct(tablesIn(statementAt(sql, at), schema).flatMap((table) => columnsOf(table, schema)))

/** A semicolon in a text or a name ends no statement. */
function statementAt(sql: string, at: number) {
  const ends = [...sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|;/g)]
    .filter(([part]) => part === ';')
    .map(({ index }) => index)
  const start = (ends.findLast((end) => end < at) ?? -1) + 1
  return sql.slice(start, ends.find((end) => end >= at) ?? sql.length)
}

function tablesIn(text: string, schema: Schema): string[] {
  const names = new Map(Object.keys(schema).map((name) => [folded(name), name]))
  const lists = [...text.matchAll(TABLE_LIST)].map(([, list = '']) => list)
  return lists
    .flatMap((list) => [...list.matchAll(ONE_TABLE)])
    .flatMap(([, name = '']) => names.get(folded(plainName(name))) ?? [])
}

const columnsOf = (table: string, schema: Schema): OfferedColumn[] =>
  (Object.entries(schema).find(([name]) => name === table)?.[1] ?? []).map((column) => ({ column, table }))

/** Of columns with one name in several tables the first: behind its alias each is offered by itself. */
const distinct = (found: readonly OfferedColumn[]): OfferedColumn[] =>
  found.filter(({ column }, n) => found.findIndex((each) => each.column === column) === n)
