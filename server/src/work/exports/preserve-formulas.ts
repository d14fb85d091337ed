import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { moveFormula, type Shift } from '@bindery-data/spreadsheet/formulas/move-formula.ts'
import type { MovedCells, MovedTo } from '@bindery-data/spreadsheet/formulas/moved-cells.ts'
import { type ParsedFormula, parseFormula } from '@bindery-data/spreadsheet/formulas/parse-formula.ts'
import type { FormulaCell } from '@bindery-data/spreadsheet/formulas/read-formulas.ts'
import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { ReturnedCell } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { legalSheetNames } from '@bindery-data/spreadsheet/write/sheet-names.ts'
import type { OpenedWorkbook } from '../../core/workbooks/open-workbook.ts'
import { linesOf } from '../../engine/builder/lines.ts'
import type { Context } from '../../platform/context.ts'
import { listOriginsOfTables } from '../sources/origins/table-origins.store.ts'
import { withLoader } from '../sources/with-loader.ts'
import type { ExportedTable } from './export.ts'
import { FormulaSheet } from './formula-sheet.ts'
import { type MovedSheets, moveTables, sheetKey } from './moved-tables.ts'
import { listRevisionFiles, type RevisionFile } from './source-files.store.ts'

/** `sheets`: by table of the export. `dropped`: formulas of cells that go out, and must go out as values. */
export type PreservedFormulas = { sheets: readonly FormulaSheet[]; written: number; dropped: number }

/**
 * The formulas of the files that tables were read from, as they must be in the file that goes out. A formula is dropped when it
 * refers to a cell that does not go out, or not in one piece; when its value was edited since; or when it would do more than
 * compute. Masked columns do not go out, so nothing in the text of a formula is about them.
 */
export async function preserveFormulas(
  ctx: Context,
  { workbookId, isGoverned }: OpenedWorkbook,
  tables: readonly ExportedTable[],
): Promise<PreservedFormulas> {
  const tableIds = tables.map(({ table }) => table.tableId)
  const origins = await listOriginsOfTables(ctx.db, workbookId, tableIds)
  const moved = await moveTables(ctx.reader, tables, origins)
  const preserving = new Preserving(tables, moved, isGoverned)
  const files = await listRevisionFiles(ctx.db, workbookId, [...new Set(origins.map(({ sourceId }) => sourceId))])
  for (const file of files) {
    const here = origins.filter(({ sourceId, revision }) => sourceId === file.sourceId && revision === file.revision)
    const sheets = [...new Set(here.map(({ sheet }) => sheet))]
    // What was erased is not looked for.
    if (sheets.length === 0 || file.erasedAt) continue
    await readSourceFormulas(ctx, workbookId, { file, sheets }, (sheet, cell) => preserving.take(file, sheet, cell))
  }
  let { dropped } = preserving
  let written = 0
  for (const [tab, exported] of tables.entries()) {
    const counted = await preserving.sheets[tab]?.forgetEdited(ctx.reader, exported)
    written += counted?.written ?? 0
    dropped += counted?.dropped ?? 0
  }
  return { sheets: preserving.sheets, written, dropped }
}

/** Formulas on their way into the sheets of an export. */
class Preserving {
  readonly sheets: readonly FormulaSheet[]
  dropped = 0
  readonly #tabs: readonly string[]
  readonly #moved: MovedSheets
  readonly #isGoverned: boolean
  readonly #parsed = new Map<string, ParsedFormula | null>()

  constructor(tables: readonly ExportedTable[], moved: MovedSheets, isGoverned: boolean) {
    this.sheets = tables.map((exported) => new FormulaSheet(exported))
    this.#tabs = legalSheetNames(tables.map(({ table }) => table.name))
    this.#moved = moved
    this.#isGoverned = isGoverned
  }

  take(file: RevisionFile, sheet: string, { r1c1, value, ...from }: FormulaCell) {
    const places = this.#moved.get(sheetKey(file, sheet))?.placesOf(from) ?? []
    const formula = places.length === 0 ? null : this.#parse(r1c1)
    for (const to of places) {
      const find = (named: string | null, box: Box) => this.#shiftOf(sheetKey(file, named ?? sheet), box, to)
      const text = formula && moveFormula(formula, from, to, find)
      if (text === null) this.dropped += 1
      else this.sheets[to.tab]?.add(to, text, value)
    }
  }

  /** Null for one that must not be written. What is typed into a formula no policy lies over: where there is one, it stays. */
  #parse(r1c1: string): ParsedFormula | null {
    const known = this.#parsed.get(r1c1)
    if (known !== undefined) return known
    const parsed = parseFormula(r1c1)
    const allowed = parsed && this.#isGoverned && parsed.hasDataOfItsOwn ? null : parsed
    this.#parsed.set(r1c1, allowed)
    return allowed
  }

  /** Cells may stand in several tabs: the formula's own is nearest. */
  #shiftOf(key: string, box: Box, { tab: own }: MovedTo): Shift | null {
    const cells: MovedCells | undefined = this.#moved.get(key)
    const shift = cells?.shiftOf(box, own)
    if (!cells || shift) return shift ? { ...shift, tab: null } : null
    for (const [tab, name] of this.#tabs.entries()) {
      const elsewhere = cells.shiftOf(box, tab)
      if (elsewhere) return { ...elsewhere, tab: name }
    }
    return null
  }
}

type TakeFormula = (sheet: string, cell: FormulaCell) => void

/** Tells the formulas that stand in these sheets of a file. Where days count from 1904 they would come to other values. */
function readSourceFormulas(
  ctx: Context,
  workbookId: string,
  { file, sheets }: { file: RevisionFile; sheets: readonly string[] },
  take: TakeFormula,
): Promise<void> {
  return withLoader(ctx, workbookId, file, null, async (loader) => {
    const answer = await loader.ask({ kind: 'formulas', sheets })
    if (answer.isDate1904) return
    for (const { name, file: lines } of answer.sheets) {
      const texts: string[] = []
      for await (const line of linesOf(createReadStream(join(loader.folder, lines)))) {
        // Safe enough: our own program wrote it; whatever a hostile one wrote is judged piece by piece before it is used.
        const [row, column, formula, value] = JSON.parse(line) as [number, number, string | number, ReturnedCell]
        if (typeof formula === 'string') texts.push(formula)
        const r1c1 = typeof formula === 'string' ? formula : (texts[formula] ?? '')
        take(name, { row, column, r1c1, value })
      }
    }
  })
}
