import type { DuckDBResult } from '@duckdb/node-api'
import { chunksOf } from '../../chunks-of.ts'
import { arrowEncoder } from './arrow-rows.ts'
import { type JsonShape, jsonEncoder, ndjsonEncoder } from './json-rows.ts'
import { type ResultColumn, resultColumns } from './result-columns.ts'
import { budgetOf, type RowEncoder } from './row-encoder.ts'

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
