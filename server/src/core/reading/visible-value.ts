import type { ReadableColumn, ReadableTable } from '../../engine/table/readable-table.ts'
import { encodeValue } from '../../engine/values/values.ts'
import type { VisibleValue } from '../../platform/visible-value.ts'

/** The only file that makes a `VisibleValue`. */

/** A stored text of a column, as its caller may see it: null where the column is masked or denied. */
export function visibleValue(
  { columns }: Pick<ReadableTable, 'columns'>,
  columnId: number | null,
  text: string | null,
): VisibleValue | null {
  const column = columns.find(({ id }) => id === columnId)
  return column ? visibleIn(column, text) : null
}

/** The same for a column at hand. */
export const visibleIn = ({ type, isMasked }: ReadableColumn, text: string | null): VisibleValue | null =>
  isMasked || text === null ? null : marked(encodeValue(type, text))

/** The same as text: for a value that has no other form, because it does not fit a type. */
export const visibleText = ({ isMasked }: ReadableColumn, text: string): VisibleValue | null =>
  isMasked ? null : marked(text)

declare const seesFile: unique symbol

/** That no policy hides anything of a file from the caller. Only the door to what was read from it gives it out. */
export type SeesFile = { readonly [seesFile]: true }

/** A cell of a file, for a caller from whom no policy hides anything of it. */
export const fileValue = (_proof: SeesFile, text: string): VisibleValue => marked(text)

/** What the caller sent in this request: quoting it back shows them nothing new. */
export const sentValue = (sent: unknown): VisibleValue => marked(sent)

// Safe: the mark is a promise, not a member.
const marked = (value: unknown) => value as VisibleValue
