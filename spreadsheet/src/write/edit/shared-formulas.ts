import { toR1C1 } from '../../xlsx/to-r1c1.ts'
import { fromR1C1 } from '../from-r1c1.ts'

/** Formulas that were shared with cells further down and whose own cell has another content now, by group, in R1C1 notation. */
export type OrphanedFormulas = Map<string, string>

/** The formula element of a cell: its kind, the group that shares it, and its text, which only the first of a group has. */
export type FormulaElement = { kind: string | null; group: string | null; text: string; xml: string }

export function orphan(orphans: OrphanedFormulas, formula: FormulaElement, row: number, column: number) {
  const isFirst = formula.kind === 'shared' && formula.group !== null && formula.text !== ''
  if (isFirst && formula.group !== null) orphans.set(formula.group, toR1C1(formula.text, row, column))
}

/** The text of a formula whose group has lost its first cell; null where it has not. */
export function adopted(
  orphans: OrphanedFormulas,
  formula: FormulaElement,
  row: number,
  column: number,
): string | null {
  if (formula.kind !== 'shared' || formula.group === null) return null
  const shared = orphans.get(formula.group)
  if (shared === undefined) return null
  if (formula.text === '') return fromR1C1(shared, row, column)
  // A group that begins again.
  orphans.delete(formula.group)
  return null
}
