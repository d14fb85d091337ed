import type { ByteSource } from '../byte-source.ts'
import type { BlockedCells, SheetPlaces } from '../calculation/find-blocked.ts'
import type { FoundFormula } from '../calculation/found-formula.ts'
import { FILLED, type PreparedCalculation, prepareCalculation } from '../calculation/prepare-calculation.ts'
import type { CalculationAccess, OpenedFile } from '../opened-file.ts'
import { editXlsx } from '../write/edit-xlsx.ts'
import type { ZipEntry } from '../write/zip/zip-stream.ts'
import { openXlsx } from '../xlsx/open-xlsx.ts'
import type { EditRefusal, FileEdit } from './file-edit.ts'
import { asSheetEdits, type FixedCells, type PlannedCell, planEdits, plannedEdit } from './plan-edits.ts'
import { reachedCells, withRoughReads } from './reached-cells.ts'

/** Puts what is written somewhere where it can be read. */
export type StoreDraft = (chunks: AsyncIterable<Buffer>) => Promise<ByteSource>

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
}

/** Lays edits over a file, and finds the formulas whose values may follow from them. */
export async function draftEdit(
  file: OpenedFile,
  access: CalculationAccess,
  { bytes, edits, store }: { bytes: ByteSource; edits: readonly FileEdit[]; store: StoreDraft },
): Promise<EditDraft | EditRefusal> {
  const before = await prepareCalculation(file, access, FILLED)
  const planned = planEdits(file, access, edits, await fixedCells(file, access, before.formulas))
  if (!Array.isArray(planned)) return planned
  const sheets = asSheetEdits(
    file,
    planned.map((cell) => plannedEdit(cell, null)),
  )
  const draft = await openXlsx(await store(editXlsx(bytes, { sheets }, { level: 1 })))
  try {
    return await follow(draft, planned, before)
  } finally {
    draft.close()
  }
}

async function follow(draft: OpenedFile, planned: PlannedCell[], before: PreparedCalculation): Promise<EditDraft> {
  const { calculation } = draft
  if (!calculation) throw new Error('impossible: an xlsx file without calculation')
  const after = await prepareCalculation(draft, calculation, FILLED)
  const formulas = await withRoughReads(draft, calculation, after.formulas)
  const places: SheetPlaces = new Map(draft.sheets.map(({ name }, place) => [name.toLowerCase(), place]))
  const edited = planned.filter(({ content }) => content)
  const reached = reachedCells(formulas, edited, places)
  const isNeeded = edited.length > 0 && formulas.some((formula) => reached.has(formula))
  const given = [after.workbook, before.workbook].filter((workbook) => workbook !== null)
  const isTooLarge = isNeeded && given.length < 2
  const workbooks = isNeeded && !isTooLarge ? given : []
  return { planned, formulas, before: before.formulas, reached, places, workbooks, isTooLarge }
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
