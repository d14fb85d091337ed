import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openBytes } from '../../spreadsheet/src/byte-source.ts'
import type { CellSink } from '../../spreadsheet/src/cell-sink.ts'
import { columnLetters } from '../../spreadsheet/src/xlsx/cell-reference.ts'
import { openXlsx } from '../../spreadsheet/src/xlsx/open-xlsx.ts'

/** A cell as a reader tells it: number, text, boolean, error or date spelled out. */
export type ToldCell = readonly [kind: 'n' | 's' | 'b' | 'e' | 'd', value: string | number | boolean]
export type Reading = { sheets: Readonly<Record<string, Readonly<Record<string, ToldCell>>>> } | { error: string }

const xlsx: typeof import('@e965/xlsx') = createRequire(import.meta.url)('@e965/xlsx')
const LONGEST_ANSWER = 1024 ** 3

/** What Bindery reads. */
export async function readWithBindery(path: string): Promise<Reading> {
  const bytes = openBytes(path)
  try {
    const file = await openXlsx(bytes)
    const sheets: Record<string, Record<string, ToldCell>> = {}
    for (const [n, { name }] of file.sheets.entries()) {
      const cells: Record<string, ToldCell> = {}
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

function keepIn(cells: Record<string, ToldCell>): CellSink {
  let row = 0
  const keep = (kind: ToldCell[0]) => (column: number, value: ToldCell[1]) => {
    cells[`${columnLetters(column)}${row}`] = [kind, value]
  }
  const begin = (number: number) => {
    row = number + 1
  }
  return { row: begin, number: keep('n'), text: keep('s'), boolean: keep('b'), error: keep('e'), date: keep('d') }
}

export function readWithSheetJs(path: string): Reading {
  try {
    const book = xlsx.read(readFileSync(path), { type: 'buffer', cellHTML: false, cellText: false })
    const sheets: Record<string, Record<string, ToldCell>> = {}
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name]
      if (sheet && sheet['!type'] !== 'chart') sheets[name] = cellsOfSheetJs(sheet)
    }
    return { sheets }
  } catch (error) {
    return { error: String(error) }
  }
}

function cellsOfSheetJs(sheet: import('@e965/xlsx').WorkSheet): Record<string, ToldCell> {
  const cells: Record<string, ToldCell> = {}
  for (const [reference, cell] of Object.entries(sheet)) {
    if (reference.startsWith('!') || cell.v === undefined || cell.t === 'z') continue
    cells[reference] = cell.t === 'e' ? ['e', ERRORS[cell.v] ?? String(cell.v)] : [cell.t, cell.v]
  }
  return cells
}

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
