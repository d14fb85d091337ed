import type { ComputedCells } from '../calculation/computed-cells.ts'
import type { Cell } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import type { Box, Grid, GridBounds, GridCell } from '../grid.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import { namesOfSheet } from './defined-names.ts'
import { openPart, type Package } from './relationships.ts'
import { scanSheet } from './scan-sheet.ts'
import type { SharedStrings } from './shared-strings.ts'
import { collectSheetFacts } from './sheet-facts.ts'
import { readSheetParts } from './sheet-parts.ts'
import type { DefinedName } from './workbook-part.ts'

export type GridSource = {
  parts: Package
  part: string
  definedNames: readonly DefinedName[]
  strings: SharedStrings
  styleCount: number
  computed?: ComputedCells | undefined
}

/** Everything about the beginning of a sheet. */
export async function readGrid(source: GridSource, bounds: GridBounds): Promise<Grid> {
  const { parts, part, definedNames, strings, styleCount, computed } = source
  const collected = collectCells(bounds)
  const { facts, found } = collectSheetFacts(bounds.rows)
  const entry = openPart(parts, part)
  await scanSheet(unpackEntry(parts.bytes, entry), { sink: collected.sink, strings, styleCount, facts, computed })
  const { comments, listObjects } = await readSheetParts(parts, part)
  const cells = withComments(inOrder(collected.cells), comments, bounds)
  return {
    cells,
    used: boxAround(cells),
    merges: found.merges,
    rows: found.rows,
    columns: found.columns,
    listObjects,
    autoFilter: found.autoFilter,
    frozen: found.frozen,
    ...namesOfSheet(definedNames),
    isTruncated: collected.isTruncated(),
  }
}

function collectCells(bounds: GridBounds) {
  const cells: GridCell[] = []
  let row = 0
  let isTruncated = false
  let formula: GridCell['formula'] = null
  const add = (column: number, cell: Cell | null, style: number) => {
    if (row >= bounds.rows || cells.length >= bounds.cells) isTruncated = true
    else cells.push({ row, column, cell, style, formula, comment: null })
    formula = null
  }
  const sink: CellSink = {
    row: (number) => {
      row = number
    },
    number: (column, value, style) => add(column, { kind: 'number', value }, style),
    text: (column, value, style) => add(column, { kind: 'text', value }, style),
    boolean: (column, value, style) => add(column, { kind: 'boolean', value }, style),
    error: (column, value, style) => add(column, { kind: 'error', value }, style),
    date: (column, value, style) => add(column, { kind: 'date', value }, style),
    blank: (column, style) => add(column, null, style),
    formula: (_column, cellFormula) => {
      formula = cellFormula
    },
    isFull: () => isTruncated,
  }
  return { cells, sink, isTruncated: () => isTruncated }
}

/** Broken files tell the cells of a row in any order. */
function inOrder(cells: GridCell[]): GridCell[] {
  return cells.sort((a, b) => a.row - b.row || a.column - b.column)
}

/** Comments on their cells; those on cells the sheet does not hold get one of their own. */
function withComments(cells: GridCell[], comments: ReadonlyMap<string, string>, bounds: GridBounds): GridCell[] {
  if (comments.size === 0) return cells
  const left = new Map(comments)
  for (const cell of cells) {
    const key = `${cell.row}:${cell.column}`
    cell.comment = left.get(key) ?? null
    left.delete(key)
  }
  for (const [key, comment] of left) {
    const [row = 0, column = 0] = key.split(':').map(Number)
    if (row < bounds.rows) cells.push({ row, column, cell: null, style: 0, formula: null, comment })
  }
  return inOrder(cells)
}

function boxAround(cells: readonly GridCell[]): Box | null {
  let box: Box | null = null
  for (const { row, column, cell } of cells) {
    if (cell === null) continue
    box ??= { top: row, left: column, bottom: row, right: column }
    box.bottom = row
    box.left = Math.min(box.left, column)
    box.right = Math.max(box.right, column)
  }
  return box
}
