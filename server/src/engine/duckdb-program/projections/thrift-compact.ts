/**
 * Thrift's compact protocol, in which Parquet writes what a file holds. Every value keeps the type it was written with, so that
 * what is not understood here is written again as it was.
 */

export type ThriftValue = boolean | bigint | Buffer | ThriftList | ThriftStruct
export type ThriftList = { readonly of: number; readonly items: readonly ThriftValue[] }
export type ThriftField = { readonly id: number; readonly type: number; readonly value: ThriftValue }
export type ThriftStruct = { readonly fields: readonly ThriftField[] }

const TYPE = { true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, set: 10, struct: 12 }
const STOP = 0
const LONG_LIST = 15
const DOUBLE_BYTES = 8

export const i32 = (id: number, value: number): ThriftField => ({ id, type: TYPE.i32, value: BigInt(value) })
export const i64 = (id: number, value: bigint): ThriftField => ({ id, type: TYPE.i64, value })
export const listOf = (id: number, of: number, items: readonly ThriftValue[]): ThriftField => ({
  id,
  type: TYPE.list,
  value: { of, items },
})
export const struct = (id: number, value: ThriftStruct): ThriftField => ({ id, type: TYPE.struct, value })

export function readStruct(bytes: Buffer): ThriftStruct {
  const reader = { bytes, at: 0 }
  return structAt(reader)
}

type Reader = { readonly bytes: Buffer; at: number }

function structAt(reader: Reader): ThriftStruct {
  const fields: ThriftField[] = []
  for (let id = 0; ; ) {
    const head = byteAt(reader)
    const type = head & 0x0f
    if (type === STOP) return { fields }
    id = head >> 4 === 0 ? Number(zigzagAt(reader)) : id + (head >> 4)
    fields.push({ id, type, value: valueAt(reader, type, false) })
  }
}

/** A boolean is its own type in a field, and a byte in a list. */
function valueAt(reader: Reader, type: number, isInList: boolean): ThriftValue {
  switch (type) {
    case TYPE.true:
    case TYPE.false:
      return isInList ? byteAt(reader) === TYPE.true : type === TYPE.true
    case TYPE.byte:
      return BigInt(byteAt(reader))
    case TYPE.i16:
    case TYPE.i32:
    case TYPE.i64:
      return zigzagAt(reader)
    case TYPE.double:
      return take(reader, DOUBLE_BYTES)
    case TYPE.binary:
      return take(reader, Number(varintAt(reader)))
    case TYPE.list:
    case TYPE.set:
      return listAt(reader)
    case TYPE.struct:
      return structAt(reader)
    default:
      throw new Error(`a value of Thrift's type ${type} is in no Parquet file of ours`)
  }
}

function listAt(reader: Reader): ThriftList {
  const head = byteAt(reader)
  const of = head & 0x0f
  const count = head >> 4 === LONG_LIST ? Number(varintAt(reader)) : head >> 4
  const items: ThriftValue[] = []
  while (items.length < count) items.push(valueAt(reader, of, true))
  return { of, items }
}

function byteAt(reader: Reader): number {
  const byte = reader.bytes[reader.at++]
  if (byte === undefined) throw new Error('the description of a Parquet file breaks off')
  return byte
}

function varintAt(reader: Reader): bigint {
  let value = 0n
  for (let shift = 0n; ; shift += 7n) {
    const byte = byteAt(reader)
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}

function zigzagAt(reader: Reader): bigint {
  const value = varintAt(reader)
  return (value >> 1n) ^ -(value & 1n)
}

function take(reader: Reader, length: number): Buffer {
  const taken = reader.bytes.subarray(reader.at, reader.at + length)
  if (taken.length < length) throw new Error('the description of a Parquet file breaks off')
  reader.at += length
  return taken
}

export function writeStruct(value: ThriftStruct): Buffer {
  const parts: Buffer[] = []
  putStruct(parts, value)
  return Buffer.concat(parts)
}

function putStruct(parts: Buffer[], { fields }: ThriftStruct) {
  let before = 0
  for (const { id, type, value } of fields) {
    const step = id - before
    before = id
    if (step > 0 && step <= 0x0f) parts.push(Buffer.of((step << 4) | type))
    else parts.push(Buffer.of(type), zigzag(BigInt(id)))
    putValue(parts, type, value, false)
  }
  parts.push(Buffer.of(STOP))
}

function putValue(parts: Buffer[], type: number, value: ThriftValue, isInList: boolean) {
  if (typeof value === 'boolean') {
    if (isInList) parts.push(Buffer.of(value ? TYPE.true : TYPE.false))
  } else if (typeof value === 'bigint') {
    parts.push(type === TYPE.byte ? Buffer.of(Number(value)) : zigzag(value))
  } else if (Buffer.isBuffer(value)) {
    if (type === TYPE.binary) parts.push(varint(BigInt(value.length)))
    parts.push(value)
  } else if ('items' in value) {
    const { of, items } = value
    if (items.length < LONG_LIST) parts.push(Buffer.of((items.length << 4) | of))
    else parts.push(Buffer.of((LONG_LIST << 4) | of), varint(BigInt(items.length)))
    for (const item of items) putValue(parts, of, item, true)
  } else {
    putStruct(parts, value)
  }
}

const zigzag = (value: bigint) => varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)))

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}
