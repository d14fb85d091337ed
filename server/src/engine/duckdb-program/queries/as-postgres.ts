import type { DuckDBConnection } from '@duckdb/node-api'
import { SqlRefused } from '../../reading/sql-question.ts'
import { type ParsedStatement, parseStatement, spellStatement } from '../dependencies/spell-statement.ts'
import { isNode, nodesIn } from '../dependencies/traced-columns.ts'
import type { Node } from '../gate/node-shapes.ts'
import { problemOf, refused } from '../gate/sql-problem.ts'
import { LIST_ITEM, MEANINGS, type Meaning, SLICE_BEGIN, SLICE_END } from './postgres-meanings.ts'

/** Texts without any of these mean the same in both; most have none, and are not parsed for it. */
const MAYBE_DIFFERENT =
  /[/%^[]|\*\*|~~|\b(?:mod|pow|power|substring|substr|round|array_length|string_to_array|chr|i?like)\b/i
/** Operands of a meaning may stand in it several times. */
const MOST_NODES = 20_000
const MOST_KEPT = 200
const MOST_KEPT_CHARACTERS = 4_000

const kept = new Map<string, string>()

/**
 * A checked statement of a PostgreSQL client with the operators and functions replaced that DuckDB answers differently. The same
 * text where there are none. Only statements that passed the gate come here: the replacements use functions of DuckDB's own.
 */
export async function asPostgres(connection: DuckDBConnection, sql: string): Promise<string> {
  if (!MAYBE_DIFFERENT.test(sql)) return sql
  const known = kept.get(sql)
  if (known !== undefined) return known
  const spelled = await replaced(connection, sql)
  if (sql.length <= MOST_KEPT_CHARACTERS) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(sql, spelled)
  }
  return spelled
}

async function replaced(connection: DuckDBConnection, sql: string): Promise<string> {
  const statement = await parseStatement(connection, sql)
  if (!statement) return sql
  const replacing = await newReplacing(connection)
  const query = replacing.of(statement.query)
  if (!isNode(query) || replacing.count() === 0) return sql
  if (sizeOf(query) > MOST_NODES) throw tooLarge(sql)
  const spelled = await spellStatement(connection, { ...statement, query })
  if (spelled === null) throw tooLarge(sql)
  return spelled
}

const tooLarge = (sql: string) =>
  new SqlRefused(
    problemOf(
      refused('The SQL is too large with the meaning of PostgreSQL.', 'Split it into several smaller queries.').fault,
      sql,
    ),
  )

let forms: Map<Meaning, Node> | undefined

/** The meanings as trees, parsed once for the process. */
async function formsOf(connection: DuckDBConnection): Promise<ReadonlyMap<Meaning, Node>> {
  if (forms) return forms
  const made = new Map<Meaning, Node>()
  for (const meaning of [...MEANINGS.values(), LIST_ITEM, SLICE_BEGIN, SLICE_END]) {
    const parsed = await parseStatement(connection, `SELECT ${meaning.sql}`)
    made.set(meaning, formIn(parsed))
  }
  forms = made
  return made
}

function formIn(parsed: ParsedStatement | null): Node {
  const [form] = nodesIn(parsed?.query.select_list)
  if (!form) throw new Error('A meaning of PostgreSQL is no expression')
  return form
}

async function newReplacing(connection: DuckDBConnection) {
  const trees = await formsOf(connection)
  let count = 0
  const withMeaning = (node: Node, meaning: Meaning, operands: readonly Node[]): Node => {
    const form = trees.get(meaning)
    if (!form || meaning.isSame(operands)) return node
    count += 1
    return { ...filled(form, operands), alias: node.alias }
  }
  const of = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(of)
    if (!isTree(value)) return value
    const node = Object.fromEntries(Object.entries(value).map(([field, held]) => [field, of(held)]))
    const operands = nodesIn(node.children)
    if (node.class === 'FUNCTION') {
      const meaning = MEANINGS.get(`${String(node.function_name).toLowerCase()}/${operands.length}`)
      return meaning ? withMeaning(node, meaning, operands) : node
    }
    const places = PLACES.get(String(node.type)) ?? []
    if (places.length === 0) return node
    const children = operands.map((operand, n) => {
      const meaning = places[n]
      return meaning ? withMeaning(operand, meaning, [operand]) : operand
    })
    return { ...node, children }
  }
  return { of, count: () => count }
}

/** Operators with places of lists among their operands. */
const PLACES: ReadonlyMap<string, readonly (Meaning | null)[]> = new Map([
  ['ARRAY_EXTRACT', [null, LIST_ITEM]],
  ['ARRAY_SLICE', [null, SLICE_BEGIN, SLICE_END]],
])

/** A number that is kept digit by digit is an object, and no node. */
const isTree = (value: unknown): value is Node => isNode(value) && Object.getPrototypeOf(value) !== null

function filled(form: Node, operands: readonly Node[]): Node {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (!isTree(value)) return value
    if (value.class === 'PARAMETER') {
      const operand = operands[Number(value.identifier) - 1]
      return { ...operand, alias: '' }
    }
    return Object.fromEntries(Object.entries(value).map(([field, held]) => [field, fill(held)]))
  }
  // Safe: the form is a node, and no parameter itself.
  return fill(form) as Node
}

const sizes = new WeakMap<object, number>()

/** How many nodes it would be if each were written out: operands are shared until then. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 0)
  if (!isTree(value)) return 0
  const before = sizes.get(value)
  if (before !== undefined) return before
  const size = Object.values(value).reduce((sum: number, held) => sum + sizeOf(held), 1)
  sizes.set(value, size)
  return size
}
