import { MASK_STYLES } from '../../engine/table/mask-style.ts'

/** From the most to the least permissive. */
export const EFFECTS = ['allow', 'mask', 'deny'] as const
export type Effect = (typeof EFFECTS)[number]

/** What a rule that masks may say about how; `null`: NULLs of the column's type. */
export const RULE_STYLES = ['null', ...MASK_STYLES] as const
export type RuleStyle = (typeof RULE_STYLES)[number]

/** The role of a rule that holds for users without a rule of their own. */
export const EVERYBODY = '*'

/** What a tag does to columns for a role. */
export type Rule = { tag: string; role: string; effect: Effect; maskStyle: RuleStyle }

/** A column of a workbook, whatever becomes of its name and type. */
export type ColumnKey = { tableId: string; origin: number }

/** Tags of a column, each with the column it came from; null where it was attached to this very one. */
export type ColumnTags = ReadonlyMap<string, ColumnKey | null>
