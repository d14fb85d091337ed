/** A column type of the service that all texts of a column survive, and how they are spelled where that is not the canonical way. */
export type TextVerdict = { type: string; format: string | null }
