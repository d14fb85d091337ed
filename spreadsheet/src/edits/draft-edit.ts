import type { ByteSource } from '../byte-source.ts'
import type { BlockedCells, SheetPlaces } from '../calculation/find-blocked.ts'
import type { FoundFormula } from '../calculation/found-formula.ts'
import { FILLED, type PreparedCalculation, prepareCalculation } from '../calculation/prepare-calculation.ts'
import type { CalculationAccess, OpenedFile } from '../opened-file.ts'
import { editXlsx } from '../write/edit-xlsx.ts'
import type { ZipEntry } from '../write/zip/zip-stream.ts'
import { openXlsx } from '../xlsx/open-xlsx.ts'
import type { EditRefusal, FileEdit, RowEdit, StoreDraft } from './file-edit.ts'
import { asSheetEdits, type FixedCells, type PlannedCell, planEdits, plannedEdit } from './plan-edits.ts'
import { reachedCells, withRoughReads } from './reached-cells.ts'
import { type RowMoves, touchedByRows } from './row-moves.ts'
import { shiftFile } from './shift-file.ts'

/** Edits laid over a file, whose formulas still have the values they were saved with. */
export type EditDraft = {
  planned: PlannedCell[]
  /** Of the edited file. */
  formulas: readonly FoundFormula[]
  /** Of the file as it was. */
  before: readonly FoundFormula[]
  reached: BlockedCells
  places: SheetPlaces
  /** What the engine is given: the edited file and the one before, in this order; none where no formula is reached, or where it is too much. */
  workbooks: readonly (readonly ZipEntry[])[]
  isTooLarge: boolean
  /** The file that cells are written into: the one before, or that with other rows. */
  bytes: ByteSource
  moves: RowMoves
}

type DraftRequest = { bytes: ByteSource; edits: readonly FileEdit[]; rows?: readonly RowEdit[]; store: StoreDraft }

/** Lays edits over a file, and finds the formulas whose values may follow from them. */
export async function draftEdit(
  file: OpenedFile,
  access: CalculationAccess,
  { bytes, edits, rows = [], store }: DraftRequest,
): Promise<EditDraft | EditRefusal> {
  const before = await prepareCalculation(file, access, FILLED)
  if (rows.length === 0)
    return lay({ file, access, bytes, moves: [], before, touched: [], current: before.formulas, edits, store })
  const shifted = await shiftFile(file, rows, { bytes, store })
  if ('code' in shifted) return shifted
  // It stays open: the edits are written into it once their values are known.
  const moved = await openXlsx(shifted.bytes)
  const its = calculationOf(moved)
  const { formulas: current } = await prepareCalculation(moved, its, FILLED)
  const touched = await withRoughReads(file, access, before.formulas)
  return lay({ file: moved, access: its, ...shifted, before, touched, current, edits, store })
}

type Laying = Required<Omit<DraftRequest, 'rows'>> & {
  file: OpenedFile
  access: CalculationAccess
  moves: RowMoves
  before: PreparedCalculation
  /** Formulas of the file before whose values may follow from rows that came or went. */
  touched: readonly FoundFormula[]
  /** Of the file that the edits are laid over. */
  current: readonly FoundFormula[]
}

async function lay(laying: Laying): Promise<EditDraft | EditRefusal> {
  const { file, access, bytes, edits, store, current } = laying
  const planned = planEdits(file, access, edits, await fixedCells(file, access, current))
  if (!Array.isArray(planned)) return planned
  const sheets = asSheetEdits(
    file,
    planned.map((cell) => plannedEdit(cell, null)),
  )
  const draft = await openXlsx(await store(editXlsx(bytes, { sheets }, { level: 1 })))
  try {
    return await follow(draft, planned, laying)
  } finally {
    draft.close()
  }
}

function calculationOf({ calculation }: OpenedFile): CalculationAccess {
  if (!calculation) throw new Error('impossible: an xlsx file without calculation')
  return calculation
}

async function follow(
  draft: OpenedFile,
  planned: PlannedCell[],
  { before, touched, moves, bytes }: Laying,
): Promise<EditDraft> {
  const calculation = calculationOf(draft)
  const after = await prepareCalculation(draft, calculation, FILLED)
  const formulas = await withRoughReads(draft, calculation, after.formulas)
  const places: SheetPlaces = new Map(draft.sheets.map(({ name }, place) => [name.toLowerCase(), place]))
  const edited = planned.filter(({ content }) => content)
  const roots = [...edited, ...touchedByRows(touched, moves, places)]
  const reached = reachedCells(formulas, roots, places)
  const isNeeded = roots.length > 0 && formulas.some((formula) => reached.has(formula))
  const given = [after.workbook, before.workbook].filter((workbook) => workbook !== null)
  const isTooLarge = isNeeded && given.length < 2
  const workbooks = isNeeded && !isTooLarge ? given : []
  return { planned, formulas, before: before.formulas, reached, places, workbooks, isTooLarge, bytes, moves }
}

async function fixedCells(
  file: OpenedFile,
  access: CalculationAccess,
  formulas: readonly FoundFormula[],
): Promise<FixedCells> {
  const heads: FixedCells['heads'][number][] = []
  for (const sheet of file.sheets.keys())
    for (const { box, hasHeader } of await access.tables(sheet))
      if (hasHeader) heads.push({ ...box, bottom: box.top, sheet })
  const arrays = formulas.flatMap(({ sheet, fills }) =>
    fills && (fills.top !== fills.bottom || fills.left !== fills.right) ? [{ ...fills, sheet }] : [],
  )
  return { heads, arrays }
}
