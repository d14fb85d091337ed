import { kindOf, shownText } from '../cells/typed-text.ts'
import type { GridColumn, LoadedRow } from '../rows/read-page.ts'

const NARROWEST_PX = 72
const WIDEST_PX = 320
const LETTER_PX = 7.6
const BOLD_LETTER_PX = 8.6
/** Beside the text: padding, and in a header the signs of order and filter and the button of the menu. */
const AROUND_PX = 28
const AROUND_NAME_PX = 58

/** As wide as a column's name and its first rows want, within reason. */
export function columnWidth(
  { name, type, format = null, unit = '' }: GridColumn,
  rows: readonly LoadedRow[],
  widestPx = WIDEST_PX,
): number {
  const kind = kindOf(type)
  const letters = Math.max(0, ...rows.map(({ cells }) => wideLetters(shownText(cells[name], kind, format))))
  const head = unit === '' ? name : `${name} ${unit}`
  const wanted = Math.max(wideLetters(head) * BOLD_LETTER_PX + AROUND_NAME_PX, letters * LETTER_PX + AROUND_PX)
  return withinReason(Math.min(widestPx, wanted))
}

/** As narrow as a hand may make it. */
export const withinReason = (px: number) => Math.round(Math.min(WIDEST_BY_HAND_PX, Math.max(NARROWEST_PX, px)))

/** When a user asks for all of the content. */
export const WIDEST_TO_FIT_PX = 640
const WIDEST_BY_HAND_PX = 1_200

/** As wide as the number of the last line. */
export const lineWidth = (rowCount: number) => Math.max(44, 22 + String(rowCount).length * 8)

/** Letters of Japanese are as wide as two of Latin. */
function wideLetters(text: string): number {
  let letters = 0
  for (const letter of text.slice(0, 90)) letters += letter > '\u2e7f' ? 1.85 : 1
  return letters
}
