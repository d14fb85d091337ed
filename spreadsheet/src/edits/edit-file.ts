import { CellSet } from '../calculation/cell-set.ts'
import { boxOf } from '../calculation/find-blocked.ts'
import type { FoundFormula } from '../calculation/found-formula.ts'
import type { OpenedFile } from '../opened-file.ts'
import { editXlsx } from '../write/edit-xlsx.ts'
import { spellCell } from '../xlsx/cell-reference.ts'
import { openXlsx } from '../xlsx/open-xlsx.ts'
import { type CellState, isSameState, NO_CELL, readCellStates, scanStates } from './cell-states.ts'
import type { EditDraft } from './draft-edit.ts'
import type { StoreDraft } from './file-edit.ts'
import { type CellOfSheet, placeKey } from './plan-edits.ts'
import { filledCells } from './reached-cells.ts'
import { placeAfter, placeBefore, type RowMoves } from './row-moves.ts'
import { type EditOutcome, settleEdit } from './settle-edit.ts'

/** A cell that is another after the edits: as it was, and as it is. */
export type EditedCell = {
  sheet: string
  cell: string
  /** A formula that gives another value now, or none that is known; otherwise one of the cells that were edited. */
  isComputed: boolean
  before: CellState
  after: CellState
  /** Cells that it is computed from and that are others now, the first ones. */
  from: readonly string[]
  /** Over how many formulas an edited cell reaches it at least; 0 for those that were edited, null for very many. */
  step: number | null
}

export type EditedFile = {
  /** Edited ones first, then by their steps. */
  cells: readonly EditedCell[]
  /** All that are others. Cells that have only moved with their rows are not. */
  cellCount: number
  /** Formulas whose value follows from the edits and is not known: they have none now. */
  left: readonly { sheet: string; cell: string; reason: string }[]
  leftCount: number
  /** Rows that came and went, in their order, counting from 1; `cells`: those that went and held something. */
  rows: readonly (Omit<RowMoves[number], 'sheet'> & { sheet: string; cells: number })[]
}

/** How many are reported. */
const MOST_CELLS = 2_000
const MOST_LEFT = 200
const MOST_SOURCES = 12
const MOST_STEPS = 60

/**
 * Writes the file with its edits and with what formulas give now, and reads from both what has changed. `isQuestion`: a formula without
 * a saved value is compared with what it gave before the edits.
 */
export async function editFile(
  file: OpenedFile,
  draft: EditDraft,
  outcome: EditOutcome,
  { store, isQuestion = false }: { store: StoreDraft; isQuestion?: boolean },
): Promise<EditedFile> {
  const { edits, computed, left } = settleEdit(file, draft, outcome)
  const next = await openXlsx(await store(editXlsx(draft.bytes, edits)))
  const places = [...draft.planned, ...computed, ...left.flatMap((formula) => [formula, ...filledCells(formula)])]
  const before = await statesBefore(file, draft, places)
  const after = await readCellStates(next, places).finally(() => next.close())
  const steps = stepsOf(draft, [...computed, ...left])
  const names = file.sheets.map(({ name }) => name)
  const spelled = ({ sheet, row, column }: CellOfSheet) => `${names[sheet] ?? ''}!${spellCell(row, column)}`
  const own = new Set(draft.planned.map(placeKey))
  if (isQuestion)
    for (const { was, ...formula } of computed) {
      const state = before.get(placeKey(formula))
      if (formula.saved === null && state && was) before.set(placeKey(formula), { ...state, value: was.value })
    }
  const changed = [...new Map(places.map((place) => [placeKey(place), place]))].flatMap(([key, place]) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (
      !was ||
      !is ||
      isSameState(!own.has(key) && isMoved(draft, was, is) ? { ...was, formula: is.formula } : was, is)
    )
      return []
    return [{ place, was, is, step: own.has(key) ? 0 : (steps.get(key) ?? null) }]
  })
  changed.sort((one, other) => (one.step ?? MOST_STEPS) - (other.step ?? MOST_STEPS))
  const moved = changed.map(({ place }) => place)
  const byKey = new Map([...computed, ...left].map((formula) => [placeKey(formula), formula]))
  const cells = changed.slice(0, MOST_CELLS).map(({ place, was, is, step }): EditedCell => {
    const formula = byKey.get(placeKey(place))
    return {
      sheet: names[place.sheet] ?? '',
      cell: spellCell(place.row, place.column),
      isComputed: !own.has(placeKey(place)),
      before: was,
      after: is,
      from: formula ? sourcesOf(draft, formula, moved).map(spelled) : [],
      step,
    }
  })
  return {
    cells,
    cellCount: changed.length,
    left: left.slice(0, MOST_LEFT).map(({ reason, ...place }) => ({
      sheet: names[place.sheet] ?? '',
      cell: spellCell(place.row, place.column),
      reason,
    })),
    leftCount: left.length,
    rows: await rowsOf(file, draft),
  }
}

/** Cells as they were, under the places where they are now; one in a row that came was none. */
async function statesBefore(file: OpenedFile, { moves }: EditDraft, places: readonly CellOfSheet[]) {
  if (moves.length === 0) return readCellStates(file, places)
  const old = new Map(places.map((place) => [placeKey(place), placeBefore(moves, place)]))
  const states = await readCellStates(
    file,
    [...old.values()].filter((place) => place !== null),
  )
  return new Map([...old].map(([key, place]) => [key, (place && states.get(placeKey(place))) ?? NO_CELL]))
}

/** A formula that is spelled differently only because cells have moved: it lost none that it reads. */
const isMoved = ({ moves }: EditDraft, was: CellState, is: CellState) =>
  moves.length > 0 &&
  was.formula !== null &&
  is.formula !== null &&
  lostReferences(is.formula) <= lostReferences(was.formula)

const lostReferences = (formula: string) => formula.split('#REF!').length - 1

async function rowsOf(file: OpenedFile, { moves }: EditDraft): Promise<EditedFile['rows']> {
  const lost = moves.map(() => 0)
  for (const sheet of new Set(moves.filter(({ action }) => action === 'delete').map((move) => move.sheet)))
    await scanStates(
      file,
      sheet,
      (at, state) => {
        const which = moves.findIndex((_, n) => placeAfter(moves.slice(0, n + 1), { sheet, ...at }) === null)
        if (which >= 0 && state().value !== null) lost[which] = (lost[which] ?? 0) + 1
      },
      () => false,
    )
  return moves.map(({ sheet, action, row, count }, n) => ({
    sheet: file.sheets[sheet]?.name ?? '',
    action,
    row: row + 1,
    count,
    cells: lost[n] ?? 0,
  }))
}

function sourcesOf(draft: EditDraft, formula: FoundFormula, moved: readonly CellOfSheet[]): CellOfSheet[] {
  const boxes = boxesOf(draft, formula)
  const found: CellOfSheet[] = []
  for (const place of moved) {
    if (found.length >= MOST_SOURCES) break
    const isRead = boxes.some(
      ({ sheet, top, left, bottom, right }) =>
        sheet === place.sheet &&
        place.row >= top &&
        place.row <= bottom &&
        place.column >= left &&
        place.column <= right,
    )
    if (isRead) found.push(place)
  }
  return found
}

const boxesOf = ({ places }: EditDraft, formula: FoundFormula) =>
  formula.reads.areas.map((area) => ({
    ...boxOf(area, formula),
    sheet: area.sheet === null ? formula.sheet : (places.get(area.sheet.toLowerCase()) ?? -1),
  }))

/** From the edited cells on, formulas that read the ones before. */
function stepsOf(draft: EditDraft, computed: readonly FoundFormula[]): Map<string, number> {
  const steps = new Map<string, number>()
  let waiting = computed.map((formula) => ({ formula, boxes: boxesOf(draft, formula) }))
  let frontier: readonly CellOfSheet[] = draft.planned.filter(({ content }) => content)
  for (let step = 1; step <= MOST_STEPS && frontier.length > 0 && waiting.length > 0; step++) {
    const sets = new Map<number, CellSet>()
    for (const { sheet, row, column } of frontier) {
      const set = sets.get(sheet) ?? new CellSet()
      sets.set(sheet, set)
      set.add(row, column)
    }
    const isNext = ({ boxes }: (typeof waiting)[number]) => boxes.some((box) => sets.get(box.sheet)?.meets(box))
    const next = waiting.filter(isNext)
    const rest = new Set(next)
    waiting = waiting.filter((each) => !rest.has(each))
    for (const { formula } of next) steps.set(placeKey(formula), step)
    frontier = next.map(({ formula }) => formula)
  }
  return steps
}
