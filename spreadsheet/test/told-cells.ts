import { bytesOf } from '../src/byte-source.ts'
import type { CellSink } from '../src/cell-sink.ts'
import type { OpenedFile } from '../src/opened-file.ts'
import { columnLetters } from '../src/xlsx/cell-reference.ts'
import { openXlsx } from '../src/xlsx/open-xlsx.ts'
import { type MadeXlsx, makeXlsx } from './make-xlsx.ts'

/** What a reader told, by cell: a value as it is, `{error}` or `{date}`; `null` for a style alone. */
export type Told = Record<string, unknown>

/** The cells of a workbook with one sheet. */
export async function readMade(made: MadeXlsx): Promise<Told> {
  return toldCells(await openXlsx(bytesOf(makeXlsx(made))))
}

export async function toldCells(file: OpenedFile, sheet = 0): Promise<Told> {
  const told: Told = {}
  await file.scan(sheet, collectInto(told))
  return told
}

export function collectInto(told: Told): CellSink {
  let row = -1
  const at = (column: number) => `${columnLetters(column)}${row + 1}`
  const keep = (column: number, value: unknown) => {
    told[at(column)] = value
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
