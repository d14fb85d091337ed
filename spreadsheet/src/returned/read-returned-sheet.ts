import type { CellSink } from '../cell-sink.ts'
import type { OpenedFile } from '../opened-file.ts'
import { serialToText, serialToTime } from '../values/serial-date.ts'
import type { ReturnedCell, ReturnedRow } from './returned-cell.ts'

export type ReturnedOptions = {
  /** The column without which a sheet is none of ours; its row is the header. */
  idColumn: string
  /** No more rows than this and one are reported. */
  mostRows: number
  /** Called with the names of the columns, before any row. */
  header: (names: readonly string[]) => void
  row: (row: ReturnedRow) => void
  ready?: () => Promise<void> | undefined
}

/** People put titles over a table, and not more than that. */
const HEADER_WITHIN = 100

/**
 * Passes over a sheet of a file that came back: first its header, then every row that holds something, hidden or not. A
 * sheet without the header has none of both. Returns how many rows were reported.
 */
export async function readReturnedSheet(file: OpenedFile, sheet: number, wish: ReturnedOptions): Promise<number> {
  const gathering = new Gathering(file, wish)
  await file.scan(sheet, gathering.sink)
  gathering.endRow()
  return gathering.rows
}

/** The cells of the row at hand. */
class Gathering {
  rows = 0
  readonly sink: CellSink
  readonly #wish: ReturnedOptions
  #row = 0
  #cells: ReturnedCell[] = []
  /** By column of the sheet, the place in the header; undefined before it was found. */
  #places: readonly (number | undefined)[] | undefined
  #width = 0

  constructor({ styles, isDate1904 }: OpenedFile, wish: ReturnedOptions) {
    this.#wish = wish
    const put = (column: number, cell: ReturnedCell) => {
      this.#cells[column] = cell
    }
    this.sink = {
      row: (row) => {
        this.endRow()
        this.#row = row
      },
      number: (column, value, style) => put(column, numberCell(value, styles[style]?.meaning ?? 'number', isDate1904)),
      text: (column, value) => put(column, value === '' ? null : value),
      boolean: put,
      error: (column, error) => put(column, { error }),
      date: (column, date) => put(column, { date, serial: null }),
      formula: (column) => put(column, { formula: true }),
      isFull: () => this.rows > wish.mostRows || (!this.#places && this.#row > HEADER_WITHIN),
      ready: () => wish.ready?.(),
    }
  }

  endRow() {
    const cells = this.#cells
    if (cells.length === 0) return
    this.#cells = []
    if (this.#places) this.#tell(cells, this.#places)
    else this.#findHeader(cells)
  }

  #findHeader(cells: readonly ReturnedCell[]) {
    const names = Array.from(cells, nameIn)
    if (!names.includes(this.#wish.idColumn)) return
    let width = 0
    this.#places = names.map((name) => (name === '' ? undefined : width++))
    this.#width = width
    this.#wish.header(names.filter((name) => name !== ''))
  }

  /** Rows without any value are only there for their looks. */
  #tell(cells: readonly ReturnedCell[], places: readonly (number | undefined)[]) {
    const placed: ReturnedCell[] = new Array(this.#width).fill(null)
    let isEmpty = true
    places.forEach((place, column) => {
      const cell = cells[column] ?? null
      if (place === undefined || cell === null) return
      placed[place] = cell
      isEmpty = false
    })
    if (isEmpty || this.rows > this.#wish.mostRows) return
    this.rows += 1
    this.#wish.row({ row: this.#row + 1, cells: placed })
  }
}

function nameIn(cell: ReturnedCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return 'date' in cell ? cell.date : ''
  return String(cell).trim().normalize('NFC')
}

export function numberCell(
  value: number,
  meaning: Parameters<typeof serialToText>[1],
  isDate1904: boolean,
): ReturnedCell {
  const date = meaning === 'duration' ? serialToTime(value) : serialToText(value, meaning, isDate1904)
  return date === null ? value : { date, serial: value }
}
