import type { CellSink } from '../src/cell-sink.ts'

export type HeardRows = { sink: CellSink; rows: (string | undefined)[][]; mended: string[] }

/** A sink that keeps the texts of every row; what was not reported is a hole. */
export function hearRows(): HeardRows {
  const rows: (string | undefined)[][] = []
  const mended: string[] = []
  let row = 0
  const unheard = () => {}
  const sink = {
    row: (next: number) => {
      row = next
      rows[row] = []
    },
    text: (column: number, value: string) => {
      const cells = rows[row] ?? []
      cells[column] = value
    },
    number: unheard,
    boolean: unheard,
    error: unheard,
    date: unheard,
    mended: (code: string, count: number) => {
      mended.push(`${code} ${count}`)
    },
  }
  return { rows, mended, sink }
}
