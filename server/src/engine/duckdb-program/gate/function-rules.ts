import { asciiLower } from './names.ts'
import decisions from './sql-functions.json' with { type: 'json' }

/** Why a function is refused, as the end of a sentence that begins with its name. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ['files', 'reads or writes files, and a query reads only the tables of its workbook'],
  ['catalog', 'tells about the database behind the service, which is none of a query’s business'],
  ['settings', 'reads settings or variables of the database behind the service'],
  ['changes', 'changes something, and a query only reads'],
  ['sql', 'runs or reads SQL given as text; write that SQL as part of the query'],
  ['internal', 'is for the database’s own use'],
  ['waits', 'only waits'],
  ['endless', 'only makes rows; use range or generate_series'],
])

export const ALLOWED = 'allowed'

/** Names that DuckDB's binder knows without a function of that name. */
const KNOWN_TO_BINDER = ['unnest', 'unlist']

const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(decisions.functions),
  ...KNOWN_TO_BINDER.map((name) => [name, ALLOWED] as const),
])
const TABLE_FUNCTIONS: ReadonlyMap<string, string> = new Map(Object.entries(decisions.tableFunctions))
const COLLATIONS: ReadonlySet<string> = new Set(decisions.collations)
const CATALOG_VIEWS: ReadonlySet<string> = new Set(decisions.catalogViews)

export type Verdict = { kind: 'allowed' } | { kind: 'refused'; why: string } | { kind: 'unknown'; allowed: string[] }

/** The verdict is by name alone: a schema before it changes nothing, since a name means the same in all of them. */
export const judgeFunction = (name: string) => judge(FUNCTIONS, name)
export const judgeTableFunction = (name: string) => judge(TABLE_FUNCTIONS, name)

const IS_ALLOWED: Verdict = { kind: 'allowed' }

function judge(rules: ReadonlyMap<string, string>, name: string): Verdict {
  const decision = rules.get(asciiLower(name))
  if (decision === ALLOWED) return IS_ALLOWED
  if (decision !== undefined) return { kind: 'refused', why: REASONS.get(decision) ?? 'may not be used' }
  return { kind: 'unknown', allowed: [...rules].filter(([, rule]) => rule === ALLOWED).map(([known]) => known) }
}

/** Collations can be joined by dots. */
export function isCollation(name: string): boolean {
  return asciiLower(name)
    .split('.')
    .every((part) => COLLATIONS.has(part))
}

/** A view of DuckDB's own catalog that can be read by its bare name. */
export function isCatalogView(name: string): boolean {
  return CATALOG_VIEWS.has(asciiLower(name))
}
