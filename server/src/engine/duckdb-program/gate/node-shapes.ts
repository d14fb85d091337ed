/**
 * Every kind of node that DuckDB 1.5 writes for a SELECT, and what each of its fields holds. A kind or field that is not
 * here is refused: whatever a later DuckDB adds stays outside until it has been reviewed.
 */

/** A word that is no family is a field without nodes: names, numbers, constants. */
export type Holds = 'plain' | 'nothing' | Family
export type Family =
  | 'statement' | 'query' | 'cteEntry' | 'cte' | 'table' | 'expression' | 'modifier' | 'order' | 'caseCheck'
  | 'replacement' | 'pivot' | 'pivotEntry' | 'type' | 'typeInfo' | 'typeField' // biome-ignore format: a list

export type Shape = ReadonlyMap<string, Holds>

const shape = (fields: Readonly<Record<string, Holds>>): Shape => new Map(Object.entries(fields))

/** The plain fields come first in a list of names; the others say what they hold. */
function node(plain: string, holding: Readonly<Record<string, Holds>> = {}): Shape {
  const fields: Record<string, Holds> = { ...holding }
  for (const field of plain.split(' ')) fields[field] = 'plain'
  return shape(fields)
}

const expression = (plain: string, holding: Readonly<Record<string, Holds>> = {}) =>
  node(`class type alias query_location ${plain}`.trim(), holding)
const table = (plain: string, holding: Readonly<Record<string, Holds>> = {}) =>
  node(`type alias sample query_location ${plain}`.trim(), holding)
/** The WITH queries in `cte_map` come before all else; the walk looks at them by itself. */
const query = (plain: string, holding: Readonly<Record<string, Holds>>) =>
  node(`type ${plain}`.trim(), { modifiers: 'modifier', ...holding })
const typeInfo = (plain: string, holding: Readonly<Record<string, Holds>> = {}) =>
  node(`type alias ${plain}`.trim(), { extension_info: 'nothing', ...holding })

const COMPARISON = expression('', { left: 'expression', right: 'expression' })
const OPERATOR = expression('', { children: 'expression' })
const WINDOW = expression('function_name schema catalog start end ignore_nulls exclude_clause distinct', {
  children: 'expression',
  partitions: 'expression',
  orders: 'order',
  start_expr: 'expression',
  end_expr: 'expression',
  offset_expr: 'expression',
  default_expr: 'expression',
  filter_expr: 'expression',
  arg_orders: 'order',
})

const ofTypes = (types: string, fields: Shape) => types.split(' ').map((type) => [type, fields] as const)

/** By the `type` of the expression; its `class` must be the one before the slash. */
const EXPRESSIONS: ReadonlyMap<string, Shape> = new Map([
  ['BETWEEN/COMPARE_BETWEEN', expression('', { input: 'expression', lower: 'expression', upper: 'expression' })],
  ['CASE/CASE_EXPR', expression('', { case_checks: 'caseCheck', else_expr: 'expression' })],
  ['CAST/OPERATOR_CAST', expression('try_cast', { child: 'expression', cast_type: 'type' })],
  ['COLLATE/COLLATE', expression('collation', { child: 'expression' })],
  ['COLUMN_REF/COLUMN_REF', expression('column_names')],
  ['CONSTANT/VALUE_CONSTANT', expression('value')],
  [
    'FUNCTION/FUNCTION',
    expression('function_name schema catalog distinct is_operator export_state', {
      children: 'expression',
      filter: 'expression',
      order_bys: 'modifier',
    }),
  ],
  ['LAMBDA/LAMBDA', expression('syntax_type', { lhs: 'expression', expr: 'expression' })],
  ['PARAMETER/VALUE_PARAMETER', expression('identifier')],
  ['POSITIONAL_REFERENCE/POSITIONAL_REFERENCE', expression('index')],
  [
    'STAR/STAR',
    expression('relation_name exclude_list columns unpacked qualified_exclude_list rename_list', {
      replace_list: 'replacement',
      expr: 'expression',
    }),
  ],
  ['SUBQUERY/SUBQUERY', expression('subquery_type comparison_type', { subquery: 'statement', child: 'expression' })],
  ...ofTypes('CONJUNCTION/CONJUNCTION_AND CONJUNCTION/CONJUNCTION_OR', OPERATOR),
  ...ofTypes(
    'COMPARISON/COMPARE_EQUAL COMPARISON/COMPARE_NOTEQUAL COMPARISON/COMPARE_LESSTHAN COMPARISON/COMPARE_GREATERTHAN ' +
      'COMPARISON/COMPARE_LESSTHANOREQUALTO COMPARISON/COMPARE_GREATERTHANOREQUALTO COMPARISON/COMPARE_DISTINCT_FROM ' +
      'COMPARISON/COMPARE_NOT_DISTINCT_FROM',
    COMPARISON,
  ),
  ...ofTypes(
    'OPERATOR/OPERATOR_NOT OPERATOR/OPERATOR_IS_NULL OPERATOR/OPERATOR_IS_NOT_NULL OPERATOR/OPERATOR_UNPACK ' +
      'OPERATOR/COMPARE_IN OPERATOR/COMPARE_NOT_IN OPERATOR/OPERATOR_COALESCE OPERATOR/OPERATOR_NULLIF ' +
      'OPERATOR/ARRAY_EXTRACT OPERATOR/ARRAY_SLICE OPERATOR/STRUCT_EXTRACT OPERATOR/ARRAY_CONSTRUCTOR ' +
      'OPERATOR/OPERATOR_TRY OPERATOR/GROUPING_FUNCTION',
    OPERATOR,
  ),
  ...ofTypes(
    'WINDOW/WINDOW_AGGREGATE WINDOW/WINDOW_RANK WINDOW/WINDOW_RANK_DENSE WINDOW/WINDOW_NTILE WINDOW/WINDOW_FILL ' +
      'WINDOW/WINDOW_PERCENT_RANK WINDOW/WINDOW_CUME_DIST WINDOW/WINDOW_ROW_NUMBER WINDOW/WINDOW_FIRST_VALUE ' +
      'WINDOW/WINDOW_LAST_VALUE WINDOW/WINDOW_LEAD WINDOW/WINDOW_LAG WINDOW/WINDOW_NTH_VALUE',
    WINDOW,
  ),
])

const QUERIES: ReadonlyMap<string, Shape> = new Map([
  [
    'SELECT_NODE',
    query('group_sets aggregate_handling sample', {
      select_list: 'expression',
      from_table: 'table',
      where_clause: 'expression',
      group_expressions: 'expression',
      having: 'expression',
      qualify: 'expression',
    }),
  ],
  ['SET_OPERATION_NODE', query('setop_type setop_all', { left: 'query', right: 'query', children: 'query' })],
  [
    'RECURSIVE_CTE_NODE',
    query('cte_name union_all aliases', { left: 'query', right: 'query', key_targets: 'expression' }),
  ],
])

const TABLES: ReadonlyMap<string, Shape> = new Map([
  ['BASE_TABLE', table('schema_name table_name catalog_name column_name_alias', { at_clause: 'nothing' })],
  ['EMPTY', table('')],
  [
    'JOIN',
    table('join_type ref_type using_columns delim_flipped is_implicit', {
      left: 'table',
      right: 'table',
      condition: 'expression',
      duplicate_eliminated_columns: 'expression',
    }),
  ],
  ['SUBQUERY', table('column_name_alias', { subquery: 'statement' })],
  ['TABLE_FUNCTION', table('column_name_alias with_ordinality', { function: 'expression' })],
  ['EXPRESSION_LIST', table('expected_names', { expected_types: 'type', values: 'expression' })],
  [
    'PIVOT',
    table('unpivot_names groups column_name_alias include_nulls', {
      source: 'table',
      aggregates: 'expression',
      pivots: 'pivot',
    }),
  ],
])

const MODIFIERS: ReadonlyMap<string, Shape> = new Map([
  ['ORDER_MODIFIER', node('type', { orders: 'order' })],
  ['DISTINCT_MODIFIER', node('type', { distinct_on_targets: 'expression' })],
  ...ofTypes('LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER', node('type', { limit: 'expression', offset: 'expression' })),
])

const TYPE_INFOS: ReadonlyMap<string, Shape> = new Map([
  ['DECIMAL_TYPE_INFO', typeInfo('width scale')],
  ['LIST_TYPE_INFO', typeInfo('', { child_type: 'type' })],
  ['ARRAY_TYPE_INFO', typeInfo('size', { child_type: 'type' })],
  ['STRUCT_TYPE_INFO', typeInfo('', { child_types: 'typeField' })],
  ['GENERIC_TYPE_INFO', typeInfo('')],
  ['UNBOUND_TYPE_INFO', typeInfo('name catalog schema user_type_modifiers')],
])

const TYPES = node('id', { type_info: 'typeInfo' })

/** Families of which there is one kind only. */
const SINGLE: ReadonlyMap<Family, Shape> = new Map<Family, Shape>([
  ['statement', node('named_param_map', { node: 'query' })],
  ['cteEntry', node('key', { value: 'cte' })],
  ['cte', node('aliases materialized', { query: 'statement', key_targets: 'expression' })],
  ['order', node('type null_order', { expression: 'expression' })],
  ['caseCheck', shape({ when_expr: 'expression', then_expr: 'expression' })],
  ['replacement', node('key', { value: 'expression' })],
  ['pivot', node('unpivot_names pivot_enum', { pivot_expressions: 'expression', entries: 'pivotEntry' })],
  ['pivotEntry', node('values alias', { star_expr: 'expression' })],
  ['type', TYPES],
  ['typeField', node('first', { second: 'type' })],
])

const KINDS: ReadonlyMap<Family, ReadonlyMap<string, Shape>> = new Map<Family, ReadonlyMap<string, Shape>>([
  ['query', QUERIES],
  ['table', TABLES],
  ['modifier', MODIFIERS],
  ['typeInfo', TYPE_INFOS],
])

export type Node = { readonly [field: string]: unknown }

export function shapeOf(family: Family, found: Node): Shape | undefined {
  if (family === 'expression') return EXPRESSIONS.get(`${found.class}/${found.type}`)
  return SINGLE.get(family) ?? KINDS.get(family)?.get(String(found.type))
}
