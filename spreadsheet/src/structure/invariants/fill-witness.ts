import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import { rowsWithValues } from '../readings/sample.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { isMeasure } from './repeated-measures.ts'

/** A label and the rows below it that leave theirs out. Rows count from 0. */
type Group = { label: number; gaps: readonly number[] }

/**
 * Whether something on the sheet says that the empty cells of a column mean the label above them: merged cells, outline
 * levels, a line or a total that closes every group, a second column that only together with this one tells rows apart,
 * ascending days of a ledger, or months beside its days. A column that is merely sparse has none of these.
 */
export function hasWitnessOfFill(sheet: Sheet, region: Region, name: string): boolean {
  const column = region.columns.find((one) => one.name === name)
  if (!column) return false
  const place = columnIndex(column.source_column)
  const roles = rolesByRow(region)
  const rows = rowsWithValues(region).filter((row) => !COMPUTED_ROWS.has(roles.get(row) ?? 'data'))
  if (isDayOfLedger(sheet, region, rows, place) || isMonthBesideDay(sheet, region, rows, place)) return true
  const groups = groupsOf(sheet, rows, place)
  if (groups === null) return false
  return (
    areMerged(sheet, groups, place) ||
    groups.every((group) => isOutlined(sheet, group)) ||
    areClosed(sheet, region, groups, place) ||
    (!isMeasure(sheet, region, column) &&
      isHalfOfKey(sheet, region, rows, place) &&
      isSparserThanNext(sheet, rows, place))
  )
}

/** A label that is written once leaves out at least so many of its cells, */
const LEAST_LEFT_OUT = 0.2
/** and so many times as many as the text beside it. */
const TIMES_OTHERS = 2

/** Where the text beside it has gaps as well, those of this column mean nothing more than the others. */
function isSparserThanNext(sheet: Sheet, rows: readonly number[], place: number): boolean {
  const gapsAt = (column: number) => rows.filter((row) => !sheet.cellAt(row, column)).length
  const own = gapsAt(place)
  return own >= rows.length * LEAST_LEFT_OUT && own >= gapsAt(place + 1) * TIMES_OTHERS
}

/** Null where the first row has no label, or no cell is left out. */
function groupsOf(sheet: Sheet, rows: readonly number[], place: number): Group[] | null {
  const groups: { label: number; gaps: number[] }[] = []
  for (const row of rows) {
    if (sheet.cellAt(row, place)) groups.push({ label: row, gaps: [] })
    else if (groups.length === 0) return null
    else groups.at(-1)?.gaps.push(row)
  }
  return groups.some(({ gaps }) => gaps.length > 0) ? groups : null
}

/** More groups than these do not have their cells merged by chance. */
const FEWEST_MERGED = 2

/** All groups are merged, or most: people and programs break some of the merged cells of a column. */
function areMerged(sheet: Sheet, groups: readonly Group[], place: number): boolean {
  const open = groups.filter(({ gaps }) => gaps.length > 0)
  const merged = open.filter((group) => isMerged(sheet, group, place))
  return merged.length === open.length || (merged.length >= FEWEST_MERGED && merged.length * 2 > open.length)
}

const isMerged = (sheet: Sheet, { label, gaps }: Group, place: number) =>
  gaps.every((row) => sheet.mergeAt(row, place)?.top === label)

function isOutlined({ grid }: Sheet, { label, gaps }: Group): boolean {
  const levelOf = (row: number) => grid.rows.find((facts) => facts.row === row)?.outlineLevel ?? 0
  return gaps.every((row) => levelOf(row) > levelOf(label))
}

/** Every group but the last ends at a line or at a total, and no line runs through one. */
function areClosed(sheet: Sheet, region: Region, groups: readonly Group[], place: number): boolean {
  if (groups.length < 2) return false
  const roles = rolesByRow(region)
  const hasLineAbove = (row: number) =>
    sheet.styleAt(row, place).border.top || sheet.styleAt(row - 1, place).border.bottom
  const isRuled =
    groups.slice(1).every(({ label }) => hasLineAbove(label)) && !groups.some(({ gaps }) => gaps.some(hasLineAbove))
  const endsInTotal = ({ label, gaps }: Group) => COMPUTED_ROWS.has(roles.get((gaps.at(-1) ?? label) + 1) ?? 'data')
  return isRuled || groups.every(endsInTotal)
}

/** A row that leaves out its day holds so many other cells, as the rows with a day do. */
const FULL_ENTRY = 2

/** Days that ascend in the first column of entries: an entry without one is of the day above it. A balance may open them. */
function isDayOfLedger(sheet: Sheet, region: Region, rows: readonly number[], place: number): boolean {
  const [first] = region.columns
  if (!first || columnIndex(first.source_column) !== place || !/^(?:DATE|TIMESTAMP)$/.test(first.type)) return false
  let last = ''
  for (const row of rows) {
    const value = sheet.cellAt(row, place)?.value
    if (value?.kind === 'date') {
      if (value.iso < last) return false
      last = value.iso
    } else if (value !== undefined || (last !== '' && cellsBeside(sheet, region, row) < FULL_ENTRY)) return false
  }
  return last !== ''
}

const MONTH = /^(?:月|month|monat|mois|mes)$/iu
const DAY = /^(?:日|day|tag|jour|día)$/iu

/** A date over two columns: the month is written where it changes, the day in every entry. */
function isMonthBesideDay(sheet: Sheet, { columns }: Region, rows: readonly number[], place: number): boolean {
  const n = columns.findIndex(({ source_column }) => columnIndex(source_column) === place)
  const [month, day] = [columns[n], columns[n + 1]]
  if (!month || !day || !MONTH.test(month.header ?? '') || !DAY.test(day.header ?? '')) return false
  const isCount = (column: number, most: number) => (row: number) => {
    const value = sheet.cellAt(row, column)?.value
    return value?.kind === 'number' && Number.isInteger(value.number) && value.number >= 1 && value.number <= most
  }
  const written = rows.filter((row) => sheet.cellAt(row, place))
  const days = rows.filter(isCount(columnIndex(day.source_column), 31))
  return written.length > 0 && written.every(isCount(place, 12)) && days.length >= rows.length * NEARLY_ALL
}

const NEARLY_ALL = 0.9

const cellsBeside = (sheet: Sheet, { columns }: Region, row: number) =>
  columns.slice(1).filter(({ source_column }) => sheet.cellAt(row, columnIndex(source_column))).length

/** The second column must start over in at least this many groups. */
const FEWEST_GROUPS = 2

/** The texts of the next column come again in other groups and never within one: only both columns together name a row. */
function isHalfOfKey(sheet: Sheet, region: Region, rows: readonly number[], place: number): boolean {
  const next = region.columns.find(
    ({ source_column, type }) => columnIndex(source_column) === place + 1 && type === 'VARCHAR',
  )
  if (!next) return false
  const within = new Set<string>()
  const groupsOfText = new Map<string, number>()
  let groups = 0
  for (const row of rows) {
    if (sheet.cellAt(row, place)) {
      groups++
      within.clear()
    }
    const text = sheet.cellAt(row, place + 1)?.text
    if (text === undefined) continue
    if (within.has(text)) return false
    within.add(text)
    groupsOfText.set(text, (groupsOfText.get(text) ?? 0) + 1)
  }
  const again = [...groupsOfText.values()].filter((count) => count > 1).length
  return groups >= FEWEST_GROUPS && again * 2 >= groupsOfText.size
}
