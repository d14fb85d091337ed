import type { Cell } from '@bindery-data/sdk'
import type { Condition } from '../grid-search.ts'

/** Which values of a column are wanted: all but some, or only some. */
export type ChosenValues = { isAllBut: boolean; values: ReadonlyMap<string, Cell> }

const keyOf = (value: Cell) => JSON.stringify(value)

const mapOf = (values: readonly Cell[]) => new Map(values.map((value) => [keyOf(value), value]))

export const EVERY_VALUE: ChosenValues = { isAllBut: true, values: new Map() }
export const NO_VALUE: ChosenValues = { isAllBut: false, values: new Map() }
export const onlyThese = (values: readonly Cell[]): ChosenValues => ({ isAllBut: false, values: mapOf(values) })

export function chosenBy(condition: Condition | undefined): ChosenValues {
  if (condition?.op !== 'in' && condition?.op !== 'not_in') return EVERY_VALUE
  return { isAllBut: condition.op === 'not_in', values: mapOf(condition.values ?? []) }
}

export const isChosen = ({ isAllBut, values }: ChosenValues, value: Cell) => values.has(keyOf(value)) !== isAllBut

export function turned(chosen: ChosenValues, value: Cell): ChosenValues {
  const values = new Map(chosen.values)
  if (!values.delete(keyOf(value))) values.set(keyOf(value), value)
  return { ...chosen, values }
}

/** The condition it comes to; null when every value is wanted. */
export function conditionOf(column: string, { isAllBut, values }: ChosenValues): Condition | null {
  if (isAllBut && values.size === 0) return null
  return { column, op: isAllBut ? 'not_in' : 'in', values: [...values.values()] }
}

/** The address of a request takes some 16 KB with its headers; a name or a value of Japanese takes nine times its letters. */
const MOST_CHARACTERS = 9_000

export const isTooLong = (condition: Condition | null) =>
  condition !== null && encodeURIComponent(JSON.stringify(condition.values ?? [])).length > MOST_CHARACTERS
