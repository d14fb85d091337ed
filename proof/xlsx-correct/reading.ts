import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBytes } from '../../spreadsheet/src/byte-source.ts'
import type { CellSink } from '../../spreadsheet/src/cell-sink.ts'
import { columnLetters } from '../../spreadsheet/src/xlsx/cell-reference.ts'
import { openXlsx } from '../../spreadsheet/src/xlsx/open-xlsx.ts'

/** A cell as a reader tells it: number, text, boolean, error, date spelled out, or what it computed itself. */
export type ReadCell = readonly [kind: 'n' | 's' | 'b' | 'e' | 'd' | 'f', value: string | number | boolean]
export type Reading = { sheets: Readonly<Record<string, Readonly<Record<string, ReadCell>>>> } | { error: string }

const xlsx: typeof import('@e965/xlsx') = createRequire(import.meta.url)('@e965/xlsx')
const LONGEST_ANSWER = 1024 ** 3

/** What Bindery reads. */
export async function readWithBindery(path: string): Promise<Reading> {
  const bytes = openBytes(path)
  try {
    const file = await openXlsx(bytes)
    const sheets: Record<string, Record<string, ReadCell>> = {}
    for (const [n, { name }] of file.sheets.entries()) {
      const cells: Record<string, ReadCell> = {}
      await file.scan(n, keepIn(cells))
      sheets[name] = cells
    }
    return { sheets }
  } catch (error) {
    return { error: String(error) }
  } finally {
    bytes.close()
  }
}

function keepIn(cells: Record<string, ReadCell>): CellSink {
  let row = 0
  const keep = (kind: ReadCell[0]) => (column: number, value: ReadCell[1]) => {
    cells[`${columnLetters(column)}${row}`] = [kind, value]
  }
  const begin = (number: number) => {
    row = number + 1
  }
  return { row: begin, number: keep('n'), text: keep('s'), boolean: keep('b'), error: keep('e'), date: keep('d') }
}

export function readWithSheetJs(path: string, report: typeof reportCell = reportCell): Reading {
  try {
    const book = xlsx.read(readFileSync(path), { type: 'buffer', cellHTML: false, cellText: false })
    const sheets: Record<string, Record<string, ReadCell>> = {}
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name]
      if (sheet && sheet['!type'] !== 'chart') sheets[name] = cellsOfSheetJs(sheet, report)
    }
    return { sheets }
  } catch (error) {
    return { error: String(error) }
  }
}

function cellsOfSheetJs(sheet: import('@e965/xlsx').WorkSheet, report: typeof reportCell): Record<string, ReadCell> {
  const cells: Record<string, ReadCell> = {}
  for (const [reference, cell] of Object.entries(sheet)) {
    if (!reference.startsWith('!') && cell.v !== undefined && cell.t !== 'z') cells[reference] = report(cell)
  }
  return cells
}

// biome-ignore lint/suspicious/noExplicitAny: SheetJS types the value of a cell as any.
const reportCell = ({ t, v }: { t: string; v?: any }): ReadCell =>
  // Safe: the kinds are those of SheetJS.
  t === 'e' ? ['e', ERRORS[v] ?? String(v)] : [t as ReadCell[0], v]

/** SheetJS tells errors by number. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

export function readWithOpenpyxl(paths: readonly string[]): Reading[] {
  const python = execFileSync('scripts/spreadsheet-peers', { encoding: 'utf8' }).trim()
  const { stdout } = spawnSync(python, ['proof/xlsx-correct/read-with-openpyxl.py'], {
    input: paths.map((path) => `${path}\n`).join(''),
    maxBuffer: LONGEST_ANSWER,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** So many files a run of LibreOffice: one that hangs takes no more with it. */
const RUN_OF_LIBREOFFICE = 50
const LONGEST_RUN_MS = 180_000

/** It recomputes formulas, so its results say nothing about the file. */
const reportComputed: typeof reportCell = (cell) => ('f' in cell && cell.f ? ['f', String(cell.f)] : reportCell(cell))

/** LibreOffice opens the files and saves them again; SheetJS reads what it saved. */
export function readWithLibreOffice(paths: readonly string[], folder: string): Reading[] {
  const soffice = execFileSync('scripts/libreoffice', { encoding: 'utf8' }).trim()
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  const [given, saved] = [join(folder, 'given'), join(folder, 'saved')]
  mkdirSync(given)
  const named = paths.map((path, n) => {
    const name = join(given, `${n}.xlsx`)
    symlinkSync(path, name)
    return name
  })
  for (let n = 0; n < named.length; n += RUN_OF_LIBREOFFICE) {
    const some = named.slice(n, n + RUN_OF_LIBREOFFICE)
    const args = ['--headless', profile, '--convert-to', 'xlsx', '--outdir', saved, ...some]
    spawnSync(soffice, args, { timeout: LONGEST_RUN_MS, killSignal: 'SIGKILL', stdio: 'ignore' })
  }
  return paths.map((_, n) => {
    const path = join(saved, `${n}.xlsx`)
    return existsSync(path) ? readWithSheetJs(path, reportComputed) : { error: 'LibreOffice saved nothing' }
  })
}
