import duckdb from '@duckdb/node-bindings'

/** Numbers or texts of one column of a sheet, and the column of the staging table that takes them. */
export type Slot = SlotValues & { readonly name: string }

/** The values of a batch, by row. Of numbers `validity` says which are there: one bit a row, the first in the lowest. */
export type SlotValues = {
  readonly kind: 'number' | 'text'
  numbers: Float64Array<ArrayBuffer>
  validity: Uint8Array<ArrayBuffer>
  texts: (string | undefined)[]
}

/** As many rows as a vector of DuckDB holds. */
export const BATCH_ROWS = 2048
const VALIDITY_BYTES = BATCH_ROWS / 8
const NO_NUMBERS = new Float64Array(0)
const NO_VALIDITY = new Uint8Array(0)

export const createSlot = (kind: SlotValues['kind'], column: number): Slot => ({
  ...emptyValues(kind),
  name: slotName(kind, column),
})

export const slotName = (kind: SlotValues['kind'], column: number) => `${kind === 'number' ? 'n' : 't'}${column}`

const emptyValues = (kind: SlotValues['kind']): SlotValues =>
  kind === 'number'
    ? { kind, numbers: new Float64Array(BATCH_ROWS), validity: new Uint8Array(VALIDITY_BYTES), texts: [] }
    : { kind, numbers: NO_NUMBERS, validity: NO_VALIDITY, texts: new Array(BATCH_ROWS).fill(undefined) }

export function clearSlot(slot: Slot) {
  slot.validity.fill(0)
  slot.texts.fill(undefined)
}

/** The values so far, which do not change any more; the slot starts over. */
export function detachValues(slot: Slot): SlotValues {
  const { kind, numbers, validity, texts } = slot
  Object.assign(slot, emptyValues(kind))
  return { kind, numbers, validity, texts }
}

export function createChunk(slots: readonly Slot[]): duckdb.DataChunk {
  const types = slots.map(({ kind }) => (kind === 'number' ? duckdb.Type.DOUBLE : duckdb.Type.VARCHAR))
  return duckdb.create_data_chunk(types.map((type) => duckdb.create_logical_type(type)))
}

/** Columns that came after the values were gathered hold nothing. */
export function fillChunk(chunk: duckdb.DataChunk, rows: number, values: readonly SlotValues[]) {
  const columns = duckdb.data_chunk_get_column_count(chunk)
  for (let column = 0; column < columns; column++) {
    const vector = duckdb.data_chunk_get_vector(chunk, column)
    const given = values[column]
    if (given === undefined) setValidity(vector, NOTHING)
    else if (given.kind === 'number') fillNumbers(vector, rows, given)
    else fillTexts(vector, rows, given.texts)
  }
  duckdb.data_chunk_set_size(chunk, rows)
}

function fillNumbers(vector: duckdb.Vector, rows: number, { numbers, validity }: SlotValues) {
  duckdb.copy_data_to_vector(vector, 0, numbers.buffer, 0, rows * 8)
  if (!isFull(validity, rows)) setValidity(vector, validity)
}

function isFull(validity: Uint8Array, rows: number): boolean {
  for (let at = 0; at < rows >> 3; at++) if (validity[at] !== 0xff) return false
  const rest = (1 << (rows & 7)) - 1
  return ((validity[rows >> 3] ?? 0) & rest) === rest
}

const NOTHING = new Uint8Array(VALIDITY_BYTES)
const textValidity = new Uint8Array(VALIDITY_BYTES)

function fillTexts(vector: duckdb.Vector, rows: number, texts: readonly (string | undefined)[]) {
  textValidity.fill(0xff)
  let missing = 0
  for (let row = 0; row < rows; row++) {
    const text = texts[row]
    if (text === undefined) {
      textValidity[row >> 3] = (textValidity[row >> 3] ?? 0) & ~(1 << (row & 7))
      missing += 1
    } else {
      duckdb.vector_assign_string_element(vector, row, text)
    }
  }
  if (missing > 0) setValidity(vector, textValidity)
}

function setValidity(vector: duckdb.Vector, validity: Uint8Array<ArrayBuffer>) {
  duckdb.vector_ensure_validity_writable(vector)
  duckdb.copy_data_to_vector_validity(vector, 0, validity.buffer, 0, VALIDITY_BYTES)
}
