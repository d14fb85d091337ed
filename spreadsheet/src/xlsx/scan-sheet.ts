import { type ComputedCells, withComputedCells } from '../calculation/computed-cells.ts'
import type { CellSink } from '../cell-sink.ts'
import { MOST_COLUMNS, MOST_ROWS } from './cell-reference.ts'
import { readPlainCell } from './plain-cell.ts'
import { readXmlStream } from './read-xml-stream.ts'
import { reportCell } from './report-cell.ts'
import type { SharedStrings } from './shared-strings.ts'
import { newSheetCell, readCell, readIndex, type SheetCell, tooManyCells } from './sheet-cell.ts'
import { formulaAt, newSheetFormulas, type SheetFormulas } from './sheet-formulas.ts'
import { CLOSE, CUT, nextToken, OPEN, type XmlCursor } from './xml-cursor.ts'
import { corruptXml } from './xml-errors.ts'
import { isNamed, skipElement, tagName } from './xml-text.ts'

/** Takes what a sheet tells beside its cells. */
export type SheetFacts = {
  /** A row begins: the cursor has its attributes. */
  row(x: XmlCursor, row: number): void
  /** An element outside of the rows; false where it is cut off and must be reported again. */
  element(x: XmlCursor, name: string): boolean
}

export type SheetScan = {
  sink: CellSink
  strings: SharedStrings
  styleCount: number
  facts: SheetFacts | null
  /** Values for cells whose formulas were saved without one. */
  computed?: ComputedCells | undefined
}

type Progress = SheetScan & {
  cell: SheetCell
  formulas: SheetFormulas
  isInRows: boolean
  /** The sink has seen enough, but what follows the rows is wanted. */
  isPassingRows: boolean
  /** The number of the row that began last, and whether the sink knows of it. */
  row: number
  isRowTold: boolean
  hasRowNumber: boolean
  nextColumn: number
}

const R = 0x72
const C = Buffer.from('c')
const ROW = Buffer.from('row')

/** Passes once over a sheet. */
export async function scanSheet(pieces: AsyncIterable<Buffer>, scan: SheetScan): Promise<void> {
  const progress: Progress = {
    ...scan,
    sink: scan.computed ? withComputedCells(scan.sink, scan.computed) : scan.sink,
    cell: newSheetCell(),
    formulas: newSheetFormulas(),
    isInRows: false,
    isPassingRows: false,
    row: -1,
    isRowTold: false,
    hasRowNumber: false,
    nextColumn: 0,
  }
  await readXmlStream(pieces, (x) => readOn(x, progress))
  const isEnough = progress.isPassingRows && progress.facts === null
  if (progress.isInRows && !isEnough) throw corruptXml('its rows do not end')
}

function readOn(x: XmlCursor, progress: Progress): boolean {
  const wantsFormulas = progress.sink.formula !== undefined
  for (;;) {
    if (progress.isInRows && !progress.isPassingRows && readPlainCell(x, progress.cell, wantsFormulas)) {
      passCell(x, progress)
      continue
    }
    const { at } = x
    const token = nextToken(x)
    if (token === CUT) return false
    if (token === OPEN) {
      if (!readElement(x, progress)) {
        x.at = at
        return false
      }
    } else if (token === CLOSE && progress.isInRows && endsRows(x, progress)) return true
  }
}

/** False where the element is cut off. */
function readElement(x: XmlCursor, progress: Progress): boolean {
  if (!progress.isInRows) return readOutside(x, progress)
  if (isNamed(x, C)) {
    if (progress.isPassingRows) return skipElement(x)
    if (!readCell(x, progress.cell, progress.sink.formula !== undefined)) return false
    passCell(x, progress)
    return true
  }
  if (!isNamed(x, ROW)) return skipElement(x)
  beginRow(x, progress)
  if (x.isEmpty) progress.isRowTold = false
  return true
}

function readOutside(x: XmlCursor, progress: Progress): boolean {
  const name = tagName(x)
  if (name === 'extLst') return skipElement(x)
  if (name === 'sheetData') progress.isInRows = !x.isEmpty
  return progress.facts?.element(x, name) ?? true
}

function beginRow(x: XmlCursor, progress: Progress) {
  const number = rowNumber(x)
  const row = number === null ? progress.row + 1 : number - 1
  if (row <= progress.row) throw corruptXml('its rows are not in order')
  if (row >= MOST_ROWS) throw tooManyCells()
  progress.row = row
  progress.hasRowNumber = number !== null
  progress.isRowTold = false
  progress.nextColumn = 0
  progress.facts?.row(x, row)
}

/** The attribute `r`, read without making a text of it. */
function rowNumber({ bytes, attributes, attributeCount }: XmlCursor): number | null {
  for (let slot = 0; slot < 4 * attributeCount; slot += 4) {
    const from = attributes[slot] ?? 0
    if ((attributes[slot + 1] ?? 0) - from !== 1 || bytes[from] !== R) continue
    return readIndex(bytes, attributes[slot + 2] ?? 0, attributes[slot + 3] ?? 0)
  }
  return null
}

/** True where the sink has seen enough and nothing behind the rows is wanted. */
function endsRows(x: XmlCursor, progress: Progress): boolean {
  if (!isNamed(x, ROW)) {
    // Whatever else may lie between rows was passed over with its end.
    progress.isInRows = false
    return false
  }
  if (!progress.isRowTold || progress.isPassingRows || !progress.sink.isFull?.()) return false
  progress.isPassingRows = true
  return progress.facts === null
}

function passCell(x: XmlCursor, progress: Progress) {
  const { cell, sink } = progress
  if (cell.column < 0) cell.column = progress.nextColumn
  if (cell.column >= MOST_COLUMNS) throw tooManyCells()
  progress.nextColumn = cell.column + 1
  if (cell.row >= 0 && cell.row !== progress.row) takeRowOfCell(progress)
  if (!progress.isRowTold) {
    progress.isRowTold = true
    sink.row(progress.row)
  }
  if (cell.formula !== null) reportFormula(progress)
  reportCell(sink, x.bytes, cell, cell.style < progress.styleCount ? cell.style : 0, progress.strings)
}

/** The first cell of a row without a number may tell it. */
function takeRowOfCell(progress: Progress) {
  const { cell, hasRowNumber, isRowTold, row } = progress
  if (hasRowNumber || isRowTold || cell.row < row) throw corruptXml('a cell is in a row that is not its own')
  progress.row = cell.row
}

function reportFormula({ cell, sink, formulas, row }: Progress) {
  const formula = cell.formula && formulaAt(formulas, cell.formula, row, cell.column)
  if (formula) sink.formula?.(cell.column, formula)
}
