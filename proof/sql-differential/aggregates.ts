import { anyRelation, plain, type World } from './relations.ts'
import { KEYS, listOf, type Select, some, where, write } from './select.ts'
import type { Kind } from './values.ts'

/** None of these depends on the order in which rows come: sums are of eighths, decimals and whole numbers. */
const AGGREGATES: readonly ((a: (kind: Kind) => string) => string)[] = [
  () => 'count(*)',
  (a) => `count(${a('text')})`,
  (a) => `count(DISTINCT ${a('whole')})`,
  (a) => `sum(${a('whole')})`,
  (a) => `sum(${a('exact')})`,
  (a) => `sum(${a('dyadic')})`,
  (a) => `avg(${a('whole')})`,
  (a) => `avg(${a('dyadic')})`,
  (a) => `min(${a('text')})`,
  (a) => `max(${a('day')})`,
  (a) => `max(${a('instant')})`,
  (a) => `min(${a('huge')})`,
  (a) => `sum(${a('whole')}) FILTER (WHERE ${a('flag')})`,
  (a) => `bool_or(${a('flag')})`,
  (a) => `bool_and(${a('flag')})`,
  (a) => `bit_xor(${a('whole')}::BIGINT)`,
  (a) => `median(${a('whole')})`,
  (a) => `quantile_disc(${a('exact')}, 0.25)`,
  (a) => `string_agg(left(${a('text')}, 8), '|' ORDER BY left(${a('text')}, 8))`,
  (a) => `list_sort(list(DISTINCT ${a('whole')} % 5))`,
  (a) => `list_sort(list(${a('whole')} % 3))`,
  (a) => `histogram(${a('whole')} % 4)::MAP(BIGINT, BIGINT)`,
  (a) => `count_if(${a('flag')})`,
]

export function aggregate(world: World): Select {
  const { dice } = world
  const relation = anyRelation(world)
  const a = (kind: Kind) => write(world, relation, kind, 2)
  const keys = dice.chance(15) ? [] : some(dice, KEYS, 3)
  const sums = some(dice, KEYS, 4).map(() => stable(dice.of(AGGREGATES), a))
  const cells = listOf([...keys.map((kind) => write(world, relation, kind, 1)), ...sums])
  const places = keys.map((_, n) => String(n + 1)).join(', ')
  const group = keys.length === 0 ? '' : ` GROUP BY ${dice.chance(30) ? 'ALL' : places}`
  const having = group !== '' && dice.chance(30) ? ` HAVING count(*) > ${dice.below(4)}` : ''
  return {
    sql: `SELECT ${cells} FROM ${relation.from}${where(world, relation)}${group}${having}`,
    isLarge: relation.isLarge,
  }
}

/** What is sorted by must be what is gathered: the same SQL for every use of a kind. */
function stable(make: (a: (kind: Kind) => string) => string, a: (kind: Kind) => string): string {
  const written = new Map<Kind, string>()
  return make((kind) => {
    const known = written.get(kind) ?? a(kind)
    written.set(kind, known)
    return known
  })
}

export function groupingSets(world: World): Select {
  const { dice } = world
  const relation = plain(world)
  const keys = relation.refs.filter(({ kind }) => KEYS.includes(kind)).slice(0, 8)
  const [x, y] = [dice.of(keys).sql, dice.of(keys).sql]
  const sets = dice.of([`ROLLUP (${x}, ${y})`, `CUBE (${x}, ${y})`, `GROUPING SETS ((${x}), (${y}), ())`])
  const sum = stable(dice.of(AGGREGATES), (kind) => write(world, relation, kind, 1))
  return {
    sql: `SELECT ${x} AS o0, ${y} AS o1, grouping(${x}, ${y}) AS o2, ${sum} AS o3 FROM ${relation.from}${where(world, relation)} GROUP BY ${sets}`,
    isLarge: true,
  }
}
