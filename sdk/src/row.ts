/** A value as JSON has it: DECIMAL, days and times are texts, and so are whole numbers past 2^53. */
export type Cell = string | number | boolean | null | Cell[] | { [member: string]: Cell }

// biome-ignore lint/suspicious/noExplicitAny: a caller's own type of row has any members.
export type Row = Record<string, any>
