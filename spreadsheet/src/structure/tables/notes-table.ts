import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import { parseBox, spellCell } from '../../xlsx/cell-reference.ts'
import { languageOfWords } from '../names/language-of.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { MadeTable } from './made-table.ts'
import type { RelationRow } from './relation.ts'
import { spellValue } from './spell-value.ts'
import { languageNamed, wordsIn } from './words.ts'

/** What stands around tables, a row each: what it is, where it stands and what it says. */
export function notesTable(sheet: Sheet, region: Region, output: Output): MadeTable {
  const cells = cellsIn(sheet, region)
  const words = wordsIn(languageNamed(output.name) ?? languageOfWords(cells.map(({ text }) => text)) ?? 'en')
  const rows = region.kind === 'keyvalue' ? pairsOf(cells, region) : cells.map((cell) => noteOf(cell, region))
  return {
    ...output,
    regionId: region.region_id,
    columns: [words.kind, words.cell, words.content].map((name) => ({ name, type: 'VARCHAR', format: null })),
    rows,
  }
}

function cellsIn(sheet: Sheet, region: Region): SheetCell[] {
  const box = parseBox(region.range)
  const cells: SheetCell[] = []
  for (let row = box?.top ?? 0; row <= (box?.bottom ?? -1); row++)
    for (let column = box?.left ?? 0; column <= (box?.right ?? -1); column++) {
      const cell = sheet.cellAt(row, column)
      if (cell) cells.push(cell)
    }
  return cells
}

const textOf = (cell: SheetCell) => spellValue(cell, 'VARCHAR', 'canonical') ?? cell.text

function noteOf(cell: SheetCell, { kind }: Region): RelationRow {
  return [
    { text: kind, from: null },
    { text: spellCell(cell.row, cell.column), from: null },
    { text: textOf(cell), from: cell },
  ]
}

/** `a=b`, pair by pair: a line of a form may hold several. */
const pairsOfLine = (line: readonly SheetCell[]) =>
  line.flatMap((name, n) => {
    const value = line[n + 1]
    return n % 2 === 0 ? [value ? `${textOf(name)}=${textOf(value)}` : textOf(name)] : []
  })

/** All names and their values in one row: they say one thing about the sheet together. */
function pairsOf(cells: readonly SheetCell[], { kind }: Region): RelationRow[] {
  const [first] = cells
  if (!first) return []
  const lines = [...Map.groupBy(cells, ({ row }) => row).values()]
  const text = lines.flatMap(pairsOfLine).join('; ')
  return [
    [
      { text: kind, from: null },
      { text: spellCell(first.row, first.column), from: null },
      { text, from: first, parts: cells.map((cell) => ({ text: textOf(cell), from: cell })) },
    ],
  ]
}
