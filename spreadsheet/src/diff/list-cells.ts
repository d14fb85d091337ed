import type { OpenedFile } from '../opened-file.ts'
import { spellCell } from '../xlsx/cell-reference.ts'
import { reportShownCells, type ShownValue } from './shown-cells.ts'

export type ListedCells = { cells: readonly { cell: string; value: ShownValue }[]; isTruncated: boolean }

/** The cells of a sheet that show something, from the top, as long as there are not too many and not too much is in them. */
export async function listCells(
  file: OpenedFile,
  sheet: number,
  most: { cells: number; characters: number },
): Promise<ListedCells> {
  const cells: { cell: string; value: ShownValue }[] = []
  let characters = 0
  let isTruncated = false
  const report = (row: number, column: number, value: ShownValue) => {
    characters += typeof value === 'string' ? value.length : 0
    isTruncated ||= cells.length === most.cells || characters > most.characters
    if (!isTruncated) cells.push({ cell: spellCell(row, column), value })
  }
  await reportShownCells(file, sheet, report, () => isTruncated)
  return { cells, isTruncated }
}
