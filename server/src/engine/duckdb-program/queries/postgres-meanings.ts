import { isNode } from '../dependencies/traced-columns.ts'
import type { Node } from '../gate/node-shapes.ts'

/**
 * A call or operator that DuckDB answers differently from PostgreSQL: with a value where PostgreSQL raises an error, or with another
 * value. `sql` has the meaning of PostgreSQL; $1 and so on stand for the operands. `isSame`: for these operands both answer alike.
 */
export type Meaning = { sql: string; isSame: (operands: readonly Node[]) => boolean }

const nonZero = (operand: string) => `CASE WHEN ${operand} = 0 THEN error('division by zero') ELSE ${operand} END`

const dividedBy = (operator: string): Meaning => ({
  sql: `$1 ${operator} ${nonZero('$2')}`,
  isSame: ([, divisor]) => isNumber(divisor, (value) => value !== 0),
})

const RAISED = `power(CASE WHEN $1 = 0 AND $2 < 0 THEN error('zero raised to a negative power is undefined') WHEN $1 < 0 AND $2 <> floor($2) THEN error('a negative number raised to a non-integer power yields a complex result') ELSE $1 END, $2)`

const raised: Meaning = {
  sql: RAISED,
  isSame: ([, exponent]) => isNumber(exponent, (value) => value >= 0 && Number.isInteger(value)),
}

/** A backslash escapes in PostgreSQL unless ESCAPE says otherwise; in DuckDB it does not. */
const likened = (operator: string): Meaning => ({
  sql: `$1 ${operator} $2 ESCAPE '\\'`,
  isSame: ([, pattern]) => typeof constantOf(pattern) === 'string' && !String(constantOf(pattern)).includes('\\'),
})

const fromStart = 'CASE WHEN $2 < 1 THEN 1 ELSE $2 END'
const END = '$3 + $2 - 1'
const upTo = `CASE WHEN $3 < 0 THEN error('negative substring length not allowed') WHEN $2 >= 1 THEN $3 WHEN ${END} < 0 THEN 0 ELSE ${END} END`

/** DuckDB counts a place below 1 from the end of the text; in PostgreSQL it lies before the beginning. */
const cut = (name: string): readonly (readonly [string, Meaning])[] => [
  [`${name}/2`, { sql: `${name}($1, ${fromStart})`, isSame: ([, start]) => isNumber(start, (value) => value >= 1) }],
  [
    `${name}/3`,
    {
      sql: `${name}($1, ${fromStart}, ${upTo})`,
      isSame: ([, start, length]) => isNumber(start, (value) => value >= 1) && isNumber(length, (value) => value >= 0),
    },
  ],
]

/** PostgreSQL rounds a half of a binary number to the even neighbour, and a half of a decimal away from zero. */
const ROUNDED = `round($1) - CASE WHEN typeof($1) IN ('DOUBLE', 'FLOAT') AND abs($1 - trunc($1)) = 0.5 AND round($1) % 2 <> 0 THEN sign($1) ELSE 0 END`

/** By the name of the function in DuckDB's tree and the number of its operands. */
export const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['//2', dividedBy('/')],
  ['///2', dividedBy('//')],
  ['%/2', dividedBy('%')],
  ['mod/2', dividedBy('%')],
  ['^/2', raised],
  ['**/2', raised],
  ['pow/2', raised],
  ['power/2', raised],
  ['~~/2', likened('LIKE')],
  ['!~~/2', likened('NOT LIKE')],
  ['~~*/2', likened('ILIKE')],
  ['!~~*/2', likened('NOT ILIKE')],
  ...cut('substring'),
  ...cut('substr'),
  ['round/1', { sql: ROUNDED, isSame: ([value]) => value?.class === 'CONSTANT' || isExact(value) }],
  ['array_length/2', { sql: 'nullif(array_length($1, $2), 0)', isSame: () => false }],
  [
    'string_to_array/2',
    {
      sql: "CASE WHEN $1 = '' THEN CAST([] AS VARCHAR[]) WHEN coalesce($2, '') = '' THEN error('an empty or missing delimiter is not supported') ELSE string_to_array($1, $2) END",
      isSame: () => false,
    },
  ],
  [
    'chr/1',
    {
      sql: "chr(CASE WHEN $1 = 0 THEN error('null character not permitted') ELSE $1 END)",
      isSame: ([code]) => isNumber(code, (value) => value !== 0),
    },
  ],
])

/** DuckDB counts a negative place of a list from its end; in PostgreSQL nothing stands there. */
const listPlace = (below: string): Meaning => ({
  sql: `CASE WHEN TRY_CAST($1 AS BIGINT) < 1 THEN ${below} ELSE $1 END`,
  isSame: ([place]) => {
    const value = constantOf(place)
    return typeof value === 'string' || isNumber(place, (number) => number >= 0)
  },
})

/** Of an item, of the first place of a slice and of its last. */
export const LIST_ITEM = listPlace('NULL')
export const SLICE_BEGIN = listPlace('1')
export const SLICE_END = listPlace('0')

/** The value of a constant, or of a cast of one. Undefined for all else, and for NULL. */
function constantOf(node: Node | undefined): unknown {
  if (node?.class === 'CAST' && isNode(node.child)) return constantOf(node.child)
  if (node?.class !== 'CONSTANT' || !isNode(node.value) || node.value.is_null === true) return undefined
  const { value, type } = node.value
  if (typeof value !== 'number' || !isNode(type)) return value
  const scale = isNode(type.type_info) ? Number(type.type_info.scale ?? 0) : 0
  return value / 10 ** scale
}

function isNumber(node: Node | undefined, fits: (value: number) => boolean): boolean {
  const value = constantOf(node)
  return typeof value === 'number' && fits(value)
}

const BINARY = new Set(['DOUBLE', 'FLOAT', 'UNBOUND'])

const isExact = (node: Node | undefined) =>
  node?.class === 'CAST' && isNode(node.cast_type) && !BINARY.has(String(node.cast_type.id))
