import { createHash } from 'node:crypto'

/** Letters, digits and the underscore of any script; what a name in OData may begin with, and what may follow. */
const FIRST = /[\p{L}\p{Nl}_]/u
const LATER = /[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]/u
/** What reads like an escape, or like the end of a name that was shortened. */
const ESCAPE = /^_x(?:[0-9A-F]{4,6}_|x[0-9a-f]{16}_$)/
/** Words that mean something else where a name could stand. */
const WORDS = /^(?:not|null|true|false|INF|NaN)$/

const MOST_CHARACTERS = 128
const HASH_CHARACTERS = 16

/**
 * A name as OData takes it. Other characters become `_x0020_`, as in XML's names, and so does an underscore that would read like the
 * beginning of one: no two names become the same.
 */
export function identifierOf(name: string): string {
  let text = ''
  let place = 0
  for (const character of name) {
    const isWord = place === 0 && WORDS.test(name)
    const isAllowed = !isWord && (place === 0 ? FIRST : LATER).test(character) && !ESCAPE.test(name.slice(place))
    text += isAllowed ? character : escaped(character)
    place += character.length
  }
  return [...text].length <= MOST_CHARACTERS ? text : shortened(text, name)
}

const escaped = (character: string) =>
  `_x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`

function shortened(text: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS)
  const end = `_xx${hash}_`
  return [...text].slice(0, MOST_CHARACTERS - end.length).join('') + end
}
