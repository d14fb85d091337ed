import { isSame } from '../calculation/compare-saved.ts'
import { type ComputedCells, cellKey } from '../calculation/computed-cells.ts'
import { BlockedCells } from '../calculation/find-blocked.ts'
import type { ComputedFormula, FoundFormula } from '../calculation/found-formula.ts'
import { type CalculationOutcome, isBlocked, reasonAt } from '../calculation/settle-calculation.ts'
import type { Cell } from '../cell.ts'
import type { OpenedFile } from '../opened-file.ts'
import type { CellEdit, XlsxEdits } from '../write/edit/xlsx-edits.ts'
import type { EditDraft } from './draft-edit.ts'
import { asSheetEdits, type CellOfSheet, placeKey, plannedEdit } from './plan-edits.ts'
import { filledCells } from './reached-cells.ts'
import { placeAfter } from './row-moves.ts'

/** A formula whose value follows from the edits and is not known. */
export type LeftFormula = FoundFormula & { reason: string }

export type SettledEdit = {
  /** For the writer: the edits, and the formulas that give another value now. */
  edits: XlsxEdits
  /** Formulas that give another value now, or have one for the first time; `was` is what the engine gave before the edits. */
  computed: readonly (FoundFormula & { was: Cell | null })[]
  left: readonly LeftFormula[]
}

/** Of the edited file and of the one before; none where no formula is reached. */
export type EditOutcome = { after: CalculationOutcome; before: CalculationOutcome } | null

/**
 * Decides which values of the engine can be relied on: those of formulas for which it gives what was saved as long as nothing is edited, and
 * that read no formula of which that is not so. A formula whose value is not known keeps none.
 */
export function settleEdit(file: OpenedFile, draft: EditDraft, outcome: EditOutcome): SettledEdit {
  const { planned, reached } = draft
  const failure = failureOf(file, draft, outcome)
  const own = new Set(planned.flatMap((cell) => (cell.content?.a1 ? [placeKey(cell)] : [])))
  const { formulas, blocked, reasons, baseline } = judge(file, draft, failure === null ? outcome : null)
  const values = new Map<string, Cell | null>()
  const edits: (CellOfSheet & CellEdit)[] = []
  const computed: (FoundFormula & { was: Cell | null })[] = []
  const left: LeftFormula[] = []
  for (const { engine, ...formula } of formulas) {
    const key = placeKey(formula)
    if (!reached.has(formula) && !own.has(key)) continue
    const isKnown = engine !== null && !blocked.has(formula)
    const value = isKnown ? engine : null
    values.set(key, value)
    if (!isKnown) left.push({ ...formula, reason: failure ?? reasons.get(key) ?? 'reads_left_cell' })
    else if (formula.saved !== null && isIdentical(baseline.get(key) ?? null, engine)) continue
    else computed.push({ ...formula, was: baseline.get(key) ?? null })
    if (!own.has(key)) edits.push(...newValue(formula, value))
  }
  const cells = [...planned.map((cell) => plannedEdit(cell, values.get(placeKey(cell)) ?? null)), ...edits]
  const sheets = asSheetEdits(file, cells)
  return { edits: { sheets, ...(left.length > 0 ? { computesOnOpening: true } : {}) }, computed, left }
}

/** The formula with its value; where that is not known, the cells that it fills have none either. */
function newValue(formula: FoundFormula, value: Cell | null): (CellOfSheet & CellEdit)[] {
  const { sheet, row, column } = formula
  if (value !== null) return [{ sheet, row, column, cell: value, formula: 'keep' }]
  const filled = [...filledCells(formula)].map((place) => ({ ...place, cell: null }))
  return [{ sheet, row, column, cell: null, formula: 'keep' }, ...filled]
}

function failureOf({ isDate1904 }: OpenedFile, { isTooLarge }: EditDraft, outcome: EditOutcome): string | null {
  if (isTooLarge) return 'too_large'
  if (outcome === null) return null
  for (const each of [outcome.after, outcome.before]) if ('failure' in each) return each.failure
  // The engine counts days from 1900 in every file.
  return isDate1904 ? 'days_of_1904' : null
}

function judge(
  { sheets }: OpenedFile,
  { formulas, before, reached, places, planned, moves }: EditDraft,
  outcome: EditOutcome,
) {
  const names = sheets.map(({ name }) => name)
  const now = withEngine(formulas, names, outcome?.after)
  const then = withEngine(before, names, outcome?.before).flatMap((formula) => {
    const place = placeAfter(moves, formula)
    return place ? [{ ...formula, ...place }] : []
  })
  const baseline = new Map(then.map((formula) => [placeKey(formula), formula.engine]))
  const rewritten = new Set(planned.flatMap((cell) => (cell.content ? [placeKey(cell)] : [])))
  const reasons = new Map<string, string>()
  for (const formula of then)
    if (isOtherThanSaved(formula) && !rewritten.has(placeKey(formula))) reasons.set(placeKey(formula), 'saved_differs')
  for (const formula of now) {
    const reason = reasonAt(formula)
    if (reason && (isBlocked(formula) || reached.has(formula))) reasons.set(placeKey(formula), wordsOf(reason))
  }
  const blocked = new BlockedCells()
  for (const formula of now)
    if (reasons.has(placeKey(formula))) for (const place of [formula, ...filledCells(formula)]) blocked.add(place)
  blocked.spread(now, places)
  return { formulas: now, blocked, reasons, baseline }
}

const wordsOf = (reason: NonNullable<ReturnType<typeof reasonAt>>) =>
  'name' in reason ? `${reason.kind} ${reason.name}` : reason.kind

const isOtherThanSaved = ({ saved, engine, reads }: ComputedFormula) =>
  saved !== null && engine !== null && reads.obstacle === null && !isSame(saved, engine)

function withEngine(
  formulas: readonly FoundFormula[],
  names: readonly string[],
  outcome: CalculationOutcome | undefined,
): ComputedFormula[] {
  const cells: (ComputedCells | undefined)[] = names.map((name) =>
    outcome && 'values' in outcome ? outcome.values.get(name) : undefined,
  )
  return formulas.map((formula) => ({
    ...formula,
    engine: cells[formula.sheet]?.get(cellKey(formula.row, formula.column)) ?? null,
  }))
}

/** Both of the same engine: where its value has changed, it is another to the last digit. */
const isIdentical = (one: Cell | null, other: Cell | null) =>
  one === other || (one !== null && other !== null && one.kind === other.kind && one.value === other.value)
