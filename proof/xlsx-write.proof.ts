import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { writeXlsx } from '../spreadsheet/src/write/write-xlsx.ts'
import { rounded } from './lib/figures.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import {
  type Comparison,
  compareCells,
  type Habit,
  libreOfficeHabit,
  openpyxlHabit,
  sheetJsHabit,
} from './xlsx-write/compare-cells.ts'
import { editSamples } from './xlsx-write/edit-samples.ts'
import { type ModelWorkbook, modelWorkbooks } from './xlsx-write/model-workbook.ts'
import { type Reader, readWithLibreOffice, readWithOpenpyxl, readWithSheetJs } from './xlsx-write/readers.ts'

const [WORKBOOKS, LONG_WORKBOOKS, CONTROL_WORKBOOKS] = [40, 400, 4]
const SEED = Number(process.env.SEED ?? 1)
const MEGABYTE = 1024 ** 2
const [FEW_ROWS, MANY_ROWS] = [100_000, 1_000_000]
/** More than the same process needs to make the rows and write none. */
const MOST_MB_MORE = 32
const MOST_OF_SHEETJS = 0.4

const WRITE_ONCE = fileURLToPath(new URL('xlsx-write/write-once.ts', import.meta.url))

const READERS: Readonly<Record<string, { read: Reader; habit: Habit }>> = {
  sheetjs: { read: readWithSheetJs, habit: sheetJsHabit },
  openpyxl: { read: readWithOpenpyxl, habit: openpyxlHabit },
  libreoffice: { read: readWithLibreOffice, habit: libreOfficeHabit },
}

/** Workbooks of nasty values, written by us and read by three programs of others. */
export const proof: Proof = {
  promise:
    'Others read the workbooks we write and edit cell for cell as they were meant, and a million rows take no more memory than few',
  isQuick: false,
  minutes: 8,
  about: ['spreadsheet/src/write', 'spreadsheet/src/edits'],
  measure: async (options) => ({
    seed: SEED,
    ...(await compare(modelWorkbooks(options.isLong ? LONG_WORKBOOKS : WORKBOOKS, SEED), options)),
    ...(await editSamples(options.say)),
    ...cost(options),
  }),
  // Texts lose the spaces at their ends before they are written.
  control: (options) =>
    compare(
      modelWorkbooks(CONTROL_WORKBOOKS, SEED, (text) => text.trim()),
      options,
    ),
  holds: ({ differences, spoiled = 0, more_mb, ratio_to_sheetjs }) =>
    differences === 0 &&
    spoiled === 0 &&
    Number(more_mb ?? 0) <= MOST_MB_MORE &&
    Number(ratio_to_sheetjs ?? 0) <= MOST_OF_SHEETJS,
}

async function compare(models: readonly ModelWorkbook[], { say }: ProofOptions): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'xlsx-write-'))
  try {
    const paths: string[] = []
    for (const [n, { workbook }] of models.entries()) {
      const path = join(folder, `workbook-${n}.xlsx`)
      await pipeline(writeXlsx(workbook), createWriteStream(path))
      paths.push(path)
    }
    const comparison: Comparison = { cells: 0, differences: 0, explained: 0, shown: [] }
    for (const [name, { read, habit }] of Object.entries(READERS)) {
      const found = await read(paths, folder)
      models.forEach(({ cells }, n) => {
        compareCells(cells, found[n] ?? new Map(), habit, comparison)
      })
      say(`${name}: ${comparison.cells} cells compared, ${comparison.differences} differ`)
      for (const line of comparison.shown.splice(0)) say(`  ${line}`)
    }
    const { cells, differences, explained } = comparison
    return { workbooks: models.length, cells, differences, explained }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Once = { cpuSeconds: number; peakMb: number; fileMb: number }

/** In processes of their own, with a small space for young objects: what is measured is what the writer keeps, not what waits to be collected. */
function writeOnce(how: 'ours' | 'sheetjs' | 'rows', rows: number): Once {
  const folder = mkdtempSync(join(tmpdir(), 'xlsx-write-'))
  const path = join(folder, 'once.xlsx')
  try {
    const flags = how === 'sheetjs' ? ['--max-old-space-size=6000'] : ['--max-semi-space-size=2']
    const printed = execFileSync(process.execPath, [...flags, WRITE_ONCE, how, String(rows), path], {
      encoding: 'utf8',
    })
    // Safe: the program prints exactly this.
    const once = JSON.parse(printed) as Pick<Once, 'cpuSeconds' | 'peakMb'>
    return { ...once, fileMb: how === 'rows' ? 0 : statSync(path).size / MEGABYTE }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function cost({ say }: ProofOptions): Figures {
  say(`writing ${FEW_ROWS} and ${MANY_ROWS} rows of 10 columns`)
  const [rowsAlone, few, many] = [
    writeOnce('rows', MANY_ROWS),
    writeOnce('ours', FEW_ROWS),
    writeOnce('ours', MANY_ROWS),
  ]
  const sheetjs = writeOnce('sheetjs', FEW_ROWS)
  return {
    cpu_s: rounded(many.cpuSeconds),
    file_mb: rounded(many.fileMb),
    ratio_to_rows: rounded(many.cpuSeconds / rowsAlone.cpuSeconds),
    ratio_to_sheetjs: rounded(few.cpuSeconds / sheetjs.cpuSeconds),
    peak_mb: Math.round(many.peakMb),
    more_mb: Math.round(many.peakMb - rowsAlone.peakMb),
    sheetjs_peak_mb: Math.round(sheetjs.peakMb),
  }
}
