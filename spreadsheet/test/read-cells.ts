import { bytesOf } from '../src/byte-source.ts'
import type { CellSink } from '../src/cell-sink.ts'
import type { OpenedFile } from '../src/opened-file.ts'
import { columnLetters } from '../src/xlsx/cell-reference.ts'
import { openXlsx } from '../src/xlsx/open-xlsx.ts'
import { type MadeXlsx, makeXlsx } from './make-xlsx.ts'

/** What a reader reported, by cell: a value as it is, `{error}` or `{date}`; `null` for a style alone. */
export type CellsRead = Record<string, unknown>

/** The cells of a workbook with one sheet. */
export async function readMade(made: MadeXlsx): Promise<CellsRead> {
  return readCells(await openXlsx(bytesOf(makeXlsx(made))))
}

export async function readCells(file: OpenedFile, sheet = 0): Promise<CellsRead> {
  const cells: CellsRead = {}
  await file.scan(sheet, collectInto(cells))
  return cells
}

export function collectInto(cells: CellsRead): CellSink {
  let row = -1
  const at = (column: number) => `${columnLetters(column)}${row + 1}`
  const keep = (column: number, value: unknown) => {
    cells[at(column)] = value
  }
  return {
    row: (number) => {
      row = number
    },
    number: keep,
    text: keep,
    boolean: keep,
    error: (column, error) => keep(column, { error }),
    date: (column, date) => keep(column, { date }),
    blank: (column) => keep(column, null),
  }
}
