import { anyRelation, type Relation, type World } from './relations.ts'
import { KEYS, listOf, type Select, some, where, write } from './select.ts'
import type { Kind } from './values.ts'

/** Functions for which rows of equal rank are alike, then those for which a key must tell them apart. */
const RANKED = ['rank()', 'dense_rank()', 'percent_rank()', 'cume_dist()'] as const
const PLACED = ['row_number()', 'ntile(4)', 'lag(W, 1)', 'lead(W, 2)', 'first_value(W)', 'sum(W)', 'count(*)', 'max(W)', 'nth_value(W, 2)'] // biome-ignore format: a list
const FRAMES = ['', '', 'ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'] // biome-ignore format: a list

export function window(world: World): Select {
  const { dice } = world
  const relation = anyRelation(world)
  const a = (kind: Kind) => write(world, relation, kind, 1)
  const cells = Array.from({ length: 1 + dice.below(3) }, () => windowCell(world, relation, a))
  const kinds = some(dice, ['whole', 'text', 'day'], 2)
  const shown = [...relation.key, ...kinds.map(a), ...cells]
  const qualify = dice.chance(30) ? ` QUALIFY o${shown.length - 1} IS NOT NULL` : ''
  return {
    sql: `SELECT ${listOf(shown)} FROM ${relation.from}${where(world, relation)}${qualify}`,
    isLarge: relation.isLarge,
  }
}

function windowCell({ dice }: World, { key }: Relation, a: (kind: Kind) => string): string {
  const isTotal = key.length > 0
  const call = (isTotal ? dice.of([...RANKED, ...PLACED]) : dice.of(RANKED)).replace('W', a('whole'))
  const isFramed = /^(?:sum|count|max|first_value|nth_value)/.test(call)
  const partition = dice.chance(60) ? `PARTITION BY ${a(dice.of(KEYS))} ` : ''
  const order = [`${a(dice.of(KEYS))}${dice.of(['', ' DESC', ' NULLS FIRST'])}`, ...key].join(', ')
  return `${call} OVER (${partition}ORDER BY ${order} ${isFramed ? dice.of(FRAMES) : ''})`
}
