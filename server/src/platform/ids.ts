import { randomFillSync } from 'node:crypto'

/**
 * Inside the service an id is a ULID kept as a uuid: it sorts by time of birth and fits PostgreSQL's own type.
 * On the wire it is a prefix and 26 characters of Crockford's alphabet, `wb_01J…`.
 */

/** What stands before the underscore of a wire id. */
export type IdPrefix =
  | 'usr' | 'acc' | 'ws' | 'wb' | 'src' | 'art' | 'snap' | 'br' | 'cf' | 'job' | 'res' | 'up' | 'fl' | 'ann' | 'ovr'
  | 'tf' | 'tok' | 'key' | 'wh' | 'evt' | 'dlv' | 'sess' | 'req' | 'inv' | 'bnd' | 'sv' | 'qn' | 'dash' | 'cmt' | 'tpl' | 'lnk' | 'ntf'
  | 'prop' | 'prv' | 'scu' | 'scg' // biome-ignore format: a list

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const WIRE_ID = /^([a-z]+)_([0-9A-HJKMNP-TV-Z]{26})$/

/** The id nothing has. A wire id that cannot be read becomes it, and is then simply not found. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

const random = Buffer.alloc(10 * 512)
let used = random.length

/** Ten random bytes from a block drawn at once: one system call per 512 ids. */
function tenRandomBytes(): Buffer {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += 10
  return random.subarray(used - 10, used)
}

export function newId(now = Date.now()): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now, 0, 6)
  tenRandomBytes().copy(bytes, 6)
  return toUuid(bytes)
}

/** When an id was made, by the clock of who made it. */
export const bornAt = (id: string) => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

export function toWireId(prefix: IdPrefix, id: string): string {
  let value = BigInt(`0x${id.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = ALPHABET.charAt(Number(value & 31n)) + text
    value >>= 5n
  }
  return `${prefix}_${text}`
}

export function fromWireId(prefix: IdPrefix, wire: string): string {
  const match = WIRE_ID.exec(wire)
  if (match?.[1] !== prefix || match[2] === undefined) return NO_ID
  let value = 0n
  for (const character of match[2]) value = (value << 5n) | BigInt(ALPHABET.indexOf(character))
  // 26 characters hold 130 bits: a first character above 7 names no id.
  if (value >> 128n) return NO_ID
  return toUuid(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'))
}

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
