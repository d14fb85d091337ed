/** Answers go into a context that is paid for by the word: about so many characters of JSON, unless more is asked for. */
export const SMALL = 8_000

/** A longer text is shown by its beginning where it would fill an answer alone. */
const LONG_TEXT = 1_000

const CUT = /…\[\+\d+ characters\]$/

export type Fitted<T> = { kept: T[]; isCut: boolean }

/** As many of the first items as fit; always one, so that reading on comes to an end. */
export function fitItems<T>(items: readonly T[], budget = SMALL): Fitted<T> {
  let size = 0
  let count = 0
  for (const item of items) {
    size += JSON.stringify(item).length + 1
    if (size > budget && count > 0) break
    count++
  }
  return { kept: items.slice(0, count), isCut: count < items.length }
}

export type ShortRows = { rows: unknown[][]; cutCells: number }

/** Long texts by their beginning, with a mark that tells how much is missing. */
export function shortenTexts(rows: readonly (readonly unknown[])[]): ShortRows {
  let cutCells = 0
  const shorten = (value: unknown) => {
    if (typeof value !== 'string' || value.length <= LONG_TEXT) return value
    cutCells++
    const shown = value.slice(0, LONG_TEXT).toWellFormed()
    return `${shown}…[+${value.length - LONG_TEXT} characters]`
  }
  return { rows: rows.map((row) => row.map(shorten)), cutCells }
}

/** A text that was shortened for an answer must not be written back as if it were the whole. */
export const isShortened = (value: unknown): boolean => typeof value === 'string' && CUT.test(value)
