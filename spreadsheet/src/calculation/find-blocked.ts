import type { Box } from '../grid.ts'
import { CellSet } from './cell-set.ts'
import type { Area, FormulaReads, Line, Span } from './formula-reads.ts'

/** A formula in its cell. `sheet` is a place among the sheets of the file. */
export type PlacedFormula = { sheet: number; row: number; column: number; reads: FormulaReads }

/** Sheets by their names, which Excel compares without regard to case. */
export type SheetPlaces = ReadonlyMap<string, number>

/** Passes go down and up in turn, so long chains settle in two; what has not settled after these counts as blocked. */
const MOST_PASSES = 24

/** Cells that cannot be relied on: the first ones, and all that are computed from them, however far. */
export class BlockedCells {
  readonly #sets = new Map<number, CellSet>()
  #size = 0

  has({ sheet, row, column }: Pick<PlacedFormula, 'sheet' | 'row' | 'column'>): boolean {
    return this.#sets.get(sheet)?.has(row, column) === true
  }

  add({ sheet, row, column }: Pick<PlacedFormula, 'sheet' | 'row' | 'column'>) {
    const set = this.#sets.get(sheet) ?? new CellSet()
    this.#sets.set(sheet, set)
    const { size } = set
    set.add(row, column)
    this.#size += set.size - size
  }

  /** Follows the formulas that read blocked cells. */
  spread(formulas: readonly PlacedFormula[], sheets: SheetPlaces) {
    if (this.#size === 0) return
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const { size } = { size: this.#size }
      for (let n = 0; n < formulas.length; n++) {
        const formula = formulas[pass % 2 === 0 ? n : formulas.length - 1 - n]
        if (formula && !this.has(formula) && this.#isReadBy(formula, sheets)) this.add(formula)
      }
      if (this.#size === size) return
    }
    for (const formula of formulas) this.add(formula)
  }

  #isReadBy(formula: PlacedFormula, sheets: SheetPlaces): boolean {
    const { areas, readsAnything } = formula.reads
    return readsAnything || areas.some((area) => this.#meets(formula, area, sheets))
  }

  #meets(formula: PlacedFormula, area: Area, sheets: SheetPlaces): boolean {
    const sheet = area.sheet === null ? formula.sheet : sheets.get(area.sheet.toLowerCase())
    return sheet !== undefined && this.#sets.get(sheet)?.meets(boxOf(area, formula)) === true
  }
}

/** The cells of an area, as the cell that holds the formula sees it. */
export function boxOf({ rows, columns }: Area, { row, column }: Pick<PlacedFormula, 'row' | 'column'>): Box {
  const [top, bottom] = ends(rows, row)
  const [left, right] = ends(columns, column)
  return { top, left, bottom, right }
}

function ends({ from, to }: Span, origin: number): [number, number] {
  const [one, other] = [lineAt(from, origin), lineAt(to, origin)]
  return one <= other ? [one, other] : [other, one]
}

const lineAt = ({ isRelative, number }: Line, origin: number) => (isRelative ? origin + number : number)
