import type { Dialect } from '@bindery-data/spreadsheet/opened-file.ts'
import type { ParseSpec, ReaderSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'

/** How the text of a file is to be read; null where the file itself tells. */
export type DialectHints = Partial<Dialect> | null

const MEMBERS = {
  encoding: 'encoding',
  delimiter: 'delimiter',
  quoteChar: 'quote_char',
  escapeChar: 'escape_char',
} as const satisfies Partial<Record<keyof Dialect, keyof ReaderSpec>>

/** All that a spec says of it. */
export const dialectIn = ({ reader }: Pick<ParseSpec, 'reader'>): DialectHints => hintsFrom(reader, () => true)

/** What people have pinned of it: the next edition of a file may be written in another way. */
export const pinnedDialect = ({ reader, overrides }: Pick<ParseSpec, 'reader' | 'overrides'>): DialectHints =>
  hintsFrom(reader, (member) => overrides.some(({ path }) => path === `/reader/${member}`))

function hintsFrom(reader: ReaderSpec, isTold: (member: keyof ReaderSpec) => boolean): DialectHints {
  if (reader.encoding === null) return null
  const hints = Object.entries(MEMBERS).filter(([, member]) => isTold(member))
  return Object.fromEntries(hints.map(([hint, member]) => [hint, reader[member]]))
}
