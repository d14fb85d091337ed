import { columnFacts } from '../../spreadsheet/src/map/column-facts.ts'
import { repeatedKeys } from '../../spreadsheet/src/map/duplicates.ts'
import { patternBreaks } from '../../spreadsheet/src/map/formula-patterns.ts'
import { missingPeriods } from '../../spreadsheet/src/map/missing-periods.ts'
import { CellTable, type MappedCell } from '../../spreadsheet/src/map/sheet-cells.ts'
import { columnLetters, parseCell, spellCell } from '../../spreadsheet/src/xlsx/cell-reference.ts'
import { toR1C1 } from '../../spreadsheet/src/xlsx/to-r1c1.ts'
import type { Question } from './question.ts'

/** The cells that a reader sees in the part of a dump it was given; it finds faults in them as the map does. */
export function visibleIn(dump: string, program: 'openpyxl' | 'markitdown'): MappedCell[] {
  return program === 'openpyxl' ? dump.split('\n').flatMap(cellOfLine) : cellsOfMarkdown(dump)
}

function cellOfLine(line: string): MappedCell[] {
  const [at = '', value = '', formula] = line.split('\t')
  const place = parseCell(at)
  return place ? [cellAt(place.row, place.column, value, formula)] : []
}

/** The first line of a table is the first row of its sheet; the second one is made of dashes. */
function cellsOfMarkdown(dump: string): MappedCell[] {
  const cells: MappedCell[] = []
  let row = -1
  for (const line of dump.split('\n')) {
    if (!line.startsWith('|')) {
      row = -1
      continue
    }
    if (/^\|[\s|:-]+\|$/.test(line)) continue
    row++
    for (const [column, text] of line.slice(1, -1).split('|').entries()) {
      const value = text.trim()
      if (value !== '' && value !== 'NaN' && !/^Unnamed: \d+$/.test(value)) cells.push(cellAt(row, column, value))
    }
  }
  return cells
}

function cellAt(row: number, column: number, value: string, formula?: string): MappedCell {
  const isNumber = value !== '' && Number.isFinite(Number(value))
  const kind = value.startsWith('#') && value.endsWith('!') ? 'error' : isNumber ? 'number' : 'text'
  const r1c1 = formula === undefined ? null : toR1C1(formula.slice(1), row, column)
  return { row, column, kind, value: isNumber ? Number(value) : value, text: value, r1c1 }
}

export function answerFromDump(cells: readonly MappedCell[], question: Question): string | null {
  const table = new CellTable()
  for (const cell of cells) table.add(cell)
  const placeOf = (text: string) =>
    cells.find((cell) => cell.text === text) ?? cells.find((cell) => cell.text.includes(text))
  const columns = [...new Set(cells.map(({ column }) => column))].sort((one, other) => one - other)
  const rows = [...new Set(cells.map(({ row }) => row))].sort((one, other) => one - other)
  const first = (found: MappedCell | undefined) => (found ? spellCell(found.row, found.column) : null)
  switch (question.kind) {
    case 'where':
      return first(placeOf(question.text))
    case 'crossing': {
      const [row, column] = [placeOf(question.row), placeOf(question.column)]
      return row && column ? `${columnLetters(column.column)}${row.row + 1}` : null
    }
    case 'parts': {
      const label = placeOf(question.label)
      const sums = cells.filter(({ row, r1c1 }) => row === label?.row && r1c1?.startsWith('SUM('))
      const [, far, near] = /^SUM\(R\[-(\d+)\]C:R\[-(\d+)\]C\)$/.exec(sums[0]?.r1c1 ?? '') ?? []
      if (label && far && near) return `${label.row + 1 - Number(far)}:${label.row + 1 - Number(near)}`
      return label ? figuresAbove(table, label, columns) : null
    }
    case 'break':
      return first(
        patternBreaks(table, { records: rows, computed: [], columns }).find(({ cell }) => cell.r1c1 !== null)?.cell,
      )
    case 'missing': {
      const months = cells.filter(({ text }) => /^\d{4}-\d{2}$/.test(text)).map(({ text }) => text)
      return missingPeriods([...new Set(months)])[0] ?? null
    }
    case 'error':
      return first(cells.find(({ kind }) => kind === 'error'))
    case 'hidden':
      return null
    case 'twice': {
      const pair = repeatedKeys(table, { records: rows, computed: [], columns })[0]
      return pair ? pair.map(first).join('=') : null
    }
    case 'outlier':
      return first(columns.flatMap((column) => columnFacts(table, rows, column).outliers)[0])
  }
}

/** A reader without formulas takes the figures right above for the parts of a total. */
function figuresAbove(table: CellTable, label: MappedCell, columns: readonly number[]): string | null {
  const column = columns.findLast((each) => table.at(label.row, each)?.kind === 'number')
  if (column === undefined) return null
  let from = label.row
  while (table.at(from - 1, column)?.kind === 'number') from--
  return from < label.row ? `${from + 1}:${label.row}` : null
}
