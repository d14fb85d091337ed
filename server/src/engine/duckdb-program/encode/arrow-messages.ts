import { type ColumnType, formatColumnType } from '../../table/column-type.ts'
import { byte, type FlatNode, int, long, short, writeFlatBuffer } from './flatbuffer.ts'
import type { ResultColumn } from './result-columns.ts'

/** The messages of Arrow's streaming format, by the numbers that its schema of FlatBuffers gives to tables and fields. */

const VERSION_5 = 4
const SCHEMA = 1
const RECORD_BATCH = 3
const LITTLE_ENDIAN = 0

/** The key under which a field tells our name of its type: UUID and JSON are texts to Arrow. */
export const TYPE_KEY = 'svc:type'

export const END_OF_STREAM = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])

export function schemaMessage(columns: readonly ResultColumn[]): Buffer {
  const fields = columns.map(({ name, type }) => fieldOf(name, type))
  return message(SCHEMA, { table: [short(LITTLE_ENDIAN), { vector: fields }] }, 0)
}

/** A column of a batch: how many of its rows are NULL, and its buffers in the order Arrow has them. */
export type ArrowColumn = { nullCount: number; buffers: readonly Uint8Array[] }

export function batchMessage(rowCount: number, columns: readonly ArrowColumn[]): Buffer {
  const nodes = columns.flatMap(({ nullCount }) => [BigInt(rowCount), BigInt(nullCount)])
  const places: bigint[] = []
  const body: Uint8Array[] = []
  let bodyBytes = 0
  for (const buffer of columns.flatMap(({ buffers }) => buffers)) {
    places.push(BigInt(bodyBytes), BigInt(buffer.length))
    body.push(buffer, PADDING.subarray(0, missingBytes(buffer.length)))
    bodyBytes += buffer.length + missingBytes(buffer.length)
  }
  const batch = { table: [long(rowCount), { structs: nodes, width: 2 }, { structs: places, width: 2 }] }
  return Buffer.concat([message(RECORD_BATCH, batch, bodyBytes), ...body])
}

const PADDING = new Uint8Array(8)

/** What a buffer lacks to the next multiple of eight bytes. */
const missingBytes = (length: number) => (8 - (length % 8)) % 8

function message(kind: number, header: FlatNode, bodyBytes: number): Buffer {
  const metadata = writeFlatBuffer({ table: [short(VERSION_5), byte(kind), header, long(bodyBytes)] })
  const prefix = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
  prefix.writeInt32LE(metadata.length, 4)
  return Buffer.concat([prefix, metadata])
}

function fieldOf(name: string, type: ColumnType): FlatNode {
  const { kind, table } = arrowType(type)
  const typeEntry: FlatNode = { table: [{ text: TYPE_KEY }, { text: formatColumnType(type) }] }
  const isNullable = byte(true)
  return {
    table: [{ text: name }, isNullable, byte(kind), { table }, undefined, { vector: [] }, { vector: [typeEntry] }],
  }
}

const DAYS = short(0)
const MICROSECONDS = short(2)
const DOUBLE_PRECISION = short(2)

function arrowType(type: ColumnType): { kind: number; table: Extract<FlatNode, { table: unknown }>['table'] } {
  switch (type.name) {
    case 'BOOLEAN':
      return { kind: 6, table: [] }
    case 'INTEGER':
      return { kind: 2, table: [int(32), byte(true)] }
    case 'BIGINT':
      return { kind: 2, table: [int(64), byte(true)] }
    case 'DOUBLE':
      return { kind: 3, table: [DOUBLE_PRECISION] }
    case 'DECIMAL':
      return { kind: 7, table: [int(type.precision), int(type.scale), int(128)] }
    case 'DATE':
      return { kind: 8, table: [DAYS] }
    case 'TIME':
      return { kind: 9, table: [MICROSECONDS, int(64)] }
    case 'TIMESTAMP':
      return { kind: 10, table: [MICROSECONDS] }
    case 'TIMESTAMPTZ':
      return { kind: 10, table: [MICROSECONDS, { text: 'UTC' }] }
    case 'VARCHAR':
    case 'UUID':
    case 'JSON':
      return { kind: 5, table: [] }
  }
}
