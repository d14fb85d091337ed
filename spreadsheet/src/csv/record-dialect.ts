/**
 * How records and fields are separated: one character each, of the basic plane; null where the file has none. Without an
 * escape a quote inside a quoted field stands there as it is.
 */
export type RecordDialect = { delimiter: string; quoteChar: string | null; escapeChar: string | null }

/** The largest text of a cell. */
export const MAX_FIELD_CHARACTERS = 1_000_000

export const LINE_FEED = 10
export const CARRIAGE_RETURN = 13
export const SPACE = 32
