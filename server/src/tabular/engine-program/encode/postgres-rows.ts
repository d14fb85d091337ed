import { type DuckDBDataChunk, type DuckDBType, DuckDBTypeId, DuckDBVector } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { ByteWriter } from './byte-writer.ts'
import { type ColumnValues, type ReadColumn, readColumn } from './column-values.ts'
import { binaryCell, textCell } from './postgres-cells.ts'
import { itemBytes } from './postgres-items.ts'
import { itemOf, OID, oidOf } from './postgres-types.ts'
import type { ResultColumn } from './result-columns.ts'
import { eachRow, type RowEncoder } from './row-encoder.ts'
import { packBytes } from './texts.ts'
import { isValid, readValidity, withoutRows } from './validity.ts'

const DATA_ROW = 0x44
const NULL_LENGTH = -1

/** Rows as messages of PostgreSQL's protocol, ready to be sent to a client. `binary`: which columns have that form. */
export function postgresEncoder(columns: readonly ResultColumn[], binary: readonly boolean[]): RowEncoder {
  const out = new ByteWriter()
  const read = (seen: readonly ResultColumn[], chunk: DuckDBDataChunk) => readAll(seen, chunk, binary)
  const rows = eachRow(columns, out, (values) => rowWriter(values, binary, out), read)
  return { ...rows, begin: () => Buffer.alloc(0), end: () => Buffer.alloc(0) }
}

function rowWriter(read: readonly ReadColumn[], binary: readonly boolean[], out: ByteWriter) {
  const cells = read.map(({ column: { source }, values }, n) => ({
    validity: values.validity,
    write: binary[n] ? binaryCell(source, values, out) : textCell(source, values, out),
  }))
  return (row: number) => {
    out.byte(DATA_ROW)
    const began = out.length
    out.int32(0)
    out.int16(cells.length)
    for (const { validity, write } of cells) {
      const at = out.length
      out.int32(NULL_LENGTH)
      if (!isValid(validity, row)) continue
      write(row)
      out.setInt32(at, out.length - at - 4)
    }
    out.setInt32(began, out.length - began)
  }
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
