import type { PostgresColumn } from '../../../engine/reading/sql-question.ts'
import type { WireError } from './wire-error.ts'

/** What the server says, each message as the bytes that are sent. */

const text = (value: string) => Buffer.from(`${value}\0`)

function message(letter: string, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  const head = Buffer.allocUnsafe(5)
  head.write(letter, 'latin1')
  head.writeInt32BE(length, 1)
  return Buffer.concat([head, ...parts], length + 1)
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Who is there must say a password, as it is. */
export const askPassword = message('R', int32(3))
export const authenticated = message('R', int32(0))
export const parseComplete = message('1')
export const bindComplete = message('2')
export const closeComplete = message('3')
export const noData = message('n')
export const portalSuspended = message('s')
export const emptyQuery = message('I')
export const copyDone = message('c')

/** `I`: idle, `T`: in a transaction, `E`: in one that has failed. */
export type TransactionStatus = 'I' | 'T' | 'E'
const READY = {
  I: message('Z', Buffer.from('I')),
  T: message('Z', Buffer.from('T')),
  E: message('Z', Buffer.from('E')),
} as const
export const readyForQuery = (status: TransactionStatus) => READY[status]

export const parameterStatus = (name: string, value: string) => message('S', text(name), text(value))
export const backendKey = (pid: number, secret: number) => message('K', int32(pid), int32(secret))
export const commandComplete = (tag: string) => message('C', text(tag))
export const negotiateProtocol = (minor: number, unknown: readonly string[]) =>
  message('v', int32(minor), int32(unknown.length), ...unknown.map(text))

export function rowDescription(columns: readonly PostgresColumn[], formats: readonly number[]): Buffer {
  const fields = columns.flatMap(({ name, oid, modifier }, n) => [
    text(name.replaceAll('\0', '')),
    int32(0),
    int16(0),
    int32(oid),
    int16(sizeOf(oid)),
    int32(modifier),
    int16((formats.length === 1 ? formats[0] : formats[n]) ?? 0),
  ])
  return message('T', int16(columns.length), ...fields)
}

export const parameterDescription = (oids: readonly number[]) => message('t', int16(oids.length), ...oids.map(int32))

/** Cells in text form. */
export function dataRow(cells: readonly (string | null)[]): Buffer {
  const parts = cells.flatMap((cell) => {
    if (cell === null) return [int32(-1)]
    const bytes = Buffer.from(cell)
    return [int32(bytes.length), bytes]
  })
  return message('D', int16(cells.length), ...parts)
}

export const copyOut = (isBinary: boolean, columns: number) =>
  message(
    'H',
    Buffer.from([isBinary ? 1 : 0]),
    int16(columns),
    ...Array.from({ length: columns }, () => int16(isBinary ? 1 : 0)),
  )

export const copyData = (bytes: Buffer) => message('d', bytes)

/** `position` counts characters from 1. */
export function errorResponse(error: WireError, position: number | undefined): Buffer {
  return fields('E', error.isFatal ? 'FATAL' : 'ERROR', error.sqlState, error.message, {
    D: error.detail,
    H: error.hint,
    P: position === undefined ? undefined : String(position),
  })
}

export const notice = (sqlState: string, said: string) => fields('N', 'WARNING', sqlState, said, {})

function fields(
  letter: 'E' | 'N',
  severity: string,
  sqlState: string,
  said: string,
  more: Readonly<Record<string, string | undefined>>,
): Buffer {
  const all = { S: severity, V: severity, C: sqlState, M: said, ...more }
  const parts = Object.entries(all).flatMap(([key, value]) =>
    value === undefined ? [] : [text(`${key}${value.replaceAll('\0', '')}`)],
  )
  return message(letter, ...parts, Buffer.from([0]))
}

/** Bytes of a value of fixed size; -1 for others. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [16, 1],
  [20, 8],
  [21, 2],
  [23, 4],
  [26, 4],
  [700, 4],
  [701, 8],
  [1082, 4],
  [1083, 8],
  [1114, 8],
  [1184, 8],
  [1186, 16],
  [1266, 12],
  [2950, 16],
])

export const sizeOf = (oid: number) => SIZES.get(oid) ?? -1
