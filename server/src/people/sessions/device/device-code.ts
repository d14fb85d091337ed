import { randomBytes, randomInt } from 'node:crypto'
import type { Keyring } from '../../../platform/keyring.ts'

/** How a program without a browser logs in, RFC 8628: it keeps one code, its user types the other. */
export const DEVICE_SECONDS = 600
export const POLL_SECONDS = 5

/** No vowels, so that no words appear, and no digits, so that nothing looks like one. 20^8 codes. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

export const newDeviceCode = () => randomBytes(32).toString('base64url')

/** As people read it: XXXX-XXXX. */
export function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return showUserCode(letters)
}

/** However it was typed. */
export const readUserCode = (typed: string) =>
  showUserCode(
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z]/g, ''),
  )

const showUserCode = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4, 8)}`

export const codeHash = (keyring: Keyring, code: string) => keyring.sign('login', `device ${code}`)

export const codeHashes = (keyring: Keyring, code: string) => keyring.signatures('login', `device ${code}`)
