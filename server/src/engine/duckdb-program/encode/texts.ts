import duckdb from '@duckdb/node-bindings'
import { isValid, type Validity } from './validity.ts'

/** The texts of a column's rows as UTF-8: those of row n are `length[n]` bytes from `start[n]` on. */
export type Texts = { bytes: Uint8Array; start: Uint32Array; length: Uint32Array }

/** In a vector of texts each row has this many bytes: the length, then a text of up to 12 bytes or a pointer to it. */
const SLOT = 16
const MOST_INSIDE = 12
const POINTER = 8

/**
 * Pointers are followed together where the texts lie close to each other, as they nearly always do: one call a text would
 * take longer than all the rest. What lies between two texts is copied too, and never looked at. It is surely there to be
 * read, for two texts this close are on the same page of memory or on neighbours.
 */
const MOST_BETWEEN = 512

type Run = { low: number; high: number; lowRow: number; rows: number[] }

/** The column's own bytes, DuckDB's decoder of texts left out: what begins with U+FEFF keeps it. */
export function readTexts(vector: duckdb.Vector, rowCount: number, validity: Validity): Texts {
  const slots = duckdb.vector_get_data(vector, rowCount * SLOT)
  const words = new Uint32Array(slots.buffer, slots.byteOffset, rowCount * 4)
  const start = new Uint32Array(rowCount)
  const length = new Uint32Array(rowCount)
  const pointers = new Float64Array(rowCount)
  const runs: Run[] = []
  for (let row = 0; row < rowCount; row++) {
    if (!isValid(validity, row)) continue
    length[row] = words[row * 4] ?? 0
    start[row] = row * SLOT + 4
    if (wordAt(length, row) <= MOST_INSIDE) continue
    pointers[row] = wordAt(words, row * 4 + 2) + wordAt(words, row * 4 + 3) * 2 ** 32
    addToRun(runs, row, pointers[row] ?? 0, wordAt(length, row))
  }
  return { bytes: followRuns(runs, { slots, start, pointers }), start, length }
}

const wordAt = (words: Uint32Array, n: number) => words[n] ?? 0

function addToRun(runs: Run[], row: number, pointer: number, length: number) {
  const run = runs.at(-1)
  const end = pointer + length
  if (!run || pointer < run.low - length - MOST_BETWEEN || pointer > run.high + MOST_BETWEEN) {
    runs.push({ low: pointer, high: end, lowRow: row, rows: [row] })
    return
  }
  run.rows.push(row)
  if (pointer < run.low) {
    run.low = pointer
    run.lowRow = row
  }
  run.high = Math.max(run.high, end)
}

/** All texts in one piece: the slots, and behind them what they point to. */
function followRuns(runs: readonly Run[], at: { slots: Uint8Array; start: Uint32Array; pointers: Float64Array }) {
  if (runs.length === 0) return at.slots
  const pieces: Uint8Array[] = [at.slots]
  let length = at.slots.length
  for (const { low, high, lowRow, rows } of runs) {
    for (const row of rows) at.start[row] = length + (at.pointers[row] ?? 0) - low
    const pointerOffset = at.slots.byteOffset + lowRow * SLOT + POINTER
    // Safe: it comes from DuckDB's client, which shares no memory.
    pieces.push(duckdb.get_data_from_pointer(at.slots.buffer as ArrayBuffer, pointerOffset, high - low))
    length += high - low
  }
  return Buffer.concat(pieces, length)
}

/** Cells that were made here, whatever their bytes mean. */
export function packBytes(cells: readonly (Buffer | null)[]): Texts {
  const length = Uint32Array.from(cells, (cell) => cell?.length ?? 0)
  const start = new Uint32Array(cells.length)
  let end = 0
  for (const [row, bytes] of length.entries()) {
    start[row] = end
    end += bytes
  }
  return { bytes: Buffer.concat(cells.filter((cell) => cell !== null)), start, length }
}

/** Texts that were made here. */
export function packTexts(texts: readonly (string | null)[]): Texts {
  const length = Uint32Array.from(texts, (text) => (text === null ? 0 : Buffer.byteLength(text)))
  const start = new Uint32Array(texts.length)
  const bytes = Buffer.allocUnsafe(length.reduce((sum, bytes) => sum + bytes, 0))
  let end = 0
  for (const [row, text] of texts.entries()) {
    start[row] = end
    if (text !== null) end += bytes.write(text, end)
  }
  return { bytes, start, length }
}
