import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Calculate, FILLING } from '../../server/src/engine/loader/calculator/calculate-workbook.ts'
import { readValues } from '../../server/src/engine/loader-program/read-values.ts'
import { shareWithSandbox } from '../../server/src/engine/sandbox/sandbox-user.ts'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { cellKey } from '../../spreadsheet/src/calculation/computed-cells.ts'
import { formulaSink } from '../../spreadsheet/src/calculation/formula-sink.ts'
import { prepareCalculation } from '../../spreadsheet/src/calculation/prepare-calculation.ts'
import { settleCalculation } from '../../spreadsheet/src/calculation/settle-calculation.ts'
import type { Cell } from '../../spreadsheet/src/cell.ts'
import { fromR1C1 } from '../../spreadsheet/src/write/from-r1c1.ts'
import { type ZipEntry, zipStream } from '../../spreadsheet/src/write/zip/zip-stream.ts'
import { openXlsx } from '../../spreadsheet/src/xlsx/open-xlsx.ts'

/** A formula with the value that its file was saved with. */
export type SavedFormula = { sheet: string; row: number; column: number; a1: string; saved: Cell | null }

/** By `sheet!row:column`. */
export type Values = ReadonlyMap<string, Cell>

export const placeOf = ({ sheet, row, column }: Pick<SavedFormula, 'sheet' | 'row' | 'column'>) =>
  `${sheet}!${row}:${column}`

/** All formulas of a file. */
export async function readSaved(bytes: Buffer): Promise<SavedFormula[]> {
  const file = await openXlsx(bytesOf(bytes))
  const found: SavedFormula[] = []
  for (const [place, { name: sheet }] of file.sheets.entries()) {
    await file.scan(
      place,
      formulaSink((row, column, formula, saved) => {
        if (formula) found.push({ sheet, row, column, a1: fromR1C1(formula.r1c1, row, column), saved })
      }),
    )
  }
  return found
}

/** Changes what the engine is given: for the control. */
export type Alter = (xml: string) => string

/** What the product computes for a file whose formulas have no values: the loader's way, with the sandboxed engine. */
export async function computeAgain(
  bytes: Buffer,
  { calculate, folder, alter }: { calculate: Calculate; folder: string; alter: Alter },
): Promise<Values> {
  const file = await openXlsx(bytesOf(bytes))
  if (!file.calculation) throw new Error('impossible: an xlsx file without calculation')
  const prepared = await prepareCalculation(file, file.calculation)
  if (!prepared.workbook) throw new Error('the file is too large to be computed')
  const own = await mkdtemp(join(folder, 'file-'))
  shareWithSandbox(own, 'read')
  try {
    const [workbook, values] = [join(own, 'workbook'), join(own, 'values')]
    await pipeline(zipStream(prepared.workbook.map(altered(alter)), { level: 1 }), createWriteStream(workbook))
    shareWithSandbox(workbook, 'read')
    const failure = await calculate({ workbook, values, limits: FILLING })
    const outcome = failure === null ? { values: await readValues(values) } : { failure }
    const { computed } = settleCalculation(file, prepared, outcome)
    return valuesIn(file.sheets.map(({ name }) => name), prepared.formulas, computed) // biome-ignore format: one line
  } finally {
    await rm(own, { recursive: true })
  }
}

const altered =
  (alter: Alter) =>
  (entry: ZipEntry): ZipEntry =>
    'content' in entry && entry.name.startsWith('xl/worksheets/')
      ? { name: entry.name, content: Buffer.from(alter(entry.content.toString())) }
      : entry

function valuesIn(
  sheets: readonly string[],
  formulas: readonly { sheet: number; row: number; column: number }[],
  computed: ReadonlyMap<number, ReadonlyMap<number, Cell>>,
): Values {
  const values = new Map<string, Cell>()
  for (const { sheet, row, column } of formulas) {
    const cell = computed.get(sheet)?.get(cellKey(row, column))
    if (cell) values.set(placeOf({ sheet: sheets[sheet] ?? '', row, column }), cell)
  }
  return values
}
