import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { isWeekday } from '../periods/period-of-cell.ts'
import { readPeriod } from '../periods/read-period.ts'
import { isNumberLike } from '../readings/header-family.ts'

type Gathering = Extract<Reshape, { kind: 'stack' | 'unpivot' | 'wide_to_long' }>

/**
 * The columns whose names a reshape would turn into values although nothing says that they are values: `net`, `gross` and
 * `amount` are fields of a record, however alike their figures look, and so are twenty questions. A witness is a header of
 * several rows, a total that adds columns up, rows that are sums of others, or headers that are values: periods, weekdays,
 * numbers; of attributes that repeat together, the number of each round.
 */
export function namesOfFields(region: Region, step: Gathering): readonly string[] {
  if (region.header_rows.length > 1 || hasSums(region)) return []
  const headers = new Map(region.columns.map(({ name, header }) => [name, header ?? name]))
  const taken = step.kind === 'wide_to_long' ? step.groups.flatMap(({ columns }) => columns) : step.value_columns
  // Columns that an earlier step made have no header of their own to judge by.
  if (!taken.every((name) => headers.has(name))) return []
  if (step.kind === 'wide_to_long') return tellsRounds(step) ? [] : taken
  const values = taken.filter((name) => isValue(headers.get(name) ?? name))
  return values.length > taken.length / 2 ? [] : taken
}

/** Of its columns, or of rows under one another. */
const hasSums = ({ totals, hierarchy, row_roles }: Region) =>
  totals.some(({ column, op, verified }) => column !== undefined && op === 'sum' && verified) ||
  (hierarchy !== null && row_roles.some(({ role }) => role === 'subtotal' || role === 'difference'))

const isValue = (text: string) => readPeriod(text) !== null || isWeekday(text) || isNumberLike(text)

/** A list that goes on beside itself has the same names again: nothing becomes a value there. */
const tellsRounds = ({ name_to, labels }: Extract<Gathering, { kind: 'wide_to_long' }>) =>
  name_to === null || labels.every((label) => /\d/.test(label) || isValue(label))
