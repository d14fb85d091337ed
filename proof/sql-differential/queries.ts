import { aggregate, groupingSets } from './aggregates.ts'
import { brokenQuery } from './broken-queries.ts'
import { distinctOn, nested, pivot, recursive, setOperation, stars, subqueries, withQueries } from './compositions.ts'
import type { Dice } from './dice.ts'
import type { ModelTable } from './model-tables.ts'
import { parameters, type QueryRequest } from './parameters.ts'
import type { World } from './relations.ts'
import { projection, type Select } from './select.ts'
import { window } from './windows.ts'

const MOST_ROWS = 300

const FORMS: readonly ((world: World) => Select)[] = [
  projection, projection, projection, aggregate, aggregate, aggregate, groupingSets, window, window, setOperation,
  withQueries, recursive, subqueries, stars, distinctOn, pivot, nested,
] // biome-ignore format: a list

/** The n-th question for a seed is always the same. */
export function someQuery(dice: Dice, tables: readonly ModelTable[]): QueryRequest {
  const style = dice.of(['none', 'none', 'places', 'names'] as const)
  const { place, finish } = parameters(dice, style)
  const world = { dice, tables, place }
  if (dice.chance(4)) return finish(brokenQuery(world), false)
  const select = dice.of(FORMS)(world)
  // Large answers would only be slow: what is large is cut, and what is cut has one order.
  const isOrdered = select.isLarge || dice.chance(50)
  return finish(isOrdered ? `${select.sql} ${ordering(dice)}` : select.sql, isOrdered)
}

/** Rows that tie under all columns cannot be distinguished. */
function ordering(dice: Dice): string {
  const direction = dice.of(['', ' DESC', ' ASC NULLS FIRST', ' DESC NULLS LAST'])
  const offset = dice.chance(30) ? ` OFFSET ${dice.below(40)}` : ''
  return `ORDER BY ALL${direction} LIMIT ${1 + dice.below(MOST_ROWS)}${offset}`
}
