import { asString, isTooLong, MAX_CHARACTERS, type Parsed, quoted, shown, type TypeRules, whole } from './type-rules.ts'

export const varcharRules: TypeRules = {
  pattern: String.raw`[^\x00]*`,
  fromText: parseVarchar,
  fromJson: asString('VARCHAR'),
  toJsonText: (canonical) => JSON.stringify(canonical),
  sqlFits: (text) => `length(${text}) <= ${MAX_CHARACTERS}`,
}

function parseVarchar(text: string): Parsed {
  if (text.includes('\0'))
    return { error: `${shown(text)} holds the character U+0000, which cannot be stored: remove it.` }
  if (!text.isWellFormed()) {
    return {
      error: `${shown(text)} holds half a surrogate pair, which is no character: remove it, or send both halves.`,
    }
  }
  if (isTooLong(text)) return { error: `The text is longer than ${MAX_CHARACTERS} characters: shorten or split it.` }
  return { text }
}

/** Letter by letter: ignoring case, RE2 would take `ſ` for an s. */
const BOOLEAN_PATTERN = '[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]'
const BOOLEAN_TEXT = whole(BOOLEAN_PATTERN)

/** Any letter case is read: spreadsheets write TRUE. */
export const booleanRules: TypeRules = {
  pattern: BOOLEAN_PATTERN,
  fromText: (text) => (BOOLEAN_TEXT.test(text) ? { text: text.toLowerCase() } : notBoolean(text)),
  fromJson: (json) => (typeof json === 'boolean' ? { text: String(json) } : notBoolean(json)),
  toJsonText: (canonical) => canonical,
}

const notBoolean = (json: unknown) => ({ error: `${shown(json)} is not a BOOLEAN: send true or false.` })

const UUID_PATTERN = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'
const UUID_TEXT = whole(UUID_PATTERN)

export const uuidRules: TypeRules = {
  pattern: UUID_PATTERN,
  fromText: (text) => (UUID_TEXT.test(text) ? { text: text.toLowerCase() } : notUuid(text)),
  fromJson: asString('UUID'),
  toJsonText: quoted,
}

const notUuid = (text: string) => ({
  error: `${shown(text)} is not a UUID: write 32 hexadecimal digits with dashes after 8, 12, 16 and 20 of them, without braces.`,
})

/** Canonical text of its 128 bits. */
export function formatUuid(bits: bigint): string {
  const hex = bits.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
