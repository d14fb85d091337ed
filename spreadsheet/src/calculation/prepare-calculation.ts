import type { Formula } from '../cell.ts'
import type { CalculationAccess, OpenedFile } from '../opened-file.ts'
import { fromR1C1 } from '../write/from-r1c1.ts'
import type { ZipEntry } from '../write/zip/zip-stream.ts'
import { parseBox } from '../xlsx/cell-reference.ts'
import { readsToLastCell } from './computed-functions.ts'
import { cutLines } from './cut-lines.ts'
import { EngineSheet, type EngineTable, engineWorkbook } from './engine-workbook.ts'
import { type FormulaReads, readFormula, refused } from './formula-reads.ts'
import { formulaSink } from './formula-sink.ts'
import type { FoundFormula } from './found-formula.ts'
import { markLookups } from './mark-lookups.ts'
import { NameReads } from './name-reads.ts'

export type PreparedCalculation = {
  formulas: FoundFormula[]
  /** What the engine is given; null where that would be too much. */
  workbook: readonly ZipEntry[] | null
}

export const NOTHING_PREPARED: PreparedCalculation = { formulas: [], workbook: null }

/** What is known of each formula is held in memory, and what the engine is given too, until it is written. */
export type CalculationBounds = {
  formulas: number
  bytes: number
  /** Nothing more is read of a file that is larger. Otherwise its formulas are counted. */
  isGivenUp: boolean
}

const MEGABYTE = 1024 * 1024
/** For values that are missing. */
export const FILLED: CalculationBounds = { formulas: 200_000, bytes: 64 * MEGABYTE, isGivenUp: false }
/** For a comparison with values that are there. */
export const COMPARED: CalculationBounds = { formulas: 100_000, bytes: 16 * MEGABYTE, isGivenUp: true }

/**
 * Finds all formulas of a file, and writes a workbook of its cells for the engine: plain values, and the formulas that can be
 * relied on. The engine never reads what the user sent. A formula that it cannot compute stands there as its saved value.
 */
export async function prepareCalculation(
  file: OpenedFile,
  access: CalculationAccess,
  most: CalculationBounds = FILLED,
): Promise<PreparedCalculation> {
  const tables: EngineTable[][] = []
  for (const sheet of file.sheets.keys()) tables.push(await access.tables(sheet))
  const names = new NameReads(access.names, tables.flat())
  const readsOf = createReader(names)
  const formulas: FoundFormula[] = []
  const sheets: EngineSheet[] = []
  let bytes = 0
  const isTooMuch = () => formulas.length > most.formulas || bytes > most.bytes
  for (const [sheet, { name }] of file.sheets.entries()) {
    const written = new EngineSheet(name, tables[sheet] ?? [], most.bytes - bytes)
    const sink = formulaSink((row, column, formula, saved) => {
      const reads = formula && readsOf(formula)
      if (formula && reads && formulas.length <= most.formulas)
        formulas.push({
          sheet,
          row,
          column,
          reads,
          saved,
          fills: formula.range === null ? null : parseBox(formula.range),
          lookup: null,
        })
      if (formula && reads?.obstacle === null) write(written, row, column, formula, readsToLastCell(reads.functions))
      else if (saved) written.value(row, column, saved)
    })
    const isFull = () => formulas.length > most.formulas || (most.isGivenUp && written.isFull)
    await access.scanSaved(sheet, { ...sink, isFull })
    sheets.push(written)
    bytes += written.sizeBytes
    if (isTooMuch() && most.isGivenUp) return NOTHING_PREPARED
  }
  if (isTooMuch()) return { formulas, workbook: null }
  await markLookups(file, access, formulas)
  return { formulas, workbook: engineWorkbook(sheets, names.understood()) }
}

function write(sheet: EngineSheet, row: number, column: number, { r1c1, kind }: Formula, isCut: boolean) {
  const text = isCut ? cutLines(r1c1) : r1c1
  sheet.formula(row, column, fromR1C1(text, row, column), { isArray: kind === 'array', isCut: text !== r1c1 })
}

/** A formula that is filled down is read once. */
function createReader(names: NameReads) {
  const known = new Map<string, FormulaReads>()
  return ({ r1c1, kind, range }: Formula): FormulaReads => {
    const isArray = kind === 'array'
    const key = isArray ? `${range} ${r1c1}` : r1c1
    const reads = known.get(key) ?? names.resolve(isArray ? readArray(r1c1, range) : readFormula(r1c1))
    known.set(key, reads)
    return reads
  }
}

/** One that fills several cells gives values to cells without a formula: it is not computed. */
function readArray(r1c1: string, range: string | null): FormulaReads {
  const box = range === null ? null : parseBox(range)
  const isOneCell = box !== null && box.top === box.bottom && box.left === box.right
  return isOneCell ? readFormula(r1c1, { isArray: true }) : refused({ kind: 'array' })
}
