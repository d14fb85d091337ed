import type { DuckDBResult } from '@duckdb/node-api'
import { chunksOf } from '../../duckdb/chunks-of.ts'
import { arrowEncoder } from './arrow-rows.ts'
import { ByteWriter } from './byte-writer.ts'
import { cellWriter, jsonSpelling } from './json-cells.ts'
import { type ResultColumn, resultColumns } from './result-columns.ts'
import { budgetOf, eachRow, type RowEncoder } from './row-encoder.ts'
import { isValid } from './validity.ts'

export type ResultFormat = 'json' | 'ndjson' | 'arrow'

export type EncodeOptions = { format: ResultFormat; shape: JsonShape; maxRows: number; maxBytes: number }

/** `isWhole`: no row was left out. */
export type EncodedResult = { rowCount: number; bytes: number; isWhole: boolean }

/**
 * Encodes rows while DuckDB makes them and sends them in parts, each when the one before is taken: of a large result only
 * a few chunks are in memory at any time.
 */
export async function encodeResult(
  result: DuckDBResult,
  { format, shape, maxRows, maxBytes }: EncodeOptions,
  send: (part: Buffer) => Promise<void> | void,
): Promise<EncodedResult> {
  const encoder = encoderOf(format, resultColumns(result), shape)
  const budget = budgetOf(maxRows, maxBytes)
  let bytes = 0
  const pass = async (part: Buffer) => {
    bytes += part.length
    if (part.length > 0) await send(part)
  }
  await pass(encoder.begin())
  for await (const chunk of chunksOf(result)) {
    encoder.load(chunk)
    for (let isDone = false; !isDone && !budget.isFull; ) {
      isDone = encoder.add(budget)
      await pass(encoder.take())
    }
    if (budget.isFull) break
  }
  await pass(encoder.end())
  return { rowCount: budget.taken.rows, bytes, isWhole: !budget.isFull }
}

export function encoderOf(format: ResultFormat, columns: readonly ResultColumn[], shape: JsonShape): RowEncoder {
  switch (format) {
    case 'json':
      return jsonEncoder(columns, shape)
    case 'ndjson':
      return ndjsonEncoder(columns, shape)
    case 'arrow':
      return arrowEncoder(columns)
  }
}

type JsonShape = 'objects' | 'arrays'

/** One JSON array of all rows. */
function jsonEncoder(columns: readonly ResultColumn[], shape: JsonShape): RowEncoder {
  return { ...rowsEncoder(columns, shape, { between: ',', after: '' }), begin: () => text('['), end: () => text(']') }
}

/** One row a line. */
export function ndjsonEncoder(columns: readonly ResultColumn[], shape: JsonShape): RowEncoder {
  return { ...rowsEncoder(columns, shape, { between: '', after: '\n' }), begin: () => text(''), end: () => text('') }
}

const text = (characters: string) => Buffer.from(characters)

function rowsEncoder(columns: readonly ResultColumn[], shape: JsonShape, marks: { between: string; after: string }) {
  const out = new ByteWriter()
  const spelling = jsonSpelling(out)
  const [open, close] = shape === 'objects' ? (['{', '}'] as const) : (['[', ']'] as const)
  const keys = columns.map(({ name }, n) =>
    text(`${n === 0 ? open : ','}${shape === 'objects' ? `${JSON.stringify(name)}:` : ''}`),
  )
  return eachRow(columns, out, (read) => {
    const cells = read.map(({ column, values }, n) => ({
      key: keys[n] ?? NOTHING,
      validity: values.validity,
      write: cellWriter(column.type, values, out, spelling),
    }))
    return (row, isFirst) => {
      if (!isFirst) out.ascii(marks.between)
      // A row has no cells where every column is hidden from its reader.
      if (cells.length === 0) out.ascii(open)
      for (const { key, validity, write } of cells) {
        out.raw(key)
        if (isValid(validity, row)) write(row)
        else out.ascii('null')
      }
      out.ascii(close)
      out.ascii(marks.after)
    }
  })
}

const NOTHING = new Uint8Array()
