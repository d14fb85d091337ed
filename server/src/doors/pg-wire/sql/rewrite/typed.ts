import type { PgType } from '../pg-type.ts'

/** An expression as the engine reads it, with the type that PostgreSQL gives it. */
export type Typed = {
  sql: string
  type: PgType
  /** The text of a literal; null for NULL. */
  literal?: string | null
  /** The number of a parameter that has no type yet. */
  parameter?: number
  /** Where it stands in what the client sent; -1 where it is new. */
  place: number
  /** It makes rows: PostgreSQL lets it stand in a list of columns. */
  isSet?: boolean
}

export const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Ends the query with this message; the session finds its SQLSTATE by the words. */
export const raise = (message: string, shown?: string) =>
  shown === undefined ? `error(${quoteLiteral(message)})` : `error(${quoteLiteral(`${message}: "`)} || ${shown} || '"')`

/** A text that was written as such, and what a parameter of known value holds. */
export const isNull = ({ literal }: Typed) => literal === null
