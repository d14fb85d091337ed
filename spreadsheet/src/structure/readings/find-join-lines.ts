import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { pathOf } from '../tables/relation-of.ts'
import { distinctNames } from '../tables/reshape/distinct-names.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import type { Candidate } from './candidate.ts'
import { rowsWithValues } from './sample.ts'

/** A record over more lines is a form. */
const MOST_LINES = 3
const FEWEST_RECORDS = 3
/**
 * Of the columns so many have a name for each line, or are one cell over all of them, as their name is; fewer where a key stands
 * in each first line and the kinds differ.
 */
const NAMED_IN_EACH = 0.6
const NAMED_BESIDE_KEY = 0.4
/** Of the records so many hold a value of the same kind in the same line. */
const MOSTLY = 0.85
/** In so many columns the lines hold values of different kinds, or in one where a key stands in each first line. */
const FEWEST_OTHER = 2

/**
 * Records written over two or three lines under a header of as many, line by line: the furigana over the name, the postal
 * code over the address. The lines differ in what they hold, or bound together by a key that is merged over them.
 */
export function findJoinLines(sheet: Sheet, region: Region): Candidate[] {
  return [...findHeadedLines(sheet, region), ...findCalledLines(sheet, region)]
}

/** Records farther down are written as these are. */
const MOST_RECORDS = 200

/** More than labels that are filled down and months that become rows are worth together: they would mix days and amounts. */
const CALLED = 1.1

/**
 * The lines of a record are called by what they hold, the same names in each: the day a rent was paid over what was paid, month by
 * month. Lines that hold values of one kind, as a plan and its outcome, are rows.
 */
function findCalledLines(sheet: Sheet, region: Region): Candidate[] {
  if (region.orientation === 'columns' || region.header_rows.length === 0) return []
  const places = region.columns.filter(({ include }) => include).map(({ source_column }) => columnIndex(source_column))
  for (let lines = 2; lines <= MOST_LINES; lines++) {
    const all = recordsOf(region, lines)
    const records = all.slice(0, MOST_RECORDS)
    if (!isMergedKey(sheet, records, places, lines)) continue
    const calling = places.find((column) => distinguishesLines(sheet, records, column, lines))
    if (records.length < FEWEST_RECORDS || calling === undefined) continue
    if (otherKinds(sheet, records, places, lines) < FEWEST_OTHER) continue
    const first = records[0] ?? 0
    const called = Array.from({ length: lines }, (_, line) => sheet.cellAt(first + line, calling)?.text ?? '')
    const step = stepOf(sheet, region, all, lines, { column: calling, called })
    return [
      { step, score: CALLED, why: `each record is written over ${lines} lines that are called by what they hold` },
    ]
  }
  return []
}

function findHeadedLines(sheet: Sheet, region: Region): Candidate[] {
  const lines = region.header_rows.length
  if (lines < 2 || lines > MOST_LINES || region.orientation === 'columns') return []
  const columns = region.columns.filter(({ include }) => include)
  const paths = columns.map((column) => pathOf(sheet, column))
  const isSpanned = paths.some(([first], n) => first !== undefined && paths[n + 1]?.[0] === first)
  const named = paths.filter((path) => new Set(path.map(({ text }) => text)).size === lines)
  if (isSpanned || named.length === 0) return []
  const records = recordsOf(region, lines)
  if (records.length < FEWEST_RECORDS) return []
  const places = columns.map(({ source_column }) => columnIndex(source_column))
  const header = (region.header_rows[0] ?? 1) - 1
  const merged = places.filter((column) => isMergedIn(sheet, [header, ...records], column, lines))
  if (places.some((column) => distinguishesLines(sheet, records, column, lines))) return []
  const isKeyed = columns.some((_, n) => isKeyOfFirst(sheet, records, paths[n], places[n], region))
  const others = otherKinds(sheet, records, places, lines)
  const isNamed = named.length >= columns.length * NAMED_IN_EACH
  const isMerged = named.length + merged.length >= columns.length * NAMED_IN_EACH && areOtherNames(named)
  const isBesideKey = named.length >= columns.length * NAMED_BESIDE_KEY && isKeyed && others >= FEWEST_OTHER
  if (!isNamed && !isMerged && !isBesideKey) return []
  if (!isMergedKey(sheet, records, places, lines) && others < (isKeyed ? 1 : FEWEST_OTHER)) return []
  const step = stepOf(sheet, region, records, lines)
  return [{ step, score: 0.97, why: `each record is written over ${lines} lines` }]
}

/** A party below each candidate comes again: it names no second line. */
function areOtherNames(paths: readonly (readonly SheetCell[])[]): boolean {
  const names = paths.flat().map(({ text }) => text)
  return new Set(names).size === names.length
}

/** The first row of each record that has all its lines. */
function recordsOf(region: Region, lines: number): number[] {
  const roles = rolesByRow(region)
  const rows = rowsWithValues(region).filter((row) => (roles.get(row) ?? 'data') === 'data')
  const records: number[] = []
  for (let n = 0; n < rows.length; ) {
    const first = rows[n] ?? 0
    const isWhole = rows[n + lines - 1] === first + lines - 1
    if (isWhole) records.push(first)
    n += isWhole ? lines : 1
  }
  return records.length * lines >= rows.length * MOSTLY ? records : []
}

const isMergedKey = (sheet: Sheet, records: readonly number[], places: readonly number[], lines: number) =>
  places.some((column) => isMergedIn(sheet, records, column, lines))

/** One cell over all lines of nearly every record. */
function isMergedIn(sheet: Sheet, records: readonly number[], column: number, lines: number): boolean {
  const merged = records.filter((row) => {
    const merge = sheet.mergeAt(row, column)
    return merge?.top === row && merge.bottom === row + lines - 1
  })
  return merged.length >= records.length * MOSTLY
}

/** Named in the first line of the header only, and filled in the first line of each record only: a number, a code. */
function isKeyOfFirst(
  sheet: Sheet,
  records: readonly number[],
  path: readonly SheetCell[] = [],
  column = 0,
  { header_rows }: Region,
): boolean {
  const lines = header_rows.length
  if (path.some(({ row }) => row + 1 !== header_rows[0])) return false
  return records.every((row) => {
    const held = Array.from({ length: lines }, (_, line) => sheet.cellAt(row + line, column) !== undefined)
    return held[0] === true && !held.includes(true, 1)
  })
}

/** `in`, `out`, `in`, `out`: lines that are called by their name are rows of their own. */
function distinguishesLines(sheet: Sheet, records: readonly number[], column: number, lines: number): boolean {
  const texts = Array.from(
    { length: lines },
    (_, line) => new Set(records.map((row) => sheet.cellAt(row + line, column)?.text ?? '')),
  )
  return texts.every((held) => held.size === 1 && !held.has('')) && new Set(texts.flatMap((held) => [...held])).size > 1
}

function otherKinds(sheet: Sheet, records: readonly number[], places: readonly number[], lines: number): number {
  return places.filter((column) => {
    const kinds = Array.from({ length: lines }, (_, line) =>
      commonest(records.map((row) => sheet.cellAt(row + line, column))),
    )
    return kinds.every((kind) => kind !== null) && new Set(kinds).size > 1
  }).length
}

/** Null where no kind is that of nearly all. */
function commonest(cells: readonly (SheetCell | undefined)[]): string | null {
  const kinds = cells.flatMap((cell) => (cell && cell.value.kind !== 'absent' ? [cell.value.kind] : []))
  const [kind, held = []] =
    [...Map.groupBy(kinds, (one) => one)].sort((one, other) => other[1].length - one[1].length)[0] ?? []
  return kind !== undefined && held.length >= kinds.length * MOSTLY ? kind : null
}

/** `calls`: the column that calls the lines, and what it calls them. */
function stepOf(
  sheet: Sheet,
  region: Region,
  records: readonly number[],
  lines: number,
  calls?: { column: number; called: readonly string[] },
): Candidate['step'] {
  const columns = region.columns
    .filter(({ include }) => include)
    .flatMap((column) => {
      const path = pathOf(sheet, column)
      const place = columnIndex(column.source_column)
      if (place === calls?.column) return []
      const used = Array.from({ length: lines }, (_, line) => line).filter((line) =>
        records.some((row) => sheet.cellAt(row + line, place)),
      )
      const named = (line: number) =>
        calls ? (used.length > 1 ? `${column.name}_${calls.called[line]}` : column.name) : nameOf(path, line, region)
      return used.map((line) => ({ name: named(line), source: column.name, line }))
    })
  const names = distinctNames(columns.map(({ name }) => name))
  return {
    kind: 'join_lines',
    lines,
    columns: columns.map((column, n) => ({ ...column, name: names[n] ?? column.name })),
  }
}

/** The header cell of the same line, or the one that is merged over it. */
function nameOf(path: readonly SheetCell[], line: number, { header_rows }: Region): string {
  const row = (header_rows[line] ?? 0) - 1
  return (path.find((cell) => cell.row === row) ?? path.findLast((cell) => cell.row < row) ?? path.at(-1))?.text ?? ''
}
