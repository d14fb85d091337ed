import { isCatalogView, judgeTableFunction } from './function-rules.ts'
import { asciiLower, findTable, type KnownTables, tableNames } from './names.ts'
import { nearestNames, suggestNames } from './nearest-names.ts'
import type { Node } from './node-shapes.ts'
import { Refused, refused } from './sql-problem.ts'

const LOOKS_LIKE_A_FILE =
  /[/\\]|\.(?:csv|tsv|txt|parquet|json|jsonl|ndjson|xlsx?|xlsm|ods|db|duckdb|sqlite|arrow|feather|gz|zst)$/i

/** Bytes into the text; DuckDB writes its largest number where it does not know. */
export function locationOf({ query_location: at }: Node): number | undefined {
  return typeof at === 'number' && Number.isSafeInteger(at) ? at : undefined
}

/** The known table that is meant, none if it is a CTE. The name means what DuckDB's binder takes it for. */
export function checkTableName(ref: Node, known: KnownTables, scope: Scope): string | undefined {
  const name = String(ref.table_name)
  const schema = asciiLower(String(ref.schema_name))
  const at = locationOf(ref)
  if (ref.catalog_name !== '') throw unknownTable([ref.catalog_name, schema, name].join('.'), known, at)

  const cte = schema === '' || schema === 'recurring' ? findCte(scope, name) : undefined
  // The rows of a USING KEY recursion so far are read as recurring.<name>.
  if (cte && (schema === '' || cte.isKeyed)) return undefined
  if (schema !== '' && schema !== 'main') throw unknownTable(`${ref.schema_name}.${name}`, known, at)

  const table = findTable(known, name)
  if (!table) throw unknownTable(name, known, at)
  return table.name
}

function unknownTable(name: string, known: KnownTables, at: number | undefined): Refused {
  const isFile = LOOKS_LIKE_A_FILE.test(name)
  const message = isFile
    ? `"${name}" is no table of this workbook, and a query cannot read files.`
    : `There is no table "${name}" in this workbook.`
  const suggestion = isFile
    ? 'Upload the file as a source of the workbook, then query the table that results.'
    : suggestNames(name, tableNames(known), 'tables')
  return new Refused({ code: 'invalid_sql', message, unknownTable: name, at, ...(suggestion ? { suggestion } : {}) })
}

/** Should DuckDB ever take a CTE's name for something outside the statement, there must be nothing to find. */
export function checkCteName(name: string) {
  if (!isCatalogView(name) && !/[/\\]/.test(name)) return
  throw refused(`"${name}" cannot be the name of a WITH query.`, 'Give it another name.')
}

export function checkTableFunction(call: Node) {
  const name = String(call.function_name)
  const verdict = judgeTableFunction(name)
  if (verdict.kind === 'allowed') return
  if (verdict.kind === 'refused') {
    throw refused(`${name} ${verdict.why}.`, 'Read the tables of this workbook by their names.', locationOf(call))
  }
  const near = nearestNames(name, verdict.allowed)
  const suggestion = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${verdict.allowed.join(', ')}.`
  throw refused(`There is no table function ${name}.`, suggestion, locationOf(call))
}

/** The CTEs that can be named at a place of the statement, innermost first. */
export type Scope = { readonly name: string; readonly isKeyed: boolean; readonly outer: Scope } | null

export function withCte(outer: Scope, name: string, isKeyed = false): Scope {
  return { name: asciiLower(name), isKeyed, outer }
}

function findCte(scope: Scope, name: string): NonNullable<Scope> | undefined {
  const wanted = asciiLower(name)
  for (let cte = scope; cte; cte = cte.outer) {
    if (cte.name === wanted) return cte
  }
  return undefined
}
