import { createHash } from 'node:crypto'

/** A label however it is spelled: without width, case, spaces, colons and the hint in brackets behind it. */
export function labelKey(text: string): string {
  const spelled = text.normalize('NFKC').toLowerCase()
  const bare = strip(spelled.replace(/[([][^)\]]*[)\]]\s*$/u, ''))
  return bare === '' ? strip(spelled) : bare
}

const strip = (text: string) => text.replaceAll(/[\s:：*※●■□◆・._-]+/gu, '')

/** A title says which month or number it is; the words alone say what it is. */
export const titleKey = (text: string) => labelKey(text.replaceAll(/\p{N}+/gu, ''))

/** A longer text is a sentence, and names nothing. */
export const LONGEST_LABEL = 40

const INSIDE = /^([^:：]{1,40})[:：]\s*(.*)$/su

/** `Date: 4 April`: a label and its value in one cell. An address of the web is none. */
export function inlinePair(text: string): { label: string; value: string } | null {
  const [, label, value = ''] = INSIDE.exec(text) ?? []
  if (label === undefined || value === '' || value.startsWith('//')) return null
  return /^[\d\s]+$/.test(label) ? null : { label: label.trim(), value: value.trim() }
}

/** Tells a printed text again without keeping it. */
export const fingerprint = (salt: string, text: string) =>
  createHash('sha256')
    .update(`${salt}\n${labelKey(text)}`)
    .digest('hex')
    .slice(0, 24)
