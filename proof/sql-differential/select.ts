import type { Dice } from './dice.ts'
import { expression } from './expressions.ts'
import { anyRelation, type Relation, type World } from './relations.ts'
import type { Kind } from './values.ts'

/** `isLarge`: it may have many rows. Its columns are o0, o1 and so on, where nothing else is said. */
export type Select = { sql: string; isLarge: boolean }

const OUTPUT: readonly Kind[] = ['whole', 'huge', 'text', 'exact', 'number', 'dyadic', 'day', 'flag', 'moment', 'instant', 'clock', 'json', 'uuid'] // biome-ignore format: a list
/** What rows are grouped, joined and sorted by. */
export const KEYS: readonly Kind[] = ['whole', 'text', 'day', 'flag', 'exact', 'uuid']
const DEPTH = 3

export const write = ({ dice, place }: World, { refs }: Relation, kind: Kind, depth = DEPTH) =>
  expression({ dice, refs, depth, place }, kind)

export const where = (world: World, relation: Relation) =>
  world.dice.chance(55) ? ` WHERE ${write(world, relation, 'flag')}` : ''

export const some = (dice: Dice, kinds: readonly Kind[], most: number): Kind[] =>
  Array.from({ length: 1 + dice.below(most) }, () => dice.of(kinds))

export const listOf = (cells: readonly string[]) => cells.map((cell, n) => `${cell} AS o${n}`).join(', ')

export function projection(world: World): Select {
  const relation = anyRelation(world)
  const kinds = some(world.dice, OUTPUT, 6)
  const cells = kinds.map((kind) => write(world, relation, kind))
  const distinct = world.dice.chance(20) ? 'DISTINCT ' : ''
  return {
    sql: `SELECT ${distinct}${listOf(cells)} FROM ${relation.from}${where(world, relation)}`,
    isLarge: relation.isLarge,
  }
}

/** Of these kinds, so that it fits others in a set operation. */
export function projectionOf(world: World, kinds: readonly Kind[]): Select {
  const relation = anyRelation(world)
  const cells = kinds.map((kind) => write(world, relation, kind, 1))
  return {
    sql: `SELECT ${listOf(cells)} FROM ${relation.from}${where(world, relation)}`,
    isLarge: relation.isLarge,
  }
}
