/** From the most to the least permissive. */
export const EFFECTS = ['allow', 'mask', 'deny'] as const
export type Effect = (typeof EFFECTS)[number]

/** The role of a rule that holds for whoever has no rule of his own. */
export const EVERYBODY = '*'

/** What a tag does to columns for a role. */
export type Rule = { tag: string; role: string; effect: Effect }

/** A column of a workbook, whatever becomes of its name and type. */
export type ColumnKey = { tableId: string; origin: number }

/** Tags of a column, each with the column it came from; null where somebody attached it to this very one. */
export type ColumnTags = ReadonlyMap<string, ColumnKey | null>
