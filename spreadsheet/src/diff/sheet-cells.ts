import type { OpenedFile } from '../opened-file.ts'
import { hashOfValue } from './hash-value.ts'
import { reportShownCells } from './shown-cells.ts'

/** The cells of a sheet as far as they must be known to compare it: rows that hold something, each from left to right. */
export type SheetCells = {
  /** The numbers of these rows, ascending. */
  rows: Int32Array
  /** Where the cells of each begin, and behind the last one where all end. */
  starts: Int32Array
  columns: Uint16Array
  hashes: Float64Array
  /** There were more. */
  isTruncated: boolean
}

/** Some 60 MB for a sheet; two are looked at at a time. */
const MOST_CELLS = 6_000_000

export async function readSheetCells(file: OpenedFile, sheet: number, mostCells = MOST_CELLS): Promise<SheetCells> {
  const gathered = new GatheredCells()
  const report = (row: number, column: number, value: Parameters<typeof hashOfValue>[0]) =>
    gathered.add(row, column, hashOfValue(value))
  await reportShownCells(file, sheet, report, () => gathered.count >= mostCells)
  return gathered.end(gathered.count >= mostCells)
}

/** Grows with what it is given. */
export class GatheredCells {
  count = 0
  #rows = new Int32Array(64)
  #starts = new Int32Array(65)
  #rowCount = 0
  #columns = new Uint16Array(256)
  #hashes = new Float64Array(256)

  add(row: number, column: number, hash: number) {
    if (this.#rowCount === 0 || this.#rows[this.#rowCount - 1] !== row) this.#beginRow(row)
    if (this.count === this.#columns.length) {
      this.#columns = grown(this.#columns, Uint16Array)
      this.#hashes = grown(this.#hashes, Float64Array)
    }
    this.#columns[this.count] = column
    this.#hashes[this.count] = hash
    this.count += 1
  }

  end(isTruncated: boolean): SheetCells {
    this.#endRow()
    return {
      rows: this.#rows.subarray(0, this.#rowCount),
      starts: this.#starts.subarray(0, this.#rowCount + 1),
      columns: this.#columns.subarray(0, this.count),
      hashes: this.#hashes.subarray(0, this.count),
      isTruncated,
    }
  }

  #beginRow(row: number) {
    this.#endRow()
    if (this.#rowCount === this.#rows.length) {
      this.#rows = grown(this.#rows, Int32Array)
      this.#starts = grown(this.#starts, Int32Array)
    }
    this.#rows[this.#rowCount] = row
    this.#starts[this.#rowCount] = this.count
    this.#rowCount += 1
  }

  #endRow() {
    this.#starts[this.#rowCount] = this.count
    if (this.#rowCount > 0) this.#putInOrder(this.#starts[this.#rowCount - 1] ?? 0)
  }

  /** In broken files the cells of a row are in any order, or there twice: then the last one counts. */
  #putInOrder(start: number) {
    const columns = this.#columns.subarray(start, this.count)
    if (columns.every((column, n) => n === 0 || column > (columns[n - 1] ?? 0))) return
    const cells = new Map<number, number>()
    for (const [n, column] of columns.entries()) cells.set(column, this.#hashes[start + n] ?? 0)
    this.count = start
    for (const [column, hash] of [...cells].sort(([a], [b]) => a - b)) {
      this.#columns[this.count] = column
      this.#hashes[this.count] = hash
      this.count += 1
    }
    this.#starts[this.#rowCount] = this.count
  }
}

function grown<T extends Int32Array | Uint16Array | Float64Array>(array: T, Kind: new (length: number) => T): T {
  const larger = new Kind(array.length * 2)
  larger.set(array)
  return larger
}
