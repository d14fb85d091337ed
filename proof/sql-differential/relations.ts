import { quoteName } from '../../server/src/engine/duckdb/protocol/quote-name.ts'
import type { Dice } from './dice.ts'
import { expression, type Placeholder, type Ref } from './expressions.ts'
import type { ModelTable } from './model-tables.ts'
import type { Kind } from './values.ts'

/** What a statement reads from. `key` tells its rows apart; without one, ties cannot be broken. */
export type Relation = { from: string; refs: Ref[]; key: readonly string[]; isLarge: boolean }

export type World = { dice: Dice; tables: readonly ModelTable[]; place: Placeholder }

const ALIASES = ['a', 'b', 'c', 'd'] as const

export function tableRelation({ name, columns, isLarge }: ModelTable, alias: string): Relation {
  const refs = columns.map((column) => ({ sql: `${alias}.${quoteName(column.name)}`, kind: column.kind }))
  const key = `${alias}.__svc_row_id`
  return {
    from: `${quoteName(name)} ${alias}`,
    refs: [...refs, { sql: key, kind: 'whole' }],
    key: [key],
    isLarge,
  }
}

/** Of a large table a part, where all of it would take too long. */
function slice({ dice }: World, relation: Relation, alias: string): Relation {
  if (!relation.isLarge) return relation
  const name = relation.from.replace(/ \w+$/, '')
  const from = `(SELECT * FROM ${name} WHERE __svc_row_id % 89 = ${dice.below(89)}) ${alias}`
  return { ...relation, from, isLarge: false }
}

export function anyRelation(world: World): Relation {
  const { dice } = world
  return dice.of([plain, plain, plain, joined, joined, derived, unnested, eachMember, lateral, values])(world)
}

export const plain = ({ dice, tables }: World): Relation => tableRelation(dice.of(tables), 'a')

/** Two tables, or three, on columns of the same kind. */
function joined(world: World): Relation {
  const { dice, tables } = world
  const [first, ...others] = ALIASES.slice(0, dice.chance(20) ? 3 : 2).map((alias) =>
    slice(world, tableRelation(dice.of(tables), alias), alias),
  )
  if (!first) throw new Error('impossible: a join of nothing')
  return others.reduce((left, right) => join(world, left, right), first)
}

function join(world: World, left: Relation, right: Relation): Relation {
  const { dice, place } = world
  const kinds = (['whole', 'day', 'text', 'uuid', 'flag'] as const).filter(
    (kind) => has(left, kind) && has(right, kind) && (kind !== 'flag' || dice.chance(5)),
  )
  const kind = dice.of(kinds.length > 0 ? kinds : ['whole' as const])
  const on = `${refOf(dice, left, kind)} = ${refOf(dice, right, kind)}`
  const how = dice.of(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'SEMI JOIN', 'ANTI JOIN', 'ASOF JOIN'])
  if (how === 'SEMI JOIN' || how === 'ANTI JOIN') return { ...left, from: `${left.from} ${how} ${right.from} ON ${on}` }
  const key = [...left.key, ...right.key]
  const refs = [...left.refs, ...right.refs]
  // What comes next in time is one row only if no two rows are of one time: the key is.
  const next = how === 'ASOF JOIN' ? ` AND ${left.key[0]} >= ${right.key[0]}` : ''
  const more = next === '' && dice.chance(30) ? ` AND ${expression({ dice, refs, depth: 1, place }, 'flag')}` : next
  return { from: `${left.from} ${how} ${right.from} ON ${on}${more}`, refs, key, isLarge: true }
}

const has = ({ refs }: Relation, kind: Kind) => refs.some((ref) => ref.kind === kind)

function refOf(dice: Dice, { refs, key }: Relation, kind: Kind): string {
  const fitting = refs.filter((ref) => ref.kind === kind && !key.includes(ref.sql))
  return fitting.length > 0 ? dice.of(fitting).sql : '1'
}

const OUTPUT_KINDS: readonly Kind[] = [
  'whole',
  'text',
  'exact',
  'dyadic',
  'day',
  'flag',
  'moment',
  'instant',
  'json',
  'uuid',
]

/** A sub-query in FROM; its rows have no key any more. */
function derived(world: World): Relation {
  const { dice, place } = world
  const inner = slice(world, plain(world), 'a')
  const kinds = Array.from({ length: 3 + dice.below(4) }, () => dice.of(OUTPUT_KINDS))
  const write = (kind: Kind) => expression({ dice, refs: inner.refs, depth: 2, place }, kind)
  const cells = kinds.map((kind, n) => `${write(kind)} AS x${n}`)
  const where = dice.chance(60) ? ` WHERE ${write('flag')}` : ''
  return {
    from: `(SELECT ${cells.join(', ')} FROM ${inner.from}${where}) s`,
    refs: kinds.map((kind, n) => ({ sql: `s.x${n}`, kind })),
    key: [],
    isLarge: inner.isLarge,
  }
}

function unnested(world: World): Relation {
  const { dice, place } = world
  const inner = slice(world, plain(world), 'a')
  const write = (kind: Kind) => expression({ dice, refs: inner.refs, depth: 1, place }, kind)
  const [list, kind] = dice.of<[string, Kind]>([
    [`[${write('whole')}, ${write('whole')}]`, 'whole'],
    [`string_split(${write('text')}, ' ')`, 'text'],
    [`range(abs(${write('whole')}::BIGINT) % 4)`, 'whole'],
    [`list_transform([${write('whole')}, 3], x -> x % 7)`, 'whole'],
    [`list_filter([${write('text')}, 'b', 'c'], x -> x > 'a')`, 'text'],
  ])
  return {
    from: `${inner.from}, unnest(${list}) u(v)`,
    refs: [...inner.refs, { sql: 'u.v', kind }],
    key: [],
    isLarge: false,
  }
}

/** The members of JSON values. */
function eachMember(world: World): Relation {
  const { dice, tables } = world
  const table = dice.of(tables.filter(({ columns }) => columns.some(({ kind }) => kind === 'json')))
  const inner = tableRelation(table, 'a')
  const member: Ref[] = [
    { sql: 'j.key', kind: 'text' },
    { sql: 'j.value', kind: 'json' },
    { sql: 'j.type', kind: 'text' },
  ]
  const from = `${inner.from}, json_each(${refOf(dice, inner, 'json')}) j`
  return { from, refs: [...inner.refs, ...member], key: [], isLarge: false }
}

function lateral(world: World): Relation {
  const { dice, tables, place } = world
  const outer = slice(world, tableRelation(dice.of(tables), 'a'), 'a')
  const inner = slice(world, tableRelation(dice.of(tables), 'b'), 'b')
  const write = (kind: Kind) => expression({ dice, refs: inner.refs, depth: 1, place }, kind)
  const on = `${refOf(dice, inner, 'whole')} = ${refOf(dice, outer, 'whole')}`
  const [sql, kind] = dice.of<[string, Kind]>([
    [`SELECT max(${write('day')}) AS m FROM ${inner.from} WHERE ${on}`, 'day'],
    [`SELECT count(*) AS m FROM ${inner.from} WHERE ${on}`, 'whole'],
    [`SELECT sum(${write('exact')}) AS m FROM ${inner.from} WHERE ${on}`, 'exact'],
    [`SELECT ${write('text')} AS m FROM ${inner.from} WHERE ${on} ORDER BY ${inner.key} LIMIT 2`, 'text'],
  ])
  return {
    from: `${outer.from}${dice.of([', LATERAL', ' CROSS JOIN LATERAL'])} (${sql}) l`,
    refs: [...outer.refs, { sql: 'l.m', kind }],
    key: [],
    isLarge: false,
  }
}

function values({ dice, place }: World): Relation {
  const kinds: readonly Kind[] = ['whole', 'text', 'day']
  const nothing = { dice, refs: [], depth: 0, place }
  const rows = Array.from(
    { length: 2 + dice.below(5) },
    () => `(${kinds.map((kind) => expression(nothing, kind)).join(', ')})`,
  )
  return {
    from: `(VALUES ${rows.join(', ')}) v(x, y, z)`,
    refs: ['v.x', 'v.y', 'v.z'].map((sql, n) => ({ sql, kind: kinds[n] ?? 'text' })),
    key: [],
    isLarge: false,
  }
}
