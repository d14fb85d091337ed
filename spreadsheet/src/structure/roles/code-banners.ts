import type { Sheet, SheetCell } from '../sheet.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/** Narrower tables hold a code and a name and nothing else. */
const FEWEST_COLUMNS = 4
/** One alone may be a record that was never filled in. */
const FEWEST_BANNERS = 2
/** More of them than this share are the table itself. */
const LARGEST_SHARE = 0.4
/** Of the records so many leave the place of the code empty. */
const MOSTLY = 0.8
const LONGEST_CODE = 8
/** A record holds so many cells. */
const FEWEST_IN_RECORD = 3

/**
 * Rows of a code and a name that head those below: `A | Groundworks` over lines that have a name and no code. The records below
 * them show that the code is none of theirs: most have none, or only the banners are bold.
 */
export function codeBanners(sheet: Sheet, body: TableBody): Set<number> {
  const { top, bottom, left, right } = body.box
  if (right - left + 1 < FEWEST_COLUMNS) return new Set()
  const banners: SheetCell[] = []
  const records: (SheetCell | undefined)[] = []
  for (let row = top; row <= bottom; row++) {
    const cells = cellsOfRow(sheet, body, row)
    if (body.skippedRows.has(row) || cells.length === 0) continue
    const [code] = cells
    if (code && isCodeAndName(cells, left) && headsRecord(sheet, body, row)) banners.push(code)
    else if (cells.length >= FEWEST_IN_RECORD) records.push(sheet.cellAt(row, left))
  }
  const isFew = banners.length <= (banners.length + records.length) * LARGEST_SHARE
  if (banners.length < FEWEST_BANNERS || !isFew) return new Set()
  const withoutCode = records.filter((cell) => cell === undefined).length
  const plain = records.filter((cell) => !cell?.style.isBold).length
  const areSetApart = banners.every(({ style }) => style.isBold) && plain >= records.length * MOSTLY
  const isTold = withoutCode >= records.length * MOSTLY || areSetApart
  return new Set(isTold ? banners.map(({ row }) => row) : [])
}

const isCodeAndName = ([code, name, ...others]: readonly SheetCell[], left: number) =>
  others.length === 0 &&
  code?.column === left &&
  name?.column === left + 1 &&
  code.text.length <= LONGEST_CODE &&
  name.value.kind === 'text' &&
  name.text.length > code.text.length

/** Right below stands a row that holds more, and figures. */
function headsRecord(sheet: Sheet, body: TableBody, row: number): boolean {
  const below = row < body.box.bottom ? cellsOfRow(sheet, body, row + 1) : []
  return below.length >= FEWEST_IN_RECORD && below.some(({ value }) => value.kind === 'number')
}
