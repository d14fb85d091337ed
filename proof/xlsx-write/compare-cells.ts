import type { FoundCell, FoundCells } from './model-workbook.ts'

export type Comparison = { cells: number; differences: number; explained: number; shown: string[] }

/** Whether what was found is what a program is known to make of such a cell. */
export type Habit = (wanted: FoundCell, got: FoundCell) => boolean

const MOST_SHOWN = 5

/** Cell for cell, both ways: what is missing and what is too much differ alike. */
export function compareCells(expected: FoundCells, found: FoundCells, habit: Habit, comparison: Comparison) {
  for (const place of new Set([...expected.keys(), ...found.keys()])) {
    const [wanted, got] = [expected.get(place), found.get(place)]
    comparison.cells++
    if (isSame(wanted, got)) continue
    if (wanted && got && habit(wanted, got)) {
      comparison.explained++
      continue
    }
    comparison.differences++
    if (comparison.shown.length < MOST_SHOWN) comparison.shown.push(`${place}: ${report(wanted)} but ${report(got)}`)
  }
}

function isSame(a: FoundCell | undefined, b: FoundCell | undefined): boolean {
  return a?.type === b?.type && Object.is(a?.value, b?.value) && a?.formula === b?.formula
}

const report = (cell: FoundCell | undefined) => JSON.stringify(cell ?? null).slice(0, 120)

/** SheetJS takes the carriage return from the end of a line. */
export const sheetJsHabit: Habit = (wanted, got) => isSame(withoutReturns(wanted), got)

const withoutReturns = (cell: FoundCell): FoundCell =>
  typeof cell.value === 'string' ? { ...cell, value: cell.value.replaceAll('\r\n', '\n') } : cell

/** openpyxl leaves characters that XML does not know as they are spelled: `_x000D_`. */
export const openpyxlHabit: Habit = (wanted, got) =>
  typeof got.value === 'string' && isSame(wanted, { ...got, value: got.value.replace(ESCAPE, unescaped) })

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g
const unescaped = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

/** LibreOffice saves numbers with 15 digits, and booleans and errors as formulas; SheetJS reads what it saved. */
export const libreOfficeHabit: Habit = (wanted, got) => {
  if (typeof wanted.value === 'number')
    return isSame({ ...wanted, value: got.value }, got) && isClose(wanted.value, got.value)
  if (wanted.type !== 'text') return isSame({ ...wanted, formula: null }, { ...got, formula: null })
  return sheetJsHabit(wanted, got) || SHARED_UNDERSCORE.test(String(wanted.value))
}

const isClose = (a: number, b: FoundCell['value']) => typeof b === 'number' && Math.abs(a - b) <= 1e-14 * Math.abs(a)

/** Of two things spelled like escapes that share an underscore LibreOffice spells out only the first when it saves. */
const SHARED_UNDERSCORE = /_x[0-9A-Fa-f]{4}_x[0-9A-Fa-f]{4}_/
