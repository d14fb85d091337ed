import type { Region, RegionColumn, Reshape } from '../../parse-spec/parse-spec.ts'
import { isWeekday } from '../periods/period-of-cell.ts'
import { kindOfName } from '../readings/header-family.ts'
import type { Sheet } from '../sheet.ts'
import { pathOf } from '../tables/relation-of.ts'

/** A reshape that makes rows of columns. */
export type Gathering = Extract<Reshape, { kind: 'stack' | 'unpivot' | 'wide_to_long' }>

/**
 * The columns whose names a reshape would turn into values although nothing says that they are values: `net`, `gross` and
 * `amount` are fields of a record, however alike their figures look, and so are twenty questions. A witness is a header of
 * several rows, a total that adds columns up, rows that are sums of others, or headers that are values: periods, weekdays,
 * numbers; of attributes that repeat together, the number of each round.
 */
export function namesOfFields(sheet: Sheet, region: Region, step: Gathering): readonly string[] {
  if (region.header_rows.length > 1 || hasSums(region)) return []
  const columns = new Map(region.columns.map((column) => [column.name, column]))
  const taken = takenBy(step)
  // Columns that an earlier step made have no header of their own to judge by.
  if (!taken.every((name) => columns.has(name))) return []
  if (step.kind === 'wide_to_long') return namesRounds(step) ? [] : taken
  const values = taken.filter((name) => isHeadedByValue(sheet, columns.get(name)))
  return values.length > taken.length / 2 ? [] : taken
}

/** The columns that become rows. */
export const takenBy = (step: Gathering): readonly string[] =>
  step.kind === 'wide_to_long' ? step.groups.flatMap(({ columns }) => columns) : step.value_columns

/** Of its columns, or of rows under one another. */
const hasSums = ({ totals, hierarchy, row_roles }: Region) =>
  totals.some(({ column, op, verified }) => column !== undefined && op === 'sum' && verified) ||
  (hierarchy !== null && row_roles.some(({ role }) => role === 'subtotal' || role === 'difference'))

const isHeadedByValue = (sheet: Sheet, column: RegionColumn | undefined) =>
  column !== undefined && pathOf(sheet, column).some(({ value, text }) => value.kind === 'date' || isValue(text))

const isValue = (text: string) => kindOfName(text) !== 'name' || isWeekday(text) || COUNTED_TIME.test(text)

/** `Day 3`, `Week 12`, `第2回`. */
const COUNTED_TIME =
  /^(?:day|week|wk|month|quarter|year|period|round|tag|woche|monat|jour|semaine|mois)[\s._-]?\d+$|^第?\d+(?:日目?|週目?|[カかヶケ箇]月目?|期|回目?|四半期)$/iu

/** A list that goes on beside itself has the same names again: nothing becomes a value there. */
const namesRounds = ({ name_to, labels }: Extract<Gathering, { kind: 'wide_to_long' }>) =>
  name_to === null || labels === undefined || labels.every((label) => /\d/.test(label) || isValue(label))
