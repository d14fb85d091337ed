import { type DuckDBDataChunk, type DuckDBType, DuckDBTypeId, DuckDBVector } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { ByteWriter } from './byte-writer.ts'
import { type ColumnValues, type ReadColumn, readColumn } from './column-values.ts'
import { binaryCell, textCell } from './postgres-cells.ts'
import { binaryColumn, SLOT, textColumn } from './postgres-columns.ts'
import { itemBytes } from './postgres-items.ts'
import { itemOf, OID, oidOf } from './postgres-types.ts'
import type { ResultColumn } from './result-columns.ts'
import { PART_BYTES, type RowEncoder, takeRow } from './row-encoder.ts'
import { packBytes } from './texts.ts'
import { isValid, readValidity, type Validity, withoutRows } from './validity.ts'

/** The cells of a column: those of row n are `length[n]` bytes from `start[n]` on, or there is none. */
type Cells = { bytes: Uint8Array; start: Uint32Array; length: Uint32Array }
const NO_CELL = 0xffff_ffff
const DATA_ROW = 0x44
/** Of a message before its cells: the letter, how long it is, and how many cells it has. */
const HEAD_BYTES = 7
const LENGTH_BYTES = 4
/** From here on a call that copies is faster than a loop. */
const LONG = 64
const NOTHING: Buffer = Buffer.alloc(0)

/** Rows as messages of PostgreSQL's protocol, ready to be sent to a client. `binary`: which columns have that form. */
export function postgresEncoder(columns: readonly ResultColumn[], binary: readonly boolean[]): RowEncoder {
  const makers = columns.map((_, n) => cellMaker(binary[n] ?? false))
  let cells: Cells[] = []
  let sizes = new Float64Array()
  let rows = { next: 0, count: 0 }
  let laid: Buffer = NOTHING
  return {
    begin: () => NOTHING,
    load(chunk) {
      const { rowCount } = chunk
      cells = readAll(columns, chunk, binary).flatMap((read, n) => makers[n]?.(read, rowCount) ?? [])
      if (sizes.length < rowCount) sizes = new Float64Array(rowCount)
      measureRows(cells, sizes, rowCount)
      rows = { next: 0, count: rowCount }
    },
    add(budget) {
      const first = rows.next
      let bytes = 0
      for (; rows.next < rows.count && bytes < PART_BYTES; rows.next++) {
        const size = sizes[rows.next] ?? 0
        if (!takeRow(budget, size)) break
        bytes += size
      }
      laid = layRows(cells, sizes, { first, end: rows.next, bytes })
      return rows.next === rows.count
    },
    take() {
      const taken = laid
      laid = NOTHING
      return taken
    },
    end: () => NOTHING,
  }
}

function measureRows(cells: readonly Cells[], sizes: Float64Array, rowCount: number) {
  sizes.fill(HEAD_BYTES + LENGTH_BYTES * cells.length, 0, rowCount)
  for (const { length } of cells) {
    for (let row = 0; row < rowCount; row++) {
      const size = length[row] ?? NO_CELL
      if (size !== NO_CELL) sizes[row] = (sizes[row] ?? 0) + size
    }
  }
}

/** So many rows stay in the cache of a core while their columns are laid. */
const ROWS_AT_ONCE = 64

/** Rows, some at a time, column after column: each loop has one column's arrays at hand. */
function layRows(
  cells: readonly Cells[],
  sizes: Float64Array,
  { first, end, bytes }: { first: number; end: number; bytes: number },
): Buffer {
  const out = Buffer.allocUnsafe(bytes)
  const view = viewOf(out)
  const views = cells.map((column) => viewOf(column.bytes))
  const places = new Uint32Array(ROWS_AT_ONCE)
  let at = 0
  for (let from = first; from < end; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, end)
    for (let row = from; row < to; row++) {
      const size = sizes[row] ?? 0
      view.setUint8(at, DATA_ROW)
      view.setUint32(at + 1, size - 1)
      view.setUint16(at + 5, cells.length)
      places[row - from] = at + HEAD_BYTES
      at += size
    }
    for (const [n, column] of cells.entries()) layCells(view, places, column, views[n] ?? view, from, to)
  }
  return out
}

function layCells(out: DataView, places: Uint32Array, column: Cells, view: DataView, first: number, end: number) {
  const { bytes, start, length } = column
  for (let row = first; row < end; row++) {
    const size = length[row] ?? NO_CELL
    let at = places[row - first] ?? 0
    out.setUint32(at, size)
    at += LENGTH_BYTES
    if (size !== NO_CELL) {
      const from = start[row] ?? 0
      if (size > LONG) new Uint8Array(out.buffer, out.byteOffset + at).set(bytes.subarray(from, from + size))
      else copyShort(view, from, out, at, size)
      at += size
    }
    places[row - first] = at
  }
}

/** Four bytes at a time, whatever they are. */
function copyShort(source: DataView, from: number, out: DataView, at: number, size: number) {
  let n = 0
  for (; n + 4 <= size; n += 4) out.setInt32(at + n, source.getInt32(from + n, true), true)
  for (; n < size; n++) out.setUint8(at + n, source.getUint8(from + n))
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** Makes the cells of a column's rows. By columns that is done faster than by rows. */
type CellMaker = (read: ReadColumn, rowCount: number) => Cells

/** Of one row of a column: most answers are short. */
const FIRST_BYTES = 128

function cellMaker(isBinary: boolean): CellMaker {
  const out = new ByteWriter(FIRST_BYTES)
  // For all chunks, as `out` is: the cells of a chunk are taken before the next is read.
  let start = new Uint32Array()
  let length = new Uint32Array()
  let slots: Buffer = NOTHING
  return ({ column: { source }, values }, rowCount) => {
    const { validity } = values
    // They stand there as they are sent.
    if (values.form === 'texts') return { ...values, length: withoutMissing(values.length, validity) }
    if (start.length < rowCount) {
      start = new Uint32Array(rowCount)
      length = new Uint32Array(rowCount)
    }
    const lay = (isBinary ? binaryColumn : textColumn)(source, values)
    if (lay) {
      if (slots.length < rowCount * SLOT) slots = Buffer.allocUnsafe(rowCount * SLOT)
      lay({ bytes: slots, start, length }, rowCount)
      return { bytes: slots, start, length: withoutMissing(length, validity) }
    }
    const write = (isBinary ? binaryCell : textCell)(source, values, out)
    writeEach(write, out, { start, length }, validity, rowCount)
    return { bytes: out.written(), start, length }
  }
}

function writeEach(
  write: (row: number) => void,
  out: ByteWriter,
  { start, length }: Pick<Cells, 'start' | 'length'>,
  validity: Validity,
  rowCount: number,
) {
  out.cut(0)
  for (let row = 0; row < rowCount; row++) {
    const began = out.length
    start[row] = began
    if (isValid(validity, row)) write(row)
    length[row] = isValid(validity, row) ? out.length - began : NO_CELL
  }
}

function withoutMissing(length: Uint32Array, validity: Validity): Uint32Array {
  if (validity === null) return length
  return length.map((bytes, row) => (isValid(validity, row) ? bytes : NO_CELL))
}

function readAll(columns: readonly ResultColumn[], chunk: DuckDBDataChunk, binary: readonly boolean[]): ReadColumn[] {
  const { rowCount } = chunk
  const read = columns.map((column, n) => {
    const vector = duckdb.data_chunk_get_vector(chunk.chunk, column.place ?? n)
    const values = isItem(column.source)
      ? readItems(column.source, vector, rowCount, binary[n] ?? false)
      : readColumn(column.source, vector, rowCount)
    return { column, values }
  })
  // The memory lives as long as the chunk, and the chunk only as long as something still asks for it.
  if (chunk.columnCount < columns.length) throw new Error('impossible: a chunk lacks columns of its result')
  return read
}

const ITEMS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BLOB,
  DuckDBTypeId.INTERVAL,
  DuckDBTypeId.TIME_TZ,
  DuckDBTypeId.UHUGEINT,
])

/** Made whole where it is read: what is left to do is to copy its bytes. */
const isItem = (source: DuckDBType) =>
  ITEMS.has(source.typeId) || (itemOf(source) !== undefined && oidOf(source) !== OID.json)

function readItems(source: DuckDBType, vector: duckdb.Vector, rowCount: number, isBinary: boolean): ColumnValues {
  const validity = readValidity(vector, rowCount)
  const items = DuckDBVector.create(vector, rowCount, source)
  const cells = Array.from({ length: rowCount }, (_, row) =>
    isValid(validity, row) ? itemBytes(source, items.getItem(row), isBinary) : null,
  )
  const missing = cells.flatMap((cell, row) => (cell === null ? [row] : []))
  return { form: 'texts', validity: withoutRows(validity, rowCount, missing), ...packBytes(cells) }
}
