import type { SheetDiff } from '@bindery-data/spreadsheet/diff/diff-files.ts'
import type { Run } from '@bindery-data/spreadsheet/diff/runs.ts'
import { parseCell, spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { Book, Cells } from './edited-book.ts'

/** Values by sheet and cell: two workbooks are the same if these are. */
export type Flat = Map<string, Map<string, unknown>>

export function flattened(book: Book): Flat {
  return new Map([...book].map(([name, cells]) => [name, flatSheet(cells)]))
}

function flatSheet(cells: Cells): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  for (const [row, line] of cells.entries())
    for (const [column, value] of line.entries()) if (value !== null) flat.set(spellCell(row, column), value)
  return flat
}

/** Makes the new workbook of the old one, from nothing but what the diff tells. */
export function applyDiff(old: Flat, sheets: readonly SheetDiff[]): Flat {
  const made: Flat = new Map()
  for (const sheet of sheets) {
    if (sheet.status === 'removed') continue
    const before = sheet.status === 'added' ? new Map() : old.get(sheet.renamedFrom ?? sheet.sheet)
    made.set(sheet.sheet, applySheet(before ?? new Map(), sheet))
  }
  return made
}

function applySheet(before: ReadonlyMap<string, unknown>, { rows, columns, changes }: SheetDiff): Map<string, unknown> {
  const made = new Map<string, unknown>()
  for (const [cell, value] of before) {
    const at = parseCell(cell)
    const row = at && lineAfter(rows, at.row)
    const column = at && lineAfter(columns, at.column)
    if (row !== null && column !== null) made.set(spellCell(row, column), value)
  }
  for (const { newCell, next } of changes) {
    if (newCell === null) continue
    if (next === null) made.delete(newCell)
    else made.set(newCell, next)
  }
  return made
}

function lineAfter(runs: readonly Run[], line: number): number | null {
  const run = runs.find(({ old, count }) => line >= old && line < old + count)
  return run ? run.next + line - run.old : null
}

/** Everything a diff tells: cells, and places where rows and columns stop to follow each other. */
export function sizeOfDiff(sheets: readonly SheetDiff[]): number {
  return sheets.reduce((sum, { total, rows, columns, renamedFrom, status }) => {
    const ofSheet = status === 'added' || status === 'removed' || renamedFrom !== null ? 1 : 0
    return sum + total + breaksIn(rows) + breaksIn(columns) + ofSheet
  }, 0)
}

function breaksIn(runs: readonly Run[]): number {
  const [first] = runs
  return first ? runs.length - 1 + (first.old === first.next ? 0 : 1) : 0
}
