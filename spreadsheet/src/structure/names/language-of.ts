import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import type { Language } from './name-outputs.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const LETTER = /\p{L}/u

/** Labels farther down speak no other language. */
const ROWS_LOOKED_AT = 200
const CELLS_LOOKED_AT = 2000

/** The language of the names that are made for a table: the workbook's, or without one that of the table's own words. */
export function languageOf(sheet: Sheet, region: Region, workbook: Language | null): Language {
  if (workbook) return workbook
  const words = [region.title ?? '', ...region.columns.map(({ header }) => header ?? ''), ...labelsOf(sheet, region)]
  return languageOfWords(words) ?? languageAround(sheet)
}

/** The language of the names that are made for a sheet: without one of the workbook that of its first table. */
export function languageOfSheet(sheet: Sheet, regions: readonly Region[], workbook: Language | null): Language {
  if (workbook) return workbook
  const table = regions.find(({ kind }) => kind === 'data')
  return table ? languageOf(sheet, table, null) : languageAround(sheet)
}

/** Null where there is no word at all. */
export function languageOfWords(words: readonly string[]): Language | null {
  if (words.some((word) => JAPANESE.test(word))) return 'ja'
  return words.some((word) => LETTER.test(word)) ? 'en' : null
}

/** The language of the cells of a sheet, its name and that of its file; English where none of them says anything. */
function languageAround({ cells, name, fileName }: Sheet): Language {
  const texts = cells.slice(0, CELLS_LOOKED_AT).map(({ text }) => text)
  return languageOfWords([...texts, name, fileName]) ?? 'en'
}

function labelsOf(sheet: Sheet, { range, label_columns }: Region): string[] {
  const box = parseBox(range)
  if (!box) return []
  const rows = Math.min(ROWS_LOOKED_AT, box.bottom - box.top + 1)
  return label_columns.flatMap((letters) =>
    Array.from({ length: rows }, (_, n) => sheet.cellAt(box.top + n, columnIndex(letters))?.text ?? ''),
  )
}
