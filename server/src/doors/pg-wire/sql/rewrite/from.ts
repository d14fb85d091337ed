import type { Alias, JoinExpr, Node, RangeFunction, RangeSubselect, RangeVar } from 'libpg-query'
import { namesIn } from '../labels.ts'
import { ANY, commonType, duckType, INT8, type PgType } from '../pg-type.ts'
import { booleanSql } from './conditions.ts'
import { noCommonType, refuse, unsupported } from './refusals.ts'
import { type Rewriting, use } from './rewriting.ts'
import type { Scope, ScopeColumn, ScopeTable, StarItem } from './scope.ts'
import { findColumn, isNamed } from './scope.ts'
import { quoteName, type Typed } from './typed.ts'

/** A member of FROM: its text, the tables in it, and what `*` stands for. */
type Source = { sql: string; tables: readonly ScopeTable[]; star: readonly StarItem[]; merged: readonly ScopeColumn[] }

/** Reads FROM into the scope, and returns its text. */
export function fromSql(rewriting: Rewriting, nodes: readonly Node[] | undefined, scope: Scope): string {
  const parts: string[] = []
  for (const node of nodes ?? []) {
    const source = sourceOf(rewriting, node, scope)
    add(scope, source, rewriting)
    parts.push(source.sql)
  }
  return parts.length === 0 ? '' : ` FROM ${parts.join(', ')}`
}

function add(scope: Scope, { tables, star, merged }: Source, { placeOf }: Rewriting) {
  for (const { alias } of tables)
    if (scope.tables.some((each) => each.alias === alias))
      throw refuse('42712', `table name "${alias}" specified more than once`, { place: placeOf(undefined) })
  scope.tables.push(...tables)
  scope.star.push(...star)
  scope.merged.push(...merged)
}

function sourceOf(rewriting: Rewriting, node: Node, scope: Scope): Source {
  if ('RangeVar' in node) return tableOf(rewriting, node.RangeVar, scope)
  if ('RangeSubselect' in node) return subqueryOf(rewriting, node.RangeSubselect, scope)
  if ('JoinExpr' in node) return joinOf(rewriting, node.JoinExpr, scope)
  if ('RangeFunction' in node) return rowsOf(rewriting, node.RangeFunction, scope)
  throw unsupported(`${Object.keys(node)[0]} in FROM`, -1, 'Name a table, a subquery or a function.')
}

type NamedColumn = { name: string; type: PgType; sql?: string }

/** The alias over a part of FROM, whose columns it may rename. */
function named(
  sql: string,
  alias: string,
  columns: readonly NamedColumn[],
  renamed: readonly string[],
  isOpen = false,
): Source {
  const shown = columns.map(({ name, type, sql: inner = name }, n) => ({
    name: renamed[n] ?? name,
    type,
    inner: renamed[n] ?? inner,
  }))
  const list = renamed.length === 0 ? '' : `(${shown.map(({ inner }) => quoteName(inner)).join(', ')})`
  const own = shown.map(({ name, type, inner }) => ({ name, type, sql: `${quoteName(alias)}.${quoteName(inner)}` }))
  const star: StarItem[] = isOpen ? [{ open: alias }] : own.map((column) => ({ column }))
  const table = { alias, columns: own, ...(isOpen ? { isOpen } : {}) }
  return { sql: `${sql} AS ${quoteName(alias)}${list}`, tables: [table], star, merged: [] }
}

const renamesOf = (alias: Alias | undefined) => namesIn(alias?.colnames)

/** What may stand before the name of a table, beside the name of the database. */
const CATALOGS = new Set(['pg_catalog', 'information_schema'])

function tableOf(rewriting: Rewriting, range: RangeVar, scope: Scope): Source {
  const { relname: name = '', schemaname, catalogname, alias } = range
  const { facts } = rewriting
  const place = rewriting.placeOf(range.location)
  const missing = () =>
    refuse('42P01', `relation "${schemaname === undefined ? '' : `${schemaname}.`}${name}" does not exist`, {
      place,
      hint: 'The tables of this database are listed in information_schema.tables.',
    })
  if (catalogname !== undefined && catalogname !== facts.database)
    throw refuse('0A000', `cross-database references are not implemented: "${catalogname}.${schemaname}.${name}"`, {
      place,
    })
  const aliasName = alias?.aliasname ?? name
  const cte = schemaname === undefined ? scope.ctes.get(name) : undefined
  if (cte) return named(quoteName(name), aliasName, cte, renamesOf(alias))
  if (schemaname === undefined || CATALOGS.has(schemaname)) {
    const relation = facts.relationOf(schemaname ?? 'pg_catalog', name)
    const own = schemaname === undefined ? rewriting.findTable(name) : undefined
    if (relation !== undefined && !own)
      return named(use(rewriting, relation), aliasName, facts.columnsOf(relation), renamesOf(alias))
    if (schemaname !== undefined) throw missing()
  }
  if (schemaname !== undefined && schemaname !== 'public' && schemaname !== facts.database) throw missing()
  const table = rewriting.findTable(name)
  if (!table) throw missing()
  return named(quoteName(table.name), aliasName, table.columns, renamesOf(alias))
}

/** PostgreSQL lets a subquery stand without a name since version 16; its columns are then found without one. */
function subqueryOf(rewriting: Rewriting, { subquery, alias, lateral }: RangeSubselect, scope: Scope): Source {
  if (!subquery || !('SelectStmt' in subquery)) throw unsupported('This subquery', -1, 'Write a SELECT.')
  const query = rewriting.query(subquery.SelectStmt, lateral ? scope : scope.parent, scope.ctes)
  const name = alias?.aliasname ?? `unnamed_subquery${scope.tables.length}`
  return named(`${lateral ? 'LATERAL ' : ''}(${query.sql})`, name, query.columns, renamesOf(alias))
}

/** A function that makes rows: its result is a column with the name of the alias. */
function rowsOf(
  rewriting: Rewriting,
  { functions = [], alias, ordinality, coldeflist, is_rowsfrom }: RangeFunction,
  scope: Scope,
): Source {
  const [list, ...others] = functions
  const [node] = list && 'List' in list ? (list.List.items ?? []) : []
  if (!node || others.length > 0 || coldeflist?.length || is_rowsfrom)
    throw unsupported('ROWS FROM', -1, 'Name one function.')
  if (!('FuncCall' in node)) throw unsupported('This function in FROM', -1, 'Name a function that makes rows.')
  const name = namesIn(node.FuncCall.funcname).at(-1) ?? ''
  const made = rewriting.expression(node, scope)
  const aliasName = alias?.aliasname ?? name
  const renamed = renamesOf(alias)
  const [column = alias?.aliasname ?? name, number = 'ordinality'] = renamed
  if (made.isSet) return setRows(made, aliasName, column, ordinality === true ? number : undefined)
  if (ordinality) throw unsupported('WITH ORDINALITY of this function', made.place, 'Use unnest or generate_series.')
  // A function of the engine, whose columns are its own.
  if (made.type.name === 'any' && made.sql.startsWith('"')) {
    if (renamed.length === 0) return named(made.sql, aliasName, [], [], true)
    return named(
      made.sql,
      aliasName,
      renamed.map((each) => ({ name: each, type: ANY })),
      renamed,
    )
  }
  return named(
    `LATERAL (SELECT ${made.sql} AS ${quoteName(column)})`,
    aliasName,
    [{ name: column, type: made.type }],
    [],
  )
}

/** `number`: the name of the column that counts the rows. */
function setRows(made: Typed, alias: string, column: string, number: string | undefined): Source {
  const rows = `SELECT ${made.sql} AS ${quoteName(column)}`
  if (number === undefined) return named(`LATERAL (${rows})`, alias, [{ name: column, type: made.type }], [])
  const counted = `SELECT *, row_number() OVER () AS ${quoteName(number)} FROM (${rows})`
  const columns = [
    { name: column, type: made.type },
    { name: number, type: INT8 },
  ]
  return named(`LATERAL (${counted})`, alias, columns, [])
}

const JOINS: Readonly<Record<string, string>> = {
  JOIN_INNER: 'JOIN',
  JOIN_LEFT: 'LEFT JOIN',
  JOIN_FULL: 'FULL JOIN',
  JOIN_RIGHT: 'RIGHT JOIN',
}

function joinOf(rewriting: Rewriting, join: JoinExpr, scope: Scope): Source {
  const { larg, rarg, jointype = 'JOIN_INNER', quals, usingClause, isNatural, alias } = join
  if (!larg || !rarg || alias) throw unsupported('A name for a join', -1, 'Name its tables.')
  const left = sourceOf(rewriting, larg, scope)
  const inner: Scope = {
    ...scope,
    tables: [...scope.tables, ...left.tables],
    merged: [...scope.merged, ...left.merged],
    star: [],
  }
  const right = sourceOf(rewriting, rarg, inner)
  const both = {
    tables: [...left.tables, ...right.tables],
    star: [...left.star, ...right.star],
    merged: [...left.merged, ...right.merged],
  }
  const word = JOINS[jointype] ?? 'JOIN'
  const names = isNatural ? commonNames(left, right) : namesIn(usingClause)
  if (names.length > 0) return joinUsing({ left, right, word, names })
  if (!quals) return { ...both, sql: `(${left.sql} CROSS JOIN ${right.sql})` }
  const on: Scope = { ...inner, tables: [...inner.tables, ...right.tables], merged: [...inner.merged, ...right.merged] }
  return { ...both, sql: `(${left.sql} ${word} ${right.sql} ON ${booleanSql(rewriting, quals, on, 'JOIN/ON')})` }
}

const columnsOf = ({ star }: Source) => star.flatMap((item) => ('column' in item ? [item.column] : []))

const commonNames = (left: Source, right: Source) =>
  columnsOf(left).flatMap(({ name }) => (columnsOf(right).some((column) => column.name === name) ? [name] : []))

type UsingJoin = { left: Source; right: Source; word: string; names: readonly string[] }

/** Each pair of columns becomes one, which stands first. */
function joinUsing({ left, right, word, names }: UsingJoin): Source {
  const scopeOf = ({ tables, merged }: Source): Scope => ({
    tables: [...tables],
    merged: [...merged],
    windows: new Map(),
    ctes: new Map(),
    parent: null,
    star: [],
  })
  const pairs = names.map((name) => {
    const [one, other] = [findColumn(scopeOf(left), [name], -1), findColumn(scopeOf(right), [name], -1)]
    const type = commonType(one.type, other.type)
    if (!type) throw noCommonType(`JOIN/USING "${name}"`, one.type, other.type, -1)
    const duck = duckType(type)
    const full = `coalesce(${one.sql}, ${other.sql})`
    const shown =
      word === 'FULL JOIN'
        ? duck === ''
          ? full
          : `CAST(${full} AS ${duck})`
        : word === 'RIGHT JOIN'
          ? other.sql
          : one.sql
    return {
      one,
      other,
      column: { name, type: word === 'FULL JOIN' ? type : word === 'RIGHT JOIN' ? other.type : one.type, sql: shown },
    }
  })
  const isMerged = (name: string) => names.some((each) => isNamed(name, each))
  const rest = [...left.star, ...right.star].filter((item) => !('column' in item && isMerged(item.column.name)))
  const columns = pairs.map(({ column }) => column)
  const hide = (table: ScopeTable): ScopeTable => ({ ...table, hidden: new Set([...(table.hidden ?? []), ...names]) })
  return {
    sql: `(${left.sql} ${word} ${right.sql} ON ${pairs.map(({ one, other }) => `${one.sql} = ${other.sql}`).join(' AND ')})`,
    tables: [...left.tables, ...right.tables].map(hide),
    star: [...columns.map((column) => ({ column })), ...rest],
    merged: [...[...left.merged, ...right.merged].filter(({ name }) => !isMerged(name)), ...columns],
  }
}
