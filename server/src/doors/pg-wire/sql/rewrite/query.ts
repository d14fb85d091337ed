import type { ResTarget, SelectStmt, WindowDef } from 'libpg-query'
import { labelOf, namesIn } from '../labels.ts'
import { tooComplex } from '../parse.ts'
import { commonType, duckType, type PgType, TEXT, UNKNOWN } from '../pg-type.ts'
import { cast, settled } from './casts.ts'
import { booleanSql, refuseLoss } from './conditions.ts'
import { fromSql } from './from.ts'
import { distinctSql, groupSql, type Item, limitSql, orderSql } from './ordering.ts'
import { noCommonType, refuse, unsupported } from './refusals.ts'
import type { Rewriting, RewrittenQuery } from './rewriting.ts'
import { isStar, newScope, type Scope, type ScopeColumn } from './scope.ts'
import { quoteName, type Typed } from './typed.ts'

const MOST_DEPTH = 100

/** A query of PostgreSQL as one of the engine. `isOperand`: it is a side of a UNION, where a NULL takes the type of the other side. */
export function query(
  rewriting: Rewriting,
  select: SelectStmt,
  parent: Scope | null,
  ctes?: Scope['ctes'],
  isOperand = false,
): RewrittenQuery {
  const { nesting } = rewriting
  if (nesting.depth >= MOST_DEPTH * 4) throw tooComplex()
  nesting.depth += 1
  try {
    return whole(rewriting, select, parent, ctes, isOperand)
  } finally {
    nesting.depth -= 1
  }
}

function whole(
  rewriting: Rewriting,
  select: SelectStmt,
  parent: Scope | null,
  ctes: Scope['ctes'] | undefined,
  isOperand: boolean,
): RewrittenQuery {
  if (select.intoClause) throw refuse('25006', 'cannot execute SELECT INTO in a read-only transaction', {})
  const known = new Map(ctes ?? parent?.ctes ?? [])
  const before = withSql(rewriting, select, parent, known)
  const made = body(rewriting, select, parent, known, isOperand)
  return { sql: `${before}${made.sql}`, columns: made.columns }
}

function withSql(
  rewriting: Rewriting,
  { withClause }: SelectStmt,
  parent: Scope | null,
  known: Map<string, readonly ScopeColumn[]>,
): string {
  if (!withClause) return ''
  const parts: string[] = []
  for (const node of withClause.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue
    const { ctename = '', ctequery, aliascolnames, ctematerialized } = node.CommonTableExpr
    if (!ctequery || !('SelectStmt' in ctequery))
      throw refuse('25006', 'WITH can only hold queries in a read-only transaction', {})
    const renamed = namesIn(aliascolnames)
    const names = (columns: readonly ScopeColumn[]) =>
      columns.map((column, n) => ({ ...column, name: renamed[n] ?? column.name, sql: renamed[n] ?? column.sql }))
    const inner = ctequery.SelectStmt
    // Of a recursive query the first part says which columns it has.
    const isRecursive = withClause.recursive === true && inner.larg !== undefined
    const seen = new Map(known)
    if (isRecursive && inner.larg) seen.set(ctename, names(query(rewriting, inner.larg, parent, known).columns))
    const made = query(rewriting, inner, parent, seen)
    known.set(ctename, names(made.columns))
    const list = names(made.columns)
      .map(({ sql }) => quoteName(sql))
      .join(', ')
    const kept = ctematerialized === 'CTEMaterializeAlways' ? 'MATERIALIZED ' : ''
    parts.push(`${quoteName(ctename)}(${list}) AS ${kept}(${made.sql})`)
  }
  return `WITH ${withClause.recursive ? 'RECURSIVE ' : ''}${parts.join(', ')} `
}

function body(
  rewriting: Rewriting,
  select: SelectStmt,
  parent: Scope | null,
  ctes: Scope['ctes'],
  isOperand: boolean,
): RewrittenQuery {
  if (select.op && select.op !== 'SETOP_NONE') return setOperation(rewriting, select, parent, ctes)
  if (select.valuesLists?.length) return values(rewriting, select, parent, ctes)
  return simple(rewriting, select, newScope(parent, ctes), isOperand)
}

function simple(rewriting: Rewriting, select: SelectStmt, empty: Scope, isOperand: boolean): RewrittenQuery {
  const scope = { ...empty, windows: windowsIn(select) }
  const from = fromSql(rewriting, select.fromClause, scope)
  const items = itemsOf(rewriting, select, scope, isOperand)
  const columns = outputColumns(items)
  const where = select.whereClause ? ` WHERE ${booleanSql(rewriting, select.whereClause, scope, 'WHERE')}` : ''
  const group = groupSql(rewriting, select, scope, items)
  const having = select.havingClause ? ` HAVING ${booleanSql(rewriting, select.havingClause, scope, 'HAVING')}` : ''
  const order = orderSql(rewriting, select, scope, items)
  const shown = items.map(({ typed, isAll }, n) =>
    isAll ? typed.sql : `${typed.sql} AS ${quoteName(columns[n]?.sql ?? '')}`,
  )
  // EXISTS (SELECT FROM t) shows nothing.
  const list = shown.length === 0 ? '1' : shown.join(', ')
  const sql = `SELECT ${distinctSql(rewriting, select, scope, items)}${list}${from}${where}${group}${having}${order}`
  return { sql: `${sql}${limitSql(rewriting, select, scope)}`, columns }
}

const windowsIn = ({ windowClause }: SelectStmt): ReadonlyMap<string, WindowDef> =>
  new Map(
    (windowClause ?? []).flatMap((node) =>
      'WindowDef' in node ? [[node.WindowDef.name ?? '', node.WindowDef] as const] : [],
    ),
  )

function itemsOf(rewriting: Rewriting, { targetList = [] }: SelectStmt, scope: Scope, isOperand: boolean): Item[] {
  return targetList.flatMap((node) => ('ResTarget' in node ? itemOf(rewriting, node.ResTarget, scope, isOperand) : []))
}

function itemOf(rewriting: Rewriting, { val, name }: ResTarget, scope: Scope, isOperand: boolean): Item[] {
  if (!val) return []
  if ('ColumnRef' in val && isStar(val.ColumnRef.fields))
    return starItems(scope, namesIn(val.ColumnRef.fields).at(-1), rewriting.placeOf(val.ColumnRef.location))
  const made = rewriting.expression(val, scope)
  const typed = isOperand && made.literal === null ? made : settled(made, rewriting.parameters)
  if (typed.type.name === 'record') throw unsupported('A row as a value', typed.place, 'Select its columns one by one.')
  return [{ typed: 'ColumnRef' in val ? typed : asTyped(typed), label: name ?? labelOf(val) }]
}

/** Of an operand that is NULL the engine says no type. */
function asTyped(typed: Typed): Typed {
  const duck = duckType(typed.type)
  return duck === '' || typed.type.name === 'unknown' ? typed : { ...typed, sql: `CAST(${typed.sql} AS ${duck})` }
}

function starItems(scope: Scope, table: string | undefined, place: number): Item[] {
  const found = scope.tables.find(({ alias }) => alias === table)
  if (table !== undefined && !found) throw refuse('42P01', `missing FROM-clause entry for table "${table}"`, { place })
  const items = found
    ? found.isOpen
      ? [{ open: found.alias }]
      : found.columns.map((column) => ({ column }))
    : scope.star
  if (items.length === 0) throw refuse('42601', 'SELECT * with no tables specified is not valid', { place })
  return items.map((item) =>
    'open' in item
      ? { typed: { sql: `${quoteName(item.open)}.*`, type: { name: 'any' }, place }, label: '*', isAll: true }
      : { typed: { sql: item.column.sql, type: item.column.type, place }, label: item.column.name },
  )
}

/** `name`: as the client sees it. `sql`: as the query itself calls it, where no two may have one name. */
function outputColumns(items: readonly Item[]): ScopeColumn[] {
  const counts = new Map<string, number>()
  return items.map(({ typed, label }) => {
    const key = label.toLowerCase()
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return { name: label, type: typed.type, sql: count === 0 ? label : `${label}:${count}` }
  })
}

const OPERATIONS: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
}

function setOperation(
  rewriting: Rewriting,
  select: SelectStmt,
  parent: Scope | null,
  ctes: Scope['ctes'],
): RewrittenQuery {
  const { larg, rarg, op = '', all } = select
  if (!larg || !rarg) throw refuse('42601', 'a set operation needs two queries', {})
  const [left, right] = [query(rewriting, larg, parent, ctes, true), query(rewriting, rarg, parent, ctes, true)]
  if (left.columns.length !== right.columns.length)
    throw refuse('42601', `each ${OPERATIONS[op]} query must have the same number of columns`, {})
  const columns = left.columns.map((column, n) => {
    const other = right.columns[n]?.type ?? column.type
    const type = commonType(column.type, other)
    if (!type) throw noCommonType(OPERATIONS[op] ?? '', column.type, other, -1)
    refuseLoss(OPERATIONS[op] ?? '', type, [
      { type: column.type, place: -1 },
      { type: other, place: -1 },
    ])
    return { ...column, type }
  })
  const items = columns.map(({ name, sql, type }) => ({ label: name, typed: { sql: quoteName(sql), type, place: -1 } }))
  const sides = [left, right].map(({ sql }) => `(${sql})`)
  const joined = `${sides[0]} ${OPERATIONS[op]}${all ? ' ALL' : ''} ${sides[1]}`
  const scope = newScope(parent, ctes)
  return { sql: `${joined}${orderSql(rewriting, select, scope, items)}${limitSql(rewriting, select, scope)}`, columns }
}

function values(rewriting: Rewriting, select: SelectStmt, parent: Scope | null, ctes: Scope['ctes']): RewrittenQuery {
  const scope = newScope(parent, ctes)
  const rows = (select.valuesLists ?? []).map((list) =>
    'List' in list ? (list.List.items ?? []).map((item) => rewriting.expression(item, scope)) : [],
  )
  const width = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== width)) throw refuse('42601', 'VALUES lists must all be the same length', {})
  const types = Array.from({ length: width }, (_, n) => columnType(rows.map((row) => row[n])))
  const lists = rows.map(
    (row) => `(${row.map((item, n) => cast(item, types[n] ?? TEXT, rewriting.parameters).sql).join(', ')})`,
  )
  const columns = types.map((type, n) => ({ name: `column${n + 1}`, type, sql: `column${n + 1}` }))
  const items = columns.map(({ name, type }) => ({ label: name, typed: { sql: quoteName(name), type, place: -1 } }))
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const tail = `${orderSql(rewriting, select, scope, items)}${limitSql(rewriting, select, scope)}`
  return { sql: `SELECT ${names} FROM (VALUES ${lists.join(', ')}) AS v_(${names})${tail}`, columns }
}

function columnType(items: readonly (Typed | undefined)[]): PgType {
  const found = items.reduce<PgType>((common, item) => {
    const next = item ? commonType(common, item.type) : common
    if (!next) throw noCommonType('VALUES', common, item?.type ?? common, item?.place ?? -1)
    return next
  }, UNKNOWN)
  refuseLoss(
    'VALUES',
    found,
    items.flatMap((item) => (item ? [item] : [])),
  )
  return found.name === 'unknown' ? TEXT : found
}
