import { type FieldError, validationError } from '../http.errors.ts'

/** Deeper than anybody writes by hand, and far from where a stack ends, ours or PostgreSQL's. */
export const MOST_LEVELS = 100

type Fault = { at: (string | number)[]; code: string; message: string }

/**
 * Refuses what no store can keep as it came, once for all endpoints: U+0000 and half a surrogate pair in a text, a
 * number too large for JSON, nesting without end.
 */
export function refuseIfNotStorable(part: FieldError['loc'][number], value: unknown) {
  const fault = findFault(value, 0)
  if (fault) throw validationError([{ loc: [part, ...fault.at], code: fault.code, message: fault.message }])
}

export const tooDeep = (part: FieldError['loc'][number]) =>
  validationError([{ loc: [part], code: TOO_DEEP.code, message: TOO_DEEP.message }])

function findFault(value: unknown, level: number): Fault | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : UNSTORABLE
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : TOO_LARGE
  if (typeof value !== 'object' || value === null) return undefined
  if (level === MOST_LEVELS) return TOO_DEEP
  return Array.isArray(value) ? faultInList(value, level) : faultInMembers(value, level)
}

function faultInList(list: unknown[], level: number): Fault | undefined {
  for (let n = 0; n < list.length; n++) {
    const fault = findFault(list[n], level + 1)
    if (fault) return { ...fault, at: [n, ...fault.at] }
  }
  return undefined
}

function faultInMembers(value: object, level: number): Fault | undefined {
  for (const [key, member] of Object.entries(value)) {
    const fault = isStorable(key) ? findFault(member, level + 1) : UNSTORABLE
    if (fault) return { ...fault, at: [key.toWellFormed().replaceAll('\0', '').slice(0, 100), ...fault.at] }
  }
  return undefined
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const UNSTORABLE: Fault = {
  at: [],
  code: 'text',
  message: 'holds U+0000 or half a surrogate pair, which cannot be stored',
}
const TOO_LARGE: Fault = { at: [], code: 'number', message: 'is too large a number' }
const TOO_DEEP: Fault = { at: [], code: 'depth', message: `is nested deeper than ${MOST_LEVELS} levels` }
