import type { Box } from '../grid.ts'
import { fromR1C1 } from '../write/from-r1c1.ts'
import { boxesOf, type CellPlace } from './cell-boxes.ts'
import type { RegionRows } from './region-rows.ts'
import type { CellTable, MappedCell } from './sheet-cells.ts'

/** Cells with one formula in R1C1 notation; `formula` is how the first of them spells it. */
export type FormulaPattern = { formula: string; cells: number; boxes: Box[] }

/** A cell that is not what the others of its row or column are: `expected` is the formula it would have as they do. */
export type PatternBreak = { cell: MappedCell; expected: string }

/** The formulas of a sheet, those of the most cells first. */
export function formulaPatterns(cells: CellTable): FormulaPattern[] {
  const places = new Map<string, CellPlace[]>()
  for (const { r1c1, row, column } of cells.all()) {
    if (r1c1 === null) continue
    const known = places.get(r1c1)
    if (known) known.push({ row, column })
    else places.set(r1c1, [{ row, column }])
  }
  return [...places]
    .map(([r1c1, its]) => ({ formula: spell(r1c1, its[0]), cells: its.length, boxes: boxesOf(its) }))
    .sort((one, other) => other.cells - one.cells)
}

/** Cells of the records that break the formula of their column, and computed ones that break the formula of their row. */
export function patternBreaks(cells: CellTable, { records, computed, columns }: RegionRows): PatternBreak[] {
  const at = (row: number, column: number) => cells.at(row, column) ?? []
  const downward = columns.map((column) => breaksOf(records.flatMap((row) => at(row, column))))
  const across = computed.flatMap((row) => breaksOf(columns.flatMap((column) => at(row, column))))
  const broken = new Set(across.map(({ cell }) => cell))
  const isTyped = new Set(
    columns.filter((column) => computed.length > 1 && computed.every((row) => isIn(broken, cells.at(row, column)))),
  )
  const formulas = new Map(columns.map((column) => [column, commonFormula(records.flatMap((row) => at(row, column)))]))
  const isOfItsColumn = ({ cell: { r1c1, column } }: PatternBreak) =>
    // A column of typed figures, as of the year before, has typed totals too.
    isTyped.has(column) ||
    // Where a row of totals meets a column of totals either formula is right.
    (r1c1 !== null && r1c1 === formulas.get(column))
  return [...downward.flat(), ...across.filter((each) => !isOfItsColumn(each))]
}

const isIn = (cells: ReadonlySet<MappedCell>, cell: MappedCell | undefined) => cell !== undefined && cells.has(cell)

const SHARE = 0.6
const FEWEST = 3

/** Where most figures of a line have one formula: those that have another one, or none. */
function breaksOf(line: readonly MappedCell[]): PatternBreak[] {
  const formula = commonFormula(line)
  if (formula === null) return []
  return line
    .filter((cell) => isFigure(cell) && cell.r1c1 !== formula)
    .map((cell) => ({ cell, expected: spell(formula, cell) }))
}

/** In R1C1 notation; null where no formula is that of most figures. */
function commonFormula(line: readonly MappedCell[]): string | null {
  const figures = line.filter(isFigure)
  const counts = new Map<string, number>()
  for (const { r1c1 } of figures) if (r1c1 !== null) counts.set(r1c1, (counts.get(r1c1) ?? 0) + 1)
  const [formula, count] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [null, 0]
  return count >= FEWEST && count >= SHARE * figures.length ? formula : null
}

const isFigure = ({ kind, r1c1 }: MappedCell) => r1c1 !== null || kind === 'number' || kind === 'error'

const SUM_ABOVE = /^SUM\(R\[-(\d+)\]C:R\[-(\d+)\]C\)$/

/** Sums over the rows above that stop before the last record, or begin after the first one of their block. */
export function shortSums(cells: CellTable, { records, computed, columns }: RegionRows): PatternBreak[] {
  const isRecord = new Set(records)
  const found: PatternBreak[] = []
  for (const row of computed) {
    for (const column of columns) {
      const cell = cells.at(row, column)
      const [, far = '', near = ''] = SUM_ABOVE.exec(cell?.r1c1 ?? '') ?? []
      if (!cell || far === '') continue
      let last = row - Number(near)
      while (last + 1 < row && isRecord.has(last + 1) && cells.at(last + 1, column)?.kind === 'number') last++
      if (last === row - Number(near)) continue
      found.push({ cell, expected: spell(`SUM(R[-${far}]C:R[-${row - last}]C)`, cell) })
    }
  }
  return found
}

const spell = (r1c1: string, place: CellPlace | undefined) =>
  place ? `=${fromR1C1(r1c1, place.row, place.column)}` : `=${r1c1}`
