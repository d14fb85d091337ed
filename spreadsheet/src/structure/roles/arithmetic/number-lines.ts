import type { Sheet } from '../../sheet.ts'
import type { TableBody } from '../table-lines.ts'

/**
 * The numbers of a table as lines of places: its rows with a place in each column, or its columns with a place in each row,
 * so that one search serves both directions. Lines and places count from 0 within the table.
 */
export type NumberLines = {
  lines: number
  places: number
  /** NaN where no number stands. */
  at(line: number, place: number): number
  /** The step the numbers of that line and place are written in: 1 for whole numbers, 0.01 for cents. */
  unitAt(line: number, place: number): number
  /** The bits that are saved when this number need not be written: few for a small one, and for one that is common in its line. */
  surpriseAt(line: number, place: number): number
  /** A mark stands there instead of a number that is not shown: what is short of a sum by it says nothing against it. Null where there is none. */
  isWithheld: ((line: number, place: number) => boolean) | null
  /** Rates, averages or differences stand there: what does not add up in them says nothing about a sum. */
  isRate(place: number): boolean
}

/** The numbers of a box of a sheet, row by row, and the step each row and each column is written in. */
export type NumberField = {
  rows: number
  columns: number
  values: Float64Array
  /** Where a mark stands instead of a number, counted as in `values`. */
  withheld: ReadonlySet<number>
  rowSteps: Float64Array
  columnSteps: Float64Array
}

export function readNumbers(sheet: Sheet, { box, labelColumns, skippedRows }: TableBody): NumberField {
  const rows = box.bottom - box.top + 1
  const columns = box.right - box.left + 1
  const values = new Float64Array(rows * columns).fill(Number.NaN)
  const withheld = new Set<number>()
  for (let row = 0; row < rows; row++) {
    if (skippedRows.has(box.top + row)) continue
    for (let column = 0; column < columns; column++) {
      if (labelColumns.has(box.left + column)) continue
      const cell = sheet.cellAt(box.top + row, box.left + column)
      if (cell?.value.kind === 'number') values[row * columns + column] = cell.value.number
      else if (cell && (cell.value.kind === 'error' || WITHHELD.test(cell.text))) withheld.add(row * columns + column)
    }
  }
  const rowSteps = Float64Array.from({ length: rows }, (_, row) => stepOf(values, row * columns, 1, columns))
  const columnSteps = Float64Array.from({ length: columns }, (_, column) => stepOf(values, column, columns, rows))
  return { rows, columns, values, withheld, rowSteps, columnSteps }
}

/** `*`, `..`, `x`, `(D)`, `[c]`: too few to be shown, or not known yet. A dash is nothing. */
const WITHHELD = /^(?:\*{1,3}|\.{2,3}|…|[([]?[xXcCdDsSzZ][)\]]?|χ|秘)$/u

/** Statistics are rounded to these on purpose; any other common divisor is chance. Few figures may be so by chance too. */
const ROUNDED_TO = new Set([3, 5, 10, 100, 1000])
const FEW = 6
/** A number of more decimals was computed and never written by a person. */
const FINEST_STEP = 1e-8

/** The step all numbers are multiples of; trailing zeros behind the point say nothing. */
function stepOf(values: Float64Array, from: number, stride: number, count: number): number {
  let step = 1
  let divisor = 0
  let numbers = 0
  for (let n = 0; n < count; n++) {
    const value = values[from + n * stride] ?? Number.NaN
    if (value === 0 || Number.isNaN(value)) continue
    numbers++
    while (step > FINEST_STEP && !isMultiple(value, step)) step /= 10
    if (step === 1 && divisor !== 1) divisor = commonDivisor(divisor, Math.abs(Math.round(value)))
  }
  return step === 1 && numbers >= FEW && ROUNDED_TO.has(divisor) ? divisor : step
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times))
}

function commonDivisor(one: number, other: number): number {
  let [divisor, rest] = [one, other]
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest]
  return divisor
}

/** A whole number in a column of cents is one of cents; in a row of whole numbers below cents it is not. */
const unitOf = (rowStep: number | undefined, columnStep: number | undefined) => Math.max(rowStep ?? 1, columnStep ?? 1)

export const linesOfRows = (
  { rows, columns, values, withheld, rowSteps, columnSteps }: NumberField,
  rates: ReadonlySet<number>,
): NumberLines =>
  withSurprise({
    lines: rows,
    places: columns,
    at: (line, place) => values[line * columns + place] ?? Number.NaN,
    isWithheld: withheld.size === 0 ? null : (line, place) => withheld.has(line * columns + place),
    unitAt: (line, place) => unitOf(rowSteps[line], columnSteps[place]),
    isRate: (place) => rates.has(place),
  })

export const linesOfColumns = (
  { rows, columns, values, withheld, rowSteps, columnSteps }: NumberField,
  rates: ReadonlySet<number>,
): NumberLines =>
  withSurprise({
    lines: columns,
    places: rows,
    at: (line, place) => values[place * columns + line] ?? Number.NaN,
    isWithheld: withheld.size === 0 ? null : (line, place) => withheld.has(place * columns + line),
    unitAt: (line, place) => unitOf(rowSteps[place], columnSteps[line]),
    isRate: (place) => rates.has(place),
  })

/** No single number says more than this: numbers of a sheet depend on each other. */
const MOST_BITS = 12

function withSurprise(numbers: Omit<NumberLines, 'surpriseAt'>): NumberLines {
  const known = new Map<number, ReadonlyMap<number, number>>()
  const countsOf = (line: number) => {
    const counted = known.get(line) ?? countNumbers(numbers, line)
    known.set(line, counted)
    return counted
  }
  return {
    ...numbers,
    surpriseAt: (line, place) => {
      const value = numbers.at(line, place)
      const others = (countsOf(line).get(value) ?? 1) - 1
      const size = Math.log2(Math.abs(value) / numbers.unitAt(line, place) + 1)
      const rarity = others === 0 ? MOST_BITS : Math.log2(numbers.places / others)
      return Math.min(MOST_BITS, size, rarity)
    },
  }
}

function countNumbers({ places, at }: Pick<NumberLines, 'places' | 'at'>, line: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (let place = 0; place < places; place++) {
    const value = at(line, place)
    if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** A number that says less is no place to begin a search at. */
const LEAST_BITS = 3

/** Where the numbers of a line say most, at most so many places; none where none says anything. */
export function clearPlaces(numbers: NumberLines, line: number, most: number): number[] {
  const telling: { place: number; surprise: number }[] = []
  for (let place = 0; place < numbers.places; place++) {
    if (Number.isNaN(numbers.at(line, place))) continue
    const surprise = numbers.surpriseAt(line, place)
    if (surprise <= LEAST_BITS || (telling.length === most && surprise <= (telling.at(-1)?.surprise ?? 0))) continue
    telling.push({ place, surprise })
    telling.sort((one, other) => other.surprise - one.surprise)
    if (telling.length > most) telling.pop()
  }
  return telling.map(({ place }) => place)
}

/** No relation says more about a line: each of its numbers counts once, and at most as much as it surprises. */
export function mostBitsOf(numbers: NumberLines, line: number): number {
  let bits = 0
  for (let place = 0; place < numbers.places; place++) {
    const value = numbers.at(line, place)
    if (value !== 0 && !Number.isNaN(value)) bits += numbers.surpriseAt(line, place)
  }
  return bits
}

export function hasNumbers(numbers: NumberLines, line: number): boolean {
  for (let place = 0; place < numbers.places; place++) if (!Number.isNaN(numbers.at(line, place))) return true
  return false
}

export const linesWithNumbers = (numbers: NumberLines) =>
  Array.from({ length: numbers.lines }, (_, line) => line).filter((line) => hasNumbers(numbers, line))
