import type { MergeCase, Texts } from './random-case.ts'

const MOST_DIGITS = 15

/**
 * A case as it can come out of LibreOffice, which saves 15 digits of a number: a number typed there has no more. A number that
 * was left alone may have had 17, and must not count as an edit.
 */
export function typedInOffice(merging: MergeCase): MergeCase {
  const { columns, base, current, file } = merging
  const isThere = (rowId: number | null, n: number, text: string) =>
    rowId !== null && [base, current].some((side) => side.get(rowId)?.[n] === text)
  const typed = (rowId: number | null, texts: Texts): Texts =>
    texts.map((text, n) =>
      columns[n]?.type.name !== 'DOUBLE' || text === null || isThere(rowId, n, text) ? text : shortened(text),
    )
  // The copy of a row is a new one.
  return {
    ...merging,
    file: file.map((row) => ({ ...row, texts: typed(row.isCopy ? null : row.rowId, row.texts) })),
  }
}

const shortened = (text: string) => `${Number(Number(text).toPrecision(MOST_DIGITS))}`
