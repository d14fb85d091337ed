import { locationOf } from './check-table.ts'
import { isCollation, judgeFunction } from './function-rules.ts'
import { asciiLower } from './names.ts'
import { nearestNames } from './nearest-names.ts'
import type { Node } from './node-shapes.ts'
import { refused } from './sql-problem.ts'

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

export function checkExpression(expression: Node) {
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
export function checkType(type: Node, at: number | undefined) {
  const id = String(type.id)
  if (!VALUE_TYPES.has(id)) throw unknownType(id, at)
}

export function checkTypeInfo(info: Node, at: number | undefined) {
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
