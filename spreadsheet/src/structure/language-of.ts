import type { Region } from '../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../xlsx/cell-reference.ts'
import type { Language } from './name-outputs.ts'
import type { Sheet } from './sheet.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const LETTER = /\p{L}/u

/** Labels farther down speak no other language. */
const ROWS_LOOKED_AT = 200

/** The language of the names that are made for a table: English in an English workbook, and where the table's own words are. */
export function languageOf(sheet: Sheet, region: Region, workbook: Language): Language {
  if (workbook === 'en') return 'en'
  const words = [region.title ?? '', ...region.columns.map(({ header }) => header ?? ''), ...labelsOf(sheet, region)]
  if (words.some((word) => JAPANESE.test(word))) return 'ja'
  return words.some((word) => LETTER.test(word)) ? 'en' : workbook
}

function labelsOf(sheet: Sheet, { range, label_columns }: Region): string[] {
  const box = parseBox(range)
  if (!box) return []
  const rows = Math.min(ROWS_LOOKED_AT, box.bottom - box.top + 1)
  return label_columns.flatMap((letters) =>
    Array.from({ length: rows }, (_, n) => sheet.cellAt(box.top + n, columnIndex(letters))?.text ?? ''),
  )
}
