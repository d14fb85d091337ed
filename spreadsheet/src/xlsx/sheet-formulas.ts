import type { Formula } from '../cell.ts'
import { toR1C1 } from './to-r1c1.ts'

/** A formula as a cell tells it. */
export type CellFormula = {
  /** `normal`, `shared`, `array` or `dataTable`. */
  kind: string
  /** What cells that share a formula have in common. */
  group: string | null
  range: string | null
  /** Of a data table: the cells that are varied. */
  inputs: readonly (string | null)[]
  text: string
}

/** Formulas of a sheet by how they were reported before. */
export type SheetFormulas = { byGroup: Map<string, Formula> }

export function newSheetFormulas(): SheetFormulas {
  return { byGroup: new Map() }
}

/** The formula of a cell; null where there is none, or it shares one that is not there. */
export function formulaAt(formulas: SheetFormulas, cell: CellFormula, row: number, column: number): Formula | null {
  const { kind, group, range, text } = cell
  if (kind === 'shared' && group !== null) return sharedFormula(formulas, cell, group, row, column)
  if (kind === 'dataTable') return { r1c1: dataTable(cell, row, column), kind: 'array', range }
  if (text === '') return null
  const r1c1 = toR1C1(text, row, column)
  return kind === 'array' ? { r1c1, kind, range } : { r1c1, kind: 'normal', range: null }
}

/** Relative references make the formula of the first cell that of all which share it. */
function sharedFormula({ byGroup }: SheetFormulas, { text }: CellFormula, group: string, row: number, column: number) {
  if (text === '') return byGroup.get(group) ?? null
  const formula: Formula = { r1c1: toR1C1(text, row, column), kind: 'shared', range: null }
  byGroup.set(group, formula)
  return formula
}

function dataTable({ inputs }: CellFormula, row: number, column: number): string {
  return `TABLE(${inputs.map((input) => (input === null ? '' : toR1C1(input, row, column))).join(',')})`
}
