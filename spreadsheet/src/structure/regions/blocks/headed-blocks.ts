import type { Box } from '../../../grid.ts'
import { cellsInRow } from '../../cells-in-row.ts'
import type { RowRole } from '../../roles/roles.ts'
import type { Sheet, SheetCell } from '../../sheet.ts'
import { isPageNumber } from '../../tables/page-number.ts'
import type { FoundRegion } from '../found-region.ts'

/** Evidence of a table whose blocks have a head each. */
export const HEADED_BLOCKS = 'headed_blocks'

/** Fewer names come again by chance. */
const FEWEST_NAMES = 3
/** A head has so many lines at most. */
const TALLEST_HEAD = 5
/** Only sheets that people look through are full of slips: this many places, empty ones included. */
const MOST_PLACES = 500_000

/** Where the names of columns stand, and the lines above that say what the block below them is about. */
type Block = { names: number; lines: readonly HeadLine[] }
type HeadLine = { row: number; fields: ReadonlyMap<string, string>; places: readonly number[] }

/**
 * Blocks below one another under the same names, where lines above the names of each say the same things of it, as pairs of a
 * name and a value (`No. | 000418`, `Account: Travel`), and not all say the same of them: slips, and the pages of a ledger. They
 * are one table, and what is said above a block belongs to each of its rows.
 */
export function withHeadedBlocks(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  if (placesIn(sheet.box) > MOST_PLACES) return [...regions]
  const box = boxOfBlocks(sheet)
  if (!box) return [...regions]
  const others = regions.filter((region) => !overlaps(region.box, box))
  const cut = regions.some((region) => overlaps(region.box, box) && !isInside(region.box, box))
  if (cut) return [...regions]
  const table: FoundRegion = { kind: 'data', box, confidence: 0.8, evidence: [HEADED_BLOCKS] }
  return [...others, table].sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
}

const placesIn = ({ top, left, bottom, right }: Box) => (bottom - top + 1) * (right - left + 1)

function boxOfBlocks(sheet: Sheet): Box | null {
  const blocks = blocksIn(sheet, sheet.box)
  const [first] = blocks
  const last = blocks.at(-1)
  const names = first ? cellsInRow(sheet, first.names, sheet.box) : []
  const [left, right] = [names[0]?.column, names.at(-1)?.column]
  const top = first?.lines[0]?.row
  if (!last || left === undefined || right === undefined || top === undefined) return null
  let bottom = last.names
  while (bottom < sheet.box.bottom && cellsInRow(sheet, bottom + 1, sheet.box).length > 0) bottom++
  return { top, left, bottom, right }
}

/** What the lines of heads are for, by their rows; `names`: the rows that name the columns. */
export function headLines(sheet: Sheet, box: Box): { names: readonly number[]; roles: ReadonlyMap<number, RowRole> } {
  const blocks = blocksIn(sheet, box)
  const roles = new Map<number, RowRole>()
  for (const { names, lines } of blocks) {
    const headingRows = new Set(lines.map(({ row }) => row))
    for (let row = names - 1; row >= Math.max(box.top, names - TALLEST_HEAD); row--) {
      const cells = cellsInRow(sheet, row, box)
      if (cells.length === 0 || isValues(cells)) break
      roles.set(row, headingRows.has(row) ? 'group' : 'note')
    }
  }
  return { names: blocks.map(({ names }) => names), roles }
}

/** The blocks of the names that come again most often; none where nothing tells them apart. */
function blocksIn(sheet: Sheet, box: Box): Block[] {
  const rows = Map.groupBy(namingRows(sheet, box), ({ text }) => text)
  const [most = []] = [...rows.values()].sort((one, other) => other.length - one.length)
  if (most.length < 2) return []
  const heads = most.map(({ row }) => ({ names: row, lines: linesAbove(sheet, row, box) }))
  const keys = heads.map(({ lines }) => new Set(lines.flatMap(({ fields }) => [...fields.keys()])))
  const common = [...(keys[0] ?? [])].filter((key) => keys.every((its) => its.has(key)))
  const valuesOf = (key: string) =>
    new Set(heads.map(({ lines }) => lines.map(({ fields }) => fields.get(key)).find((value) => value !== undefined)))
  const varying = new Set(common.filter((key) => valuesOf(key).size > 1))
  if (varying.size === 0) return []
  const varies = ({ fields }: HeadLine) => [...fields.keys()].some((key) => varying.has(key))
  // What is the same in all heads is said in the same places as what is not, or it is a letterhead.
  const places = new Set(heads.flatMap(({ lines }) => lines.filter(varies).flatMap((line) => line.places)))
  const belongs = (line: HeadLine) =>
    varies(line) ||
    ([...line.fields.keys()].every((key) => common.includes(key)) && line.places.every((place) => places.has(place)))
  return heads.map(({ names, lines }) => ({ names, lines: lines.filter(belongs) }))
}

function namingRows(sheet: Sheet, box: Box): { row: number; text: string }[] {
  const found: { row: number; text: string }[] = []
  for (let row = box.top; row <= box.bottom; row++) {
    const cells = cellsInRow(sheet, row, box)
    if (cells.length < FEWEST_NAMES || cells.some(({ value }) => value.kind !== 'text')) continue
    if (new Set(cells.map(({ text }) => text)).size < cells.length) continue
    found.push({ row, text: cells.map(({ column, text }) => `${column}:${text}`).join('|') })
  }
  return found
}

/** From the top down. */
function linesAbove(sheet: Sheet, names: number, box: Box): HeadLine[] {
  const lines: HeadLine[] = []
  for (let row = names - 1; row >= Math.max(box.top, names - TALLEST_HEAD); row--) {
    const cells = cellsInRow(sheet, row, box)
    if (cells.length === 0 || isValues(cells)) break
    const { fields, places } = fieldsOf(cells)
    if (fields.size > 0) lines.unshift({ row, fields, places })
  }
  return lines
}

/** More figures than a head has: the end of the block above. */
const isValues = (cells: readonly SheetCell[]) => cells.filter(({ value }) => value.kind === 'number').length > 1

const NAMED = /^([^:：]{1,20}?)\s*[:：]\s*(\S.*)$/u
const LONGEST_KEY = 16

/** The pairs of a line: `No. | 000418 | Day | 2 June`, or `Account: Travel` before the number of the page. */
function fieldsOf(line: readonly SheetCell[]): Omit<HeadLine, 'row'> {
  const cells = line.filter(({ text }) => !isPageNumber(text))
  const [first] = cells
  const named = first?.value.kind === 'text' ? NAMED.exec(first.text) : null
  if (first && named) return { fields: new Map([[named[1] ?? '', named[2] ?? '']]), places: [first.column] }
  const keys = cells.filter((_, n) => n % 2 === 0)
  const arePairs =
    cells.length > 0 &&
    cells.length % 2 === 0 &&
    keys.every(({ value, text }) => value.kind === 'text' && text.length <= LONGEST_KEY)
  const fields = new Map(arePairs ? keys.map(({ text }, n) => [text, cells[2 * n + 1]?.text ?? '']) : [])
  return { fields, places: cells.map(({ column }) => column) }
}

const overlaps = (one: Box, other: Box) =>
  one.top <= other.bottom && one.bottom >= other.top && one.left <= other.right && one.right >= other.left
const isInside = (one: Box, other: Box) =>
  one.top >= other.top && one.bottom <= other.bottom && one.left >= other.left && one.right <= other.right
