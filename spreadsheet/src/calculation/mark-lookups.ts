import type { Box } from '../grid.ts'
import type { CalculationAccess, OpenedFile } from '../opened-file.ts'
import { CellSet } from './cell-set.ts'
import { boxOf } from './find-blocked.ts'
import type { SortedLookup } from './formula-reads.ts'
import type { FoundFormula } from './found-formula.ts'

/** Longer ones are not looked through. */
const LONGEST_LOOKUP = 100_000

/** Marks formulas that look in sorted cells of which some are empty. Only a file with such lookups is read once more for it. */
export async function markLookups(file: OpenedFile, access: CalculationAccess, formulas: FoundFormula[]) {
  const looking = formulas.filter(({ reads }) => reads.sorted.length > 0)
  if (looking.length === 0) return
  const filled: CellSet[] = []
  for (const sheet of file.sheets.keys()) filled.push(await filledCells(access, sheet, formulas))
  const places = new Map(file.sheets.map(({ name }, place) => [name.toLowerCase(), place]))
  const known = new Map<string, boolean>()
  for (const formula of looking) {
    const bad = formula.reads.sorted.find((lookup) => {
      const sheet = lookup.area.sheet === null ? formula.sheet : places.get(lookup.area.sheet.toLowerCase())
      const line = lineOf(lookup, boxOf(lookup.area, formula))
      const key = `${sheet} ${Object.values(line).join()}`
      const isFull = known.get(key) ?? isFilled(filled[sheet ?? -1], line)
      known.set(key, isFull)
      return !isFull
    })
    if (bad) formula.lookup = bad.call
  }
}

/** The row or the column that is looked through. */
function lineOf({ call }: SortedLookup, box: Box): Box {
  const isAcross = call === 'HLOOKUP' || (call !== 'VLOOKUP' && box.right - box.left > box.bottom - box.top)
  return isAcross ? { ...box, bottom: box.top } : { ...box, right: box.left }
}

function isFilled(cells: CellSet | undefined, { top, left, bottom, right }: Box): boolean {
  if (!cells || bottom - top >= LONGEST_LOOKUP) return false
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) if (!cells.has(row, column)) return false
  return true
}

/** Cells with a value, saved or to be computed. */
async function filledCells(access: CalculationAccess, sheet: number, formulas: readonly FoundFormula[]) {
  const cells = new CellSet()
  for (const formula of formulas) if (formula.sheet === sheet) cells.add(formula.row, formula.column)
  let row = 0
  const add = (column: number) => cells.add(row, column)
  await access.scanSaved(sheet, {
    row: (next) => {
      row = next
    },
    number: add,
    text: add,
    boolean: add,
    error: add,
    date: add,
  })
  return cells
}
