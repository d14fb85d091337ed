import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The plaintext of a token or key: `svc_pat_` or `svc_key_`, 6 characters to recognise it by, 32 secret ones (190 bits),
 * and 6 that carry the CRC-32 of the rest. Garbage is recognized without asking the database, and secret scanners can
 * publish the pattern without false alarms.
 */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** What is let in everywhere. */
export const SECRET_PATTERN = /^svc_(pat|key)_[0-9A-Za-z]{44}$/

/** What shows something to everyone who has it: of the same form, and let in only where links are. */
const LINK_PATTERN = /^svc_link_[0-9A-Za-z]{44}$/

export function newSecretText(kind: 'pat' | 'key' | 'link'): { text: string; prefix: string } {
  const start = `svc_${kind}_`
  const body = `${start}${randomBase62(38)}`
  return { text: `${body}${checksum(body)}`, prefix: body.slice(0, start.length + 6) }
}

export const isSecretText = (text: string) => SECRET_PATTERN.test(text) && isWhole(text)
export const isLinkText = (text: string) => LINK_PATTERN.test(text) && isWhole(text)

const isWhole = (text: string) => checksum(text.slice(0, -6)) === text.slice(-6)

/** Bytes of 248 and more are thrown away: keeping them would favour the first characters of the alphabet. */
function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62)
    }
  }
  return text
}

function checksum(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(value % 62) + digits
    value = Math.floor(value / 62)
  }
  return digits
}
