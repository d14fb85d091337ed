import { utf8 } from '../protocol/frontend.ts'
import { wireError } from '../protocol/wire-error.ts'

/** Types of parameters, by the numbers of PostgreSQL's catalog: what the engine calls them, and how their binary form is read. */
type ParameterType = { cast: string; read: (bytes: Buffer) => string }

const DAY_MS = 86_400_000
const DAYS_TO_2000 = 10_957
const MICROS_TO_2000 = 946_684_800_000_000n

const sized = (size: number, read: (bytes: Buffer) => string) => (bytes: Buffer) => {
  if (bytes.length !== size) throw wireError('22P03', 'incorrect binary data format in bind parameter')
  return read(bytes)
}

const moment = sized(8, (bytes) => momentText(bytes.readBigInt64BE() + MICROS_TO_2000))

const TYPES: ReadonlyMap<number, ParameterType> = new Map<number, ParameterType>([
  [16, { cast: 'BOOLEAN', read: sized(1, (bytes) => (bytes[0] === 0 ? 'false' : 'true')) }],
  [17, { cast: 'BLOB', read: (bytes) => blobText(bytes) }],
  [20, { cast: 'BIGINT', read: sized(8, (bytes) => String(bytes.readBigInt64BE())) }],
  [21, { cast: 'SMALLINT', read: sized(2, (bytes) => String(bytes.readInt16BE())) }],
  [23, { cast: 'INTEGER', read: sized(4, (bytes) => String(bytes.readInt32BE())) }],
  [26, { cast: 'UINTEGER', read: sized(4, (bytes) => String(bytes.readUInt32BE())) }],
  [114, { cast: 'JSON', read: utf8 }],
  [3802, { cast: 'JSON', read: (bytes) => utf8(bytes.subarray(1)) }],
  [700, { cast: 'FLOAT', read: sized(4, (bytes) => String(bytes.readFloatBE())) }],
  [701, { cast: 'DOUBLE', read: sized(8, (bytes) => String(bytes.readDoubleBE())) }],
  [1082, { cast: 'DATE', read: sized(4, (bytes) => dayText(bytes.readInt32BE() + DAYS_TO_2000)) }],
  [1083, { cast: 'TIME', read: sized(8, (bytes) => clockText(bytes.readBigInt64BE())) }],
  [1114, { cast: 'TIMESTAMP', read: moment }],
  [1184, { cast: 'TIMESTAMPTZ', read: (bytes) => `${moment(bytes)}+00` }],
  [1186, { cast: 'INTERVAL', read: sized(16, (bytes) => intervalText(bytes)) }],
  [1700, { cast: '', read: (bytes) => numericText(bytes) }],
  [2950, { cast: 'UUID', read: sized(16, (bytes) => bytes.toString('hex')) }],
])

/** Lists arrive as {a,b}; the engine reads [a, b]. */
const LISTS: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 25],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1185, 1184],
  [1231, 1700],
  [2951, 2950],
])

/** The value as text that the engine casts. Text of PostgreSQL's is such a text, but for a few types. */
export function readParameter(oid: number, isBinary: boolean, bytes: Buffer): string {
  const item = LISTS.get(oid)
  if (item !== undefined) return isBinary ? binaryList(item, bytes) : textList(utf8(bytes))
  if (!isBinary) return textValue(oid, utf8(bytes))
  const type = TYPES.get(oid)
  return type ? type.read(bytes) : utf8(bytes)
}

function textValue(oid: number, text: string): string {
  if (oid === 16) return /^(?:t|true|y|yes|on|1)$/i.test(text.trim()) ? 'true' : 'false'
  if (oid === 17 && text.startsWith('\\x')) return blobText(Buffer.from(text.slice(2), 'hex'))
  return text
}

/** The engine reads bytes as \xAB each. */
const blobText = (bytes: Buffer) => bytes.toString('hex').replace(/../g, (pair) => `\\x${pair.toUpperCase()}`)

function dayText(days: number): string {
  const date = new Date(days * DAY_MS)
  if (Number.isNaN(date.getTime())) throw wireError('22008', 'date out of range')
  const year = date.getUTCFullYear()
  const rest = date.toISOString().slice(-20, -14)
  return year >= 1 ? `${String(year).padStart(4, '0')}${rest}` : `${String(1 - year).padStart(4, '0')}${rest} (BC)`
}

const DAY_MICROS = 86_400_000_000n

function momentText(micros: bigint): string {
  const remainder = ((micros % DAY_MICROS) + DAY_MICROS) % DAY_MICROS
  return `${dayText(Number((micros - remainder) / DAY_MICROS))} ${clockText(remainder)}`
}

function clockText(micros: bigint): string {
  const seconds = Number(micros / 1_000_000n)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const fraction = String(micros % 1_000_000n).padStart(6, '0')
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${fraction}`
}

function intervalText(bytes: Buffer): string {
  return `${bytes.readInt32BE(12)} months ${bytes.readInt32BE(8)} days ${bytes.readBigInt64BE(0)} microseconds`
}

const NEGATIVE = 0x4000
const FINITE = new Set([0, NEGATIVE])

/** Groups of four digits, the first of which counts ten thousand to the power of `weight`. */
function numericText(bytes: Buffer): string {
  if (bytes.length < 8) throw wireError('22P03', 'incorrect binary data format in bind parameter')
  const [count, weight, sign, scale] = [
    bytes.readInt16BE(0),
    bytes.readInt16BE(2),
    bytes.readUInt16BE(4),
    bytes.readInt16BE(6),
  ]
  if (!FINITE.has(sign) || bytes.length !== 8 + 2 * count)
    throw wireError('22P03', 'a numeric parameter must be a finite number')
  const group = (n: number) => (n >= 0 && n < count ? String(bytes.readInt16BE(8 + 2 * n)).padStart(4, '0') : '0000')
  let whole = ''
  for (let n = 0; n <= weight; n++) whole += group(n)
  let decimals = ''
  for (let n = weight + 1; decimals.length < scale; n++) decimals += group(n)
  const text = `${whole.replace(/^0+(?=\d)/, '') || '0'}${scale > 0 ? `.${decimals.slice(0, scale)}` : ''}`
  return sign === NEGATIVE ? `-${text}` : text
}

function binaryList(item: number, bytes: Buffer): string {
  if (bytes.length < 12) throw wireError('22P03', 'incorrect binary data format in bind parameter')
  const dimensions = bytes.readInt32BE(0)
  if (dimensions === 0) return '[]'
  if (dimensions !== 1) throw wireError('0A000', 'only lists of one dimension can be parameters')
  const count = bytes.readInt32BE(12)
  const items: (string | null)[] = []
  for (let at = 20; items.length < count; ) {
    if (at + 4 > bytes.length) throw wireError('22P03', 'incorrect binary data format in bind parameter')
    const length = bytes.readInt32BE(at)
    items.push(length < 0 ? null : readParameter(item, true, bytes.subarray(at + 4, at + 4 + length)))
    at += 4 + Math.max(0, length)
  }
  return listText(items)
}

function textList(text: string): string {
  const items: (string | null)[] = []
  const pattern = /"((?:[^"\\]|\\[\s\S])*)"|([^,{}"]+)/g
  for (const [, quoted, plain] of text.matchAll(pattern)) {
    if (quoted !== undefined) items.push(quoted.replace(/\\([\s\S])/g, '$1'))
    else items.push(/^null$/i.test(plain?.trim() ?? '') ? null : (plain ?? ''))
  }
  return listText(items)
}

/** As the engine's cast reads it. */
const listText = (items: readonly (string | null)[]) =>
  `[${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/["\\]/g, '\\$&')}"`)).join(', ')}]`
