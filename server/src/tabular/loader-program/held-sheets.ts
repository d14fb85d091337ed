import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import { readFileSheet } from '@bindery/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery/spreadsheet/structure/sheet.ts'

/** Null: it holds nothing. One with `grid.isTruncated` is the beginning of a sheet that is too large to be held. */
export type HeldSheets = { at(place: number): Promise<Sheet | null> }

/** Sheets that are looked at as a whole, one at a time: those of a spec come in their order. */
export function holdSheets(file: OpenedFile): HeldSheets {
  let held: { place: number; sheet: Promise<Sheet | null> } | undefined
  return {
    at: (place) => {
      if (held?.place !== place) held = { place, sheet: readFileSheet(file, place, '') }
      return held.sheet
    },
  }
}
