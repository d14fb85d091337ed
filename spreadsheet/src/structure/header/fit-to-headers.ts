import type { Box } from '../../grid.ts'
import { cellsInRow } from '../cells-in-row.ts'
import type { FoundRegion } from '../regions/found-region.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { findShape } from './find-shape.ts'
import { lookOf } from './look.ts'
import type { TableShape } from './table-shape.ts'

/** Header rows may stand apart, but not further than this. */
const MOST_EMPTY_ROWS = 3
const MOST_ROWS = 12
/** A row of fewer texts is a title or a remark. */
const FEWEST_NAMES = 2
/** What is longer is a sentence. */
const LONGEST_NAME = 80
/** What is longer and alone in its row is a title or a sentence. */
const LONGEST_ALONE = 24

/**
 * Tables that begin where their headers begin. One that lacks names (of some columns, or all of them) reaches up to the rows
 * of names behind the empty rows above it, and texts that turn out to be names are no regions any more. What stands above
 * the header inside a table is a text of its own.
 */
export function fitToHeaders(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const fitted = regions.flatMap((region) => (region.kind === 'data' ? fitTable(sheet, region, regions) : [region]))
  const tables = fitted.filter(({ kind }) => kind === 'data')
  return fitted.filter(({ kind, box }) => kind === 'data' || !tables.some((table) => isInside(box, table.box)))
}

function fitTable(sheet: Sheet, region: FoundRegion, regions: readonly FoundRegion[]): FoundRegion[] {
  const shape = findShape(sheet, region.box)
  const [first = region.box.top] = shape.headerRows
  if (first > region.box.top && first < shape.dataTop) {
    const texts = textsAbove(sheet, region.box, first)
    return [...texts, withoutTexts(sheet, { ...region, box: { ...region.box, top: first } }, texts)]
  }
  if (!lacksNames(sheet, region.box, shape)) return [region]
  const top = highestNames(sheet, region.box, regions, shape.headerRows.length === 0)
  if (top === region.box.top) return [region]
  return [{ ...region, box: { ...region.box, top }, evidence: [...region.evidence, 'names_above'] }]
}

/** The table, with the unit and the title that the texts tell. */
function withoutTexts(sheet: Sheet, table: FoundRegion, texts: readonly FoundRegion[]): FoundRegion {
  const textOf = (wanted: FoundRegion['kind']) => {
    const box = texts.find(({ kind }) => kind === wanted)?.box
    return box ? (sheet.cellAt(box.top, box.left)?.text ?? null) : null
  }
  return {
    ...table,
    unit: table.unit ?? textOf('unit'),
    title: table.title ?? textOf('title'),
    evidence: [...table.evidence, 'remark_above'],
  }
}

/** How often a remark in the first rows of a table was none of its names. */
const RIGHT_ABOUT_REMARKS = 0.9

function textsAbove(sheet: Sheet, box: Box, end: number): FoundRegion[] {
  const texts: FoundRegion[] = []
  for (let row = box.top; row < end; row++)
    for (const { column, text } of cellsInRow(sheet, row, box))
      texts.push({
        kind: kindOfText(text),
        box: { top: row, left: column, bottom: row, right: sheet.mergeAt(row, column)?.right ?? column },
        confidence: RIGHT_ABOUT_REMARKS,
        evidence: ['above_header'],
      })
  return texts
}

function kindOfText(text: string): FoundRegion['kind'] {
  if (text.includes('単位')) return 'unit'
  return /現在[)）]?$/.test(text) ? 'note' : 'title'
}

function lacksNames(sheet: Sheet, box: Box, { headerRows, columns, orientation }: TableShape): boolean {
  if (orientation === 'columns') return false
  return (
    headerRows.length === 0 ||
    areRepeated(columns) ||
    columns.some(({ path, column }) => path.length === 0 && isFilled(sheet, box, column))
  )
}

/** The same names come again in the same order: what tells them apart stands above. */
function areRepeated(columns: TableShape['columns']): boolean {
  const names = columns.flatMap(({ path }) => (path.length === 1 ? (path[0]?.text ?? []) : []))
  const again = names.filter((name, n) => names.indexOf(name) < n)
  return new Set(again).size >= FEWEST_NAMES
}

function isFilled(sheet: Sheet, { top, bottom }: Box, column: number): boolean {
  for (let row = top; row <= Math.min(bottom, top + MOST_ROWS); row++) if (sheet.cellAt(row, column)) return true
  return false
}

/** The highest row of names above a table; its own top where there is none. */
function highestNames(sheet: Sheet, box: Box, regions: readonly FoundRegion[], isNameless: boolean): number {
  let top = box.top
  let empty = 0
  for (let row = box.top - 1; row >= Math.max(0, box.top - MOST_ROWS) && empty <= MOST_EMPTY_ROWS; row--) {
    if (regions.some((region) => !mayBeNames(region, row, box))) break
    const cells = cellsInRow(sheet, row, box)
    empty = cells.length === 0 ? empty + 1 : 0
    if (isProse(cells)) break
    const isOnlyName = isNameless && row === box.top - 1 && cells.length === 1 && (cells[0]?.column ?? 0) > box.left
    if (areNames(cells, box.left) || isOnlyName) top = row
  }
  return top
}

/** Nothing of this row is a table's, and no text of it reaches beyond this table. */
function mayBeNames({ kind, box }: FoundRegion, row: number, table: Box): boolean {
  if (row < box.top || row > box.bottom || box.right < table.left || box.left > table.right) return true
  if (kind === 'data' || kind === 'unit' || box.left < table.left || box.right > table.right) return false
  // A name and its value stand side by side; two names that span columns do not.
  return kind !== 'keyvalue' || (box.top === box.bottom && box.right > box.left + 1)
}

/** A title or a sentence ends what may be names. */
const isProse = ([cell, ...others]: readonly SheetCell[]) =>
  cell !== undefined && others.length === 0 && cell.text.length > LONGEST_ALONE

/** Several texts, years and months, and none that announces a value (`Author:`). One text all over is a title at the left. */
function areNames(cells: readonly SheetCell[], left: number): boolean {
  const isOne = cells.every(({ text }) => text === cells[0]?.text)
  return cells.length >= FEWEST_NAMES && cells.every(isName) && (!isOne || (cells[0]?.column ?? left) > left)
}

function isName(cell: SheetCell): boolean {
  const look = lookOf(cell)
  return (
    (look === 'text' || look === 'digits' || look === 'count') &&
    cell.text.length <= LONGEST_NAME &&
    !/[:：]$/.test(cell.text)
  )
}

const isInside = (inner: Box, outer: Box) =>
  inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right
