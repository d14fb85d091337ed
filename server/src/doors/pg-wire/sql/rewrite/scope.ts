import type { Node, WindowDef } from 'libpg-query'
import { wireError } from '../../protocol/wire-error.ts'
import { ANY, type PgType } from '../pg-type.ts'
import { noColumn } from './refusals.ts'
import { quoteName, type Typed } from './typed.ts'

/** A column that can be named, and how the engine names it: with its table in a scope, without one in what a query returns. */
export type ScopeColumn = { name: string; sql: string; type: PgType }

/** A member of FROM. `isOpen`: its columns are not known here, and any name may be one. */
export type ScopeTable = {
  alias: string
  columns: readonly ScopeColumn[]
  isOpen?: boolean
  /** Behind JOIN … USING: the columns of both sides that stand once, and are named without a table. */
  hidden?: ReadonlySet<string>
}

/** The names that stand in a query: its tables, and behind them those of the queries around it. */
export type Scope = {
  tables: ScopeTable[]
  /** Columns that JOIN … USING made of two. */
  merged: ScopeColumn[]
  windows: ReadonlyMap<string, WindowDef>
  ctes: ReadonlyMap<string, readonly ScopeColumn[]>
  parent: Scope | null
  /** What `*` stands for, in its order. */
  star: StarItem[]
}
export type StarItem = { column: ScopeColumn } | { open: string }

export const newScope = (parent: Scope | null, ctes = parent?.ctes ?? new Map()): Scope => ({
  tables: [],
  merged: [],
  windows: new Map(),
  ctes,
  parent,
  star: [],
})

/** Names without quotes are folded, and found whatever letters the table has. */
export const isNamed = (name: string, wanted: string) => name === wanted || name.toLowerCase() === wanted

export function findColumn(scope: Scope, names: readonly string[], place: number): Typed {
  const column = names.at(-1) ?? ''
  const table = names.at(-2)
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = table === undefined ? ofAnyTable(at, column, place) : ofTable(at, table, column, place)
    if (found) return { ...found, place }
  }
  throw table === undefined || isTable(scope, table)
    ? noColumn(names.length > 1 ? names.join('.') : `"${column}"`, place, nearest(scope, column))
    : wireError('42P01', `missing FROM-clause entry for table "${table}"`, { place })
}

const isTable = (scope: Scope, table: string): boolean =>
  scope.tables.some(({ alias }) => isNamed(alias, table)) || (scope.parent !== null && isTable(scope.parent, table))

type Found = Pick<Typed, 'sql' | 'type'>

function ofAnyTable({ tables, merged }: Scope, column: string, place: number): Found | undefined {
  const own = merged.find(({ name }) => isNamed(name, column))
  if (own) return own
  const found = tables.flatMap((table) =>
    table.hidden?.has(column) ? [] : exactFirst(table.columns, column).map((each) => ({ ...each, table })),
  )
  if (found.length > 1) throw wireError('42702', `column reference "${column}" is ambiguous`, { place })
  if (found[0]) return found[0]
  const open = tables.find(({ isOpen }) => isOpen)
  return open && openColumn(open, column)
}

function ofTable({ tables }: Scope, wanted: string, column: string, place: number): Found | undefined {
  const table = tables.find(({ alias }) => alias === wanted) ?? tables.find(({ alias }) => isNamed(alias, wanted))
  if (!table) return undefined
  const [found] = exactFirst(table.columns, column)
  if (found) return found
  if (table.isOpen) return openColumn(table, column)
  throw noColumn(`${wanted}.${column}`, place)
}

const openColumn = ({ alias }: ScopeTable, column: string): Found => ({
  sql: `${quoteName(alias)}.${quoteName(column)}`,
  type: ANY,
})

function exactFirst(columns: readonly ScopeColumn[], wanted: string): ScopeColumn[] {
  const exact = columns.filter(({ name }) => name === wanted)
  return exact.length > 0 ? exact : columns.filter(({ name }) => isNamed(name, wanted))
}

/** The column that was probably meant. */
function nearest(scope: Scope, wanted: string): string | undefined {
  const names = scope.tables.flatMap(({ columns }) => columns.map(({ name }) => name))
  const near = names.find((name) => distance(name.toLowerCase(), wanted.toLowerCase()) <= 2)
  return near === undefined ? undefined : `Perhaps you meant to reference the column "${near}".`
}

/** How many letters must change; 3 where there are more. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2 || one.length > 60) return 3
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 3
}

export const isStar = (fields: readonly Node[] | undefined) => fields?.some((field) => 'A_Star' in field) ?? false
