import type { OpenedFile } from '../opened-file.ts'
import { fromR1C1 } from '../write/from-r1c1.ts'
import { spellCell } from '../xlsx/cell-reference.ts'
import { type MappedCell, type MappedSheet, readMappedSheet } from './sheet-cells.ts'

export type CellSearch = {
  text: string
  /** One sheet; null: all. */
  sheet: string | null
  /** Look at formulas instead of values. */
  inFormulas: boolean
  limit: number
}

export type FoundCell = {
  sheet: string
  cell: string
  value: string | number
  formula: string | null
  /** Nearest texts to the left and above: what the cell is about. */
  row_label: string | null
  column_label: string | null
}

export type FoundCells = { cells: FoundCell[]; isTruncated: boolean }

/** Cells that hold a text, in any spelling of width and case; cells that hold nothing else come first. */
export async function findCells(file: OpenedFile, search: CellSearch): Promise<FoundCells> {
  const wanted = folded(search.text)
  const whole: [MappedSheet, MappedCell][] = []
  const parts: [MappedSheet, MappedCell][] = []
  let isTruncated = false
  for (const [place, { name }] of file.sheets.entries()) {
    if (search.sheet !== null && name !== search.sheet) continue
    const sheet = await readMappedSheet(file, place)
    isTruncated ||= sheet.grid.isTruncated
    for (const cell of sheet.cells.all()) {
      const texts = search.inFormulas ? [formulaOf(cell) ?? ''] : [cell.text, String(cell.value)]
      const held = texts.map(folded)
      if (held.includes(wanted)) whole.push([sheet, cell])
      else if (held.some((text) => text.includes(wanted))) parts.push([sheet, cell])
    }
  }
  const all = [...whole, ...parts]
  const cells = all.slice(0, search.limit).map(([sheet, cell]) => foundIn(sheet, cell))
  return { cells, isTruncated: isTruncated || all.length > search.limit }
}

const foundIn = ({ name, cells }: MappedSheet, cell: MappedCell): FoundCell => ({
  sheet: name,
  cell: spellCell(cell.row, cell.column),
  value: cell.value,
  formula: formulaOf(cell),
  row_label: nearestText(cell.column, (back) => cells.at(cell.row, cell.column - back)),
  column_label: nearestText(cell.row, (back) => cells.at(cell.row - back, cell.column)),
})

const formulaOf = ({ r1c1, row, column }: MappedCell) => (r1c1 === null ? null : `=${fromR1C1(r1c1, row, column)}`)

const folded = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/** The first text within so many cells, from the nearest on. */
function nearestText(cells: number, at: (back: number) => MappedCell | undefined): string | null {
  for (let back = 1; back <= cells; back++) {
    const found = at(back)
    if (found?.kind === 'text') return found.text
  }
  return null
}
