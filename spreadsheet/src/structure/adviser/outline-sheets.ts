import { type FittedLines, fitLines, type MapLine } from '../../map/fit-lines.ts'
import type { OpenedFile } from '../../opened-file.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import { compressSheet } from './compress-sheet.ts'

export type OutlineOptions = { sheets: readonly string[]; maxTokens: number }

/** So much of a sheet says how it is laid out. */
const BOUNDS = { rows: 2_000, cells: 20_000 }

/** Sheets row by row, from the top as far as they fit: words as they stand, and of all other cells only the kind. */
export async function outlineSheets(file: OpenedFile, { sheets, maxTokens }: OutlineOptions): Promise<FittedLines> {
  const lines: MapLine[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    if (!sheets.includes(name)) continue
    const sheet = await readFileSheet(file, place, '', BOUNDS)
    if (!sheet) continue
    lines.push({ rank: 0, text: `sheet "${name}"` }, ...compressSheet(sheet).map((text) => ({ rank: 1, text })))
  }
  return fitLines(lines, maxTokens)
}
