import { type DuckDBDataChunk, type DuckDBType, DuckDBTypeId, DuckDBVector } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { ByteWriter, type Cells, NO_CELL } from './byte-writer.ts'
import { type ColumnValues, type ReadColumn, readColumn } from './column-values.ts'
import { binaryCell, textCell } from './postgres-cells.ts'
import { itemBytes } from './postgres-items.ts'
import { itemOf, OID, oidOf } from './postgres-types.ts'
import type { ResultColumn } from './result-columns.ts'
import { eachRow, type RowEncoder } from './row-encoder.ts'
import { packBytes } from './texts.ts'
import { isValid, readValidity, type Validity, withoutRows } from './validity.ts'

/** Rows as messages of PostgreSQL's protocol, ready to be sent to a client. `binary`: which columns have that form. */
export function postgresEncoder(columns: readonly ResultColumn[], binary: readonly boolean[]): RowEncoder {
  const out = new ByteWriter()
  const makers = columns.map((_, n) => cellMaker(binary[n] ?? false))
  const read = (seen: readonly ResultColumn[], chunk: DuckDBDataChunk) => readAll(seen, chunk, binary)
  const writerOf = (values: readonly ReadColumn[], rowCount: number) => {
    const cells = values.flatMap((column, n) => makers[n]?.(column, rowCount) ?? [])
    return (row: number) => out.dataRow(cells, row)
  }
  return { ...eachRow(columns, out, writerOf, read), begin: () => Buffer.alloc(0), end: () => Buffer.alloc(0) }
}

/** Makes the cells of a column's rows. By columns that is done faster than by rows. */
type CellMaker = (read: ReadColumn, rowCount: number) => Cells

/** Of one row of a column: most answers are short. */
const FIRST_BYTES = 128

function cellMaker(isBinary: boolean): CellMaker {
  const out = new ByteWriter(FIRST_BYTES)
  // For all chunks, as `out` is: the cells of a chunk are taken before the next is read.
  let start = new Uint32Array()
  let length = new Uint32Array()
  return ({ column: { source }, values }, rowCount) => {
    // They stand there as they are sent.
    if (values.form === 'texts') return { ...values, length: withoutMissing(values.length, values.validity) }
    const write = isBinary ? binaryCell(source, values, out) : textCell(source, values, out)
    if (start.length < rowCount) {
      start = new Uint32Array(rowCount)
      length = new Uint32Array(rowCount)
    }
    const { validity } = values
    out.cut(0)
    for (let row = 0; row < rowCount; row++) {
      const began = out.length
      start[row] = began
      if (isValid(validity, row)) write(row)
      length[row] = isValid(validity, row) ? out.length - began : NO_CELL
    }
    return { bytes: out.written(), start, length }
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
