import { checkCteName, checkTableFunction, checkTableName, locationOf, type Scope, withCte } from './check-table.ts'
import { isCollation, judgeFunction } from './function-rules.ts'
import { asciiLower, type KnownTables } from './names.ts'
import { nearestNames } from './nearest-names.ts'
import { type Family, type Node, type Shape, shapeOf } from './node-shapes.ts'
import { notReadOnly, refused } from './sql-problem.ts'

const MOST_NODES = 20_000
/** Planning takes the square of the depth and more: 900 terms of a sum never end. */
const MOST_DEPTH = 300

/** `at` is where the expression stands that was met last. */
type Walk = { readonly known: KnownTables; readonly tables: Set<string>; nodes: number; at: number | undefined }

/** Looks at every node of a statement and refuses what is not known to be harmless. */
export function walkStatement(statement: unknown, known: KnownTables): ReadonlySet<string> {
  const walk: Walk = { known, tables: new Set(), nodes: 0, at: undefined }
  visit(walk, 'statement', statement, 0, null)
  return walk.tables
}

/** A field holds one node, a list of them, or null. */
function visit(walk: Walk, family: Family, value: unknown, depth: number, scope: Scope) {
  if (value === null) return
  if (depth > MOST_DEPTH) throw tooComplex('nested too deeply')
  if (Array.isArray(value)) {
    for (const item of value) visit(walk, family, item, depth + 1, scope)
    return
  }
  if (++walk.nodes > MOST_NODES) throw tooComplex('too large')
  if (!isNode(value)) throw unsupported(family)
  visitNode(walk, family, value, depth, scope)
}

function visitNode(walk: Walk, family: Family, node: Node, depth: number, scope: Scope) {
  const shape = shapeOf(family, node)
  if (!shape) throw unknownKind(family, node)
  switch (family) {
    case 'query':
      return visitQuery(walk, node, shape, depth, scope)
    case 'table':
      return visitTable(walk, node, shape, depth, scope)
    case 'expression':
      checkExpression(node)
      walk.at = locationOf(node)
      break
    case 'type':
      checkType(node, walk.at)
      break
    case 'typeInfo':
      checkTypeInfo(node, walk.at)
      break
    case 'pivot':
      if (node.pivot_enum !== '') throw refused('PIVOT cannot take its values from a type.', LIST_THE_VALUES)
      break
    default:
  }
  visitFields(walk, node, shape, depth, scope)
}

/** A CTE is known to those after it and to the query itself; the recursive part of one knows itself too. */
function visitQuery(walk: Walk, node: Node, shape: Shape, depth: number, scope: Scope) {
  let inner = scope
  for (const entry of cteEntries(node)) {
    visit(walk, 'cteEntry', entry, depth + 3, inner)
    const name = String(entry.key)
    checkCteName(name)
    inner = withCte(inner, name)
  }
  for (const field in node) {
    if (field === 'cte_map') continue
    visitField(walk, node, field, shape, depth, field === 'right' ? withItself(node, inner) : inner)
  }
}

function cteEntries({ cte_map: ctes }: Node): Node[] {
  if (!isNode(ctes) || !Array.isArray(ctes.map) || Object.keys(ctes).length !== 1) throw unsupported('WITH')
  return ctes.map
}

function withItself({ type, cte_name: name, key_targets: keys }: Node, scope: Scope): Scope {
  if (type !== 'RECURSIVE_CTE_NODE') return scope
  return withCte(scope, String(name), Array.isArray(keys) && keys.length > 0)
}

function visitTable(walk: Walk, node: Node, shape: Shape, depth: number, scope: Scope) {
  if (node.type === 'BASE_TABLE') {
    const name = checkTableName(node, walk.known, scope)
    if (name !== undefined) walk.tables.add(name)
  }
  if (node.type !== 'TABLE_FUNCTION') return visitFields(walk, node, shape, depth, scope)

  const call = node.function
  const callShape = isNode(call) && call.class === 'FUNCTION' ? shapeOf('expression', call) : undefined
  if (!isNode(call) || !callShape) throw unsupported('TABLE_FUNCTION')
  checkTableFunction(call)
  visitFields(walk, call, callShape, depth + 1, scope)
}

function visitFields(walk: Walk, node: Node, shape: Shape, depth: number, scope: Scope) {
  for (const field in node) visitField(walk, node, field, shape, depth, scope)
}

function visitField(walk: Walk, node: Node, field: string, shape: Shape, depth: number, scope: Scope) {
  const holds = shape.get(field)
  if (holds === 'plain') return
  if (holds === undefined) throw unsupported(field, node)
  if (holds !== 'nothing') return visit(walk, holds, node[field], depth + 1, scope)
  if (node[field] === null) return
  if (field === 'at_clause') throw refused('AT (…) is not supported.', USE_AS_OF, locationOf(node))
  throw unsupported(field, node)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const LIST_THE_VALUES = "List the values: PIVOT … ON column IN ('a', 'b')."
const USE_AS_OF = 'Send as_of beside the SQL to read the workbook as it was.'

const tooComplex = (how: string) => refused(`The SQL is ${how}.`, 'Split it into several smaller queries.')

const unsupported = (what: string, node: Node = {}) =>
  refused(`This form of SQL is not supported (${what}).`, 'Write the query in another way.', locationOf(node))

function unknownKind(family: Family, node: Node) {
  if (node.type !== 'SHOW_REF') return unsupported(String(node.type ?? family), node)
  return notReadOnly(
    'A query is one SELECT; DESCRIBE, SHOW and SUMMARIZE are not.',
    'Ask for the schema or the profile of the table instead.',
    locationOf(node),
  )
}

/** Types that hold values. Others are for DuckDB's own use. */
const VALUE_TYPES: ReadonlySet<string> = new Set(
  (
    'BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT BIGNUM FLOAT DOUBLE ' +
    'DECIMAL VARCHAR CHAR BLOB BIT UUID DATE TIME TIME_NS TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS INTERVAL ' +
    'LIST ARRAY STRUCT MAP UNION VARIANT UNBOUND'
  )
    .split(' ')
    .concat('TIMESTAMP WITH TIME ZONE', 'TIME WITH TIME ZONE'),
)

/** Types that DuckDB finds by name only; any other such name would be looked up in its catalog. */
const NAMED_TYPES: ReadonlySet<string> = new Set(['json', 'enum'])

function checkExpression(expression: Node) {
  switch (expression.class) {
    case 'FUNCTION':
    case 'WINDOW':
      return checkFunction(expression)
    case 'COLLATE':
      return checkCollation(expression)
    default:
  }
}

function checkFunction(call: Node) {
  const name = String(call.function_name)
  const verdict = judgeFunction(name)
  if (verdict.kind === 'refused') throw refused(`${name} ${verdict.why}.`, 'Leave it out.', locationOf(call))
  if (verdict.kind === 'unknown') {
    const near = nearestNames(name, verdict.allowed)
    const suggestion = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check its spelling.'
    throw refused(`There is no function ${name}.`, suggestion, locationOf(call))
  }
  if (call.export_state) throw refused('EXPORT_STATE is not supported.', 'Leave it out.', locationOf(call))
}

function checkCollation(expression: Node) {
  const name = String(expression.collation)
  if (isCollation(name)) return
  throw refused(`There is no collation ${name}.`, 'Use one such as NOCASE, NOACCENT, ja or de.', locationOf(expression))
}

/** DuckDB does not say where a type stands: `at` is the place of the expression before it. */
function checkType(type: Node, at: number | undefined) {
  const id = String(type.id)
  if (!VALUE_TYPES.has(id)) throw unknownType(id, at)
}

function checkTypeInfo(info: Node, at: number | undefined) {
  if (info.type !== 'UNBOUND_TYPE_INFO') return
  const name = [info.catalog, info.schema, info.name].filter((part) => part !== '').join('.')
  if (!NAMED_TYPES.has(asciiLower(name))) throw unknownType(name, at)
}

const unknownType = (name: string, at: number | undefined) =>
  refused(
    `There is no type ${name}.`,
    'Use one such as VARCHAR, INTEGER, DECIMAL(18,2), DOUBLE, DATE or TIMESTAMP.',
    at,
  )
