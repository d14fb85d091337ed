import { createHash } from 'node:crypto'
import { fromWireId, type IdPrefix, toWireId } from '../../platform/ids.ts'

/** What things of another workbook are called in this one. */
export type NewIds = { of: (id: string) => string; inDocument: (document: unknown) => unknown }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WIRE = /^(art|snap|br|cf|src|ovr|tf|ann|bnd|wb)_[0-9A-HJKMNP-TV-Z]{26}$/
/** The first characters of an id tell when it was made, the next which of that millisecond: lists stay in their order. */
const KEPT_CHARACTERS = 19

/**
 * An id becomes the same new one wherever it stands, at every attempt, and one that a sender cannot choose: half of it is a
 * hash together with the id of the new workbook, which was made only after the bundle.
 */
export function createNewIds(from: string, to: string): NewIds {
  const of = (id: string) => {
    if (id === from) return to
    const hex = createHash('sha256').update(to).update(id).digest('hex')
    return `${id.slice(0, KEPT_CHARACTERS)}${hex.slice(0, 4)}-${hex.slice(4, 16)}`
  }
  const inText = (text: string) => {
    if (UUID.test(text)) return of(text)
    const [, prefix] = WIRE.exec(text) ?? []
    // Safe: one of those that the pattern lists.
    return prefix ? toWireId(prefix as IdPrefix, of(fromWireId(prefix as IdPrefix, text))) : text
  }
  const inDocument = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inDocument)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [inText(key), inDocument(member)]))
  }
  return { of, inDocument }
}
