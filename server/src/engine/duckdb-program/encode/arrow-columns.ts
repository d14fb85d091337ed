import { assertState } from '../../../platform/errors.ts'
import { formatUuid } from '../../values/plain-texts.ts'
import type { ArrowColumn } from './arrow-messages.ts'
import { type ColumnValues, hugeAt, uuidBits } from './column-values.ts'
import type { ResultColumn } from './result-columns.ts'
import { ValueTooLarge } from './row-encoder.ts'
import { packTexts } from './texts.ts'
import { isValid } from './validity.ts'

/** Some rows of a chunk, as far as one column goes. */
export type Slice = { values: ColumnValues; from: number; to: number }

/** One column of a batch. Under a NULL there is 0: what DuckDB happens to keep there does not leave. */
export function arrowColumn(column: ResultColumn, slices: readonly Slice[], rowCount: number): ArrowColumn {
  const { bitmap, nullCount } = validityBitmap(slices, rowCount)
  return { nullCount, buffers: [bitmap, ...valueBuffers(column, slices, rowCount)] }
}

type Visit = (values: ColumnValues, row: number, place: number) => void

/** Visits every row that is not NULL, with its place in the batch. */
function eachValue(slices: readonly Slice[], visit: Visit) {
  eachSlice(slices, (slice, place) => valuesOf(slice, place, visit))
}

function eachSlice(slices: readonly Slice[], visit: (slice: Slice, place: number) => void) {
  let place = 0
  for (const slice of slices) {
    visit(slice, place)
    place += slice.to - slice.from
  }
}

function valuesOf({ values, from, to }: Slice, place: number, visit: Visit) {
  const { validity } = values
  for (let row = from; row < to; row++) if (isValid(validity, row)) visit(values, row, place + row - from)
}

function validityBitmap(slices: readonly Slice[], rowCount: number) {
  if (slices.every(({ values }) => values.validity === null)) return { bitmap: new Uint8Array(), nullCount: 0 }
  const bitmap = new Uint8Array(Math.ceil(rowCount / 8))
  let nullCount = rowCount
  eachValue(slices, (_values, _row, place) => {
    setBit(bitmap, place)
    nullCount -= 1
  })
  return { bitmap, nullCount }
}

function setBit(bitmap: Uint8Array, place: number) {
  bitmap[place >> 3] = (bitmap[place >> 3] ?? 0) | (1 << (place & 7))
}

function valueBuffers(column: ResultColumn, slices: readonly Slice[], rowCount: number): Uint8Array[] {
  switch (column.type.name) {
    case 'BOOLEAN':
      return [booleans(slices, rowCount)]
    case 'INTEGER':
    case 'DATE':
      return [numbers(new Int32Array(rowCount), slices)]
    case 'DOUBLE':
      return [numbers(new Float64Array(rowCount), slices)]
    case 'BIGINT':
    case 'TIME':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return [longs(column, slices, rowCount)]
    case 'DECIMAL':
      return [decimals(slices, rowCount)]
    case 'UUID':
      return texts(slices.map(uuidTexts), rowCount)
    case 'VARCHAR':
    case 'JSON':
      return texts(slices, rowCount)
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)

function booleans(slices: readonly Slice[], rowCount: number): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(rowCount / 8))
  eachValue(slices, (values, row, place) => {
    if (values.form === 'flags' && values.flags[row] !== 0) setBit(bitmap, place)
  })
  return bitmap
}

function numbers(target: Int32Array | Float64Array, slices: readonly Slice[]): Uint8Array {
  eachSlice(slices, (slice, place) => {
    const { values, from, to } = slice
    assertState(values.form === 'numbers', 'these types come as numbers')
    const source = values.numbers
    if (values.validity === null) return target.set(source.subarray(from, to), place)
    valuesOf(slice, place, (_, row, at) => {
      target[at] = source[row] ?? 0
    })
  })
  return bytesOf(target)
}

function longs(column: ResultColumn, slices: readonly Slice[], rowCount: number): Uint8Array {
  const target = new BigInt64Array(rowCount)
  eachSlice(slices, (slice, place) => {
    const { values, from, to } = slice
    if (values.form === 'longs' && values.validity === null) return target.set(values.longs.subarray(from, to), place)
    valuesOf(slice, place, (_, row, at) => {
      target[at] = longAt(column, values, row)
    })
  })
  return bytesOf(target)
}

function longAt({ name }: ResultColumn, values: ColumnValues, row: number): bigint {
  if (values.form === 'longs') return values.longs[row] ?? 0n
  if (values.form === 'numbers') return BigInt(values.numbers[row] ?? 0)
  assertState(values.form === 'huges', 'whole numbers come as numbers, longs or huges')
  const value = hugeAt(values.huges, row)
  if (BigInt.asIntN(64, value) !== value) throw new ValueTooLarge(name)
  return value
}

/** All are of 128 bits, the lower word first. */
function decimals(slices: readonly Slice[], rowCount: number): Uint8Array {
  const target = new BigInt64Array(rowCount * 2)
  eachValue(slices, (values, row, place) => {
    const isHuge = values.form === 'huges'
    const low = isHuge ? (values.huges[row * 2] ?? 0n) : smallDecimal(values, row)
    target[place * 2] = low
    target[place * 2 + 1] = isHuge ? (values.huges[row * 2 + 1] ?? 0n) : low >> 63n
  })
  return bytesOf(target)
}

function smallDecimal(values: ColumnValues, row: number): bigint {
  if (values.form === 'longs') return values.longs[row] ?? 0n
  assertState(values.form === 'numbers', 'a DECIMAL comes as a number, a long or a huge')
  return BigInt(values.numbers[row] ?? 0)
}

function uuidTexts({ values, from, to }: Slice): Slice {
  assertState(values.form === 'huges', 'a UUID comes as a huge')
  const { validity, huges } = values
  const written = Array.from({ length: to }, (_, row) =>
    row >= from && isValid(validity, row) ? formatUuid(uuidBits(huges, row)) : null,
  )
  return { values: { form: 'texts', validity, ...packTexts(written) }, from, to }
}

/** Where each text begins, and one number more where the last one ends; then the texts. */
function texts(slices: readonly Slice[], rowCount: number): Uint8Array[] {
  const offsets = new Int32Array(rowCount + 1)
  const pieces: Uint8Array[] = []
  let end = 0
  eachSlice(slices, ({ values, from, to }, place) => {
    assertState(values.form === 'texts', 'these types come as texts')
    const { bytes, start, length } = values
    for (let row = from; row < to; row++) {
      // Of a NULL it is 0.
      const size = length[row] ?? 0
      const first = start[row] ?? 0
      if (size > 0) pieces.push(bytes.subarray(first, first + size))
      end += size
      offsets[place + row - from + 1] = end
    }
  })
  return [bytesOf(offsets), Buffer.concat(pieces, end)]
}
