import type { Box } from '../../../grid.ts'
import { cellsInRow } from '../../cells-in-row.ts'
import { findShape } from '../../header/find-shape.ts'
import { repeatsOf } from '../../header/repeated-rows.ts'
import { wordOf } from '../../roles/line-words.ts'
import type { Sheet, SheetCell } from '../../sheet.ts'
import { isContinuation, isPageNumber } from '../../tables/page-number.ts'
import type { FoundRegion } from '../found-region.ts'
import { dressedNamesBelow, FEWEST_NAMES, otherDaysBelow, otherNamesBelow } from './block-starts.ts'
import { arePairs } from './pairs.ts'

/**
 * Tables below one another under the same names. They are pages of one table where what stands above each is the head of
 * the page, and blocks that must not be mixed where each has a title of its own. A banner between rows of one table cuts
 * nothing.
 */
export function pagesAndBlocks(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const parted = regions
    .flatMap((region) => (region.kind === 'data' ? withoutPairs(sheet, region) : [region]))
    .flatMap((region) => (region.kind === 'data' ? withoutPairsBelow(sheet, region) : [region]))
    .flatMap((region) => (region.kind === 'data' ? blocksOf(sheet, region) : [region]))
  return joinPages(sheet, parted)
}

/** A line of pairs right above the names of the columns says more of the table and is none of its rows. */
function withoutPairs(sheet: Sheet, region: FoundRegion): FoundRegion[] {
  const { box } = region
  const [pairs, names] = [cellsInRow(sheet, box.top, box), cellsInRow(sheet, box.top + 1, box)]
  const areNames = names.length >= FEWEST_NAMES && names.every(({ value }) => value.kind === 'text')
  if (!arePairs(pairs) || !areNames || box.bottom - box.top < 2) return [region]
  return [pairsOf(pairs), { ...region, box: { ...box, top: box.top + 1 } }]
}

/** Lines of a name and a value below an empty row, where records have more: what a till says after its hours. */
function withoutPairsBelow(sheet: Sheet, region: FoundRegion): FoundRegion[] {
  const { box } = region
  let first = box.bottom + 1
  while (first > box.top && isPairLine(cellsInRow(sheet, first - 1, box), box)) first--
  const lines = Array.from({ length: box.bottom - first + 1 }, (_, n) => cellsInRow(sheet, first + n, box))
  const isCut = lines.length >= FEWEST_PAIRS && first - 1 > box.top && cellsInRow(sheet, first - 1, box).length === 0
  const bottom = lastFilled(sheet, box, first - 1)
  const records = Array.from({ length: bottom - box.top + 1 }, (_, n) => cellsInRow(sheet, box.top + n, box))
  const areWider = records.length > lines.length && records.every(({ length }) => length > 2)
  if (!isCut || !areWider || lines.some(([name]) => wordOf(name?.text ?? '') === 'sum')) return [region]
  return [{ ...region, box: { ...box, bottom } }, pairsOf(lines.flat())]
}

/** Fewer lines may be a record that lacks most of its fields. */
const FEWEST_PAIRS = 2

const isPairLine = (cells: readonly SheetCell[], { left }: Box) =>
  cells.length === 2 && cells[0]?.column === left && cells[1]?.column === left + 1 && cells[0].value.kind === 'text'

/** A table cut where its names come again under a title of their own. */
function blocksOf(sheet: Sheet, region: FoundRegion): FoundRegion[] {
  const { headerRows, orientation } = findShape(sheet, region.box)
  const [first] = headerRows
  if (first === undefined || orientation === 'columns') return [region]
  const head = linesAbove(sheet, first, region.box)
  const parts: FoundRegion[] = []
  let rest = region
  const dressed = dressedNamesBelow(sheet, first, region.box)
  const others = [...new Set([...otherNamesBelow(sheet, first, region.box), ...dressed])]
  const weeks = otherDaysBelow(sheet, first, region.box)
  if (weeks.length > 0) return cutAt(sheet, region, weeks)
  for (const again of [...repeatsOf(sheet, first, region.box), ...others].sort((one, other) => one - other)) {
    const isOther = dressed.includes(again)
    const isBehindGap = isOther && cellsInRow(sheet, again - 1, region.box).length === 0
    const lines = isBehindGap ? [] : linesAbove(sheet, again, region.box)
    const [nearest] = lines
    if (!isOther && (!nearest || isSameHead(nearest, head) || continues(sheet, region.box, first, again))) continue
    const title = (lines.find(({ cells }) => cells.length === 1) ?? nearest)?.cells[0]
    const top = Math.min(again, ...lines.map(({ row }) => row))
    // A block has rows of its own between its names and the next title.
    if (top - 1 <= rest.box.top) continue
    const bottom = lastFilled(sheet, rest.box, top - 1)
    parts.push({ ...rest, box: { ...rest.box, bottom } }, ...lines.flatMap(textsOfLine))
    rest = { ...region, title: title?.text ?? null, box: { ...region.box, top: again } }
  }
  // Blocks of other names are as wide as their names are.
  const fitted = (part: FoundRegion) => (others.length > 0 && part.kind === 'data' ? narrowed(sheet, part) : part)
  return [...parts, rest].map(fitted)
}

/** The last row that holds something, up to this one. */
function lastFilled(sheet: Sheet, box: Box, from: number): number {
  let row = from
  while (row > box.top && cellsInRow(sheet, row, box).length === 0) row--
  return row
}

/** A table parted at the first rows of its blocks. */
function cutAt(sheet: Sheet, region: FoundRegion, rows: readonly number[]): FoundRegion[] {
  const tops = [region.box.top, ...rows]
  return tops.map((top, n) => {
    const bottom = n + 1 < tops.length ? lastFilled(sheet, region.box, (tops[n + 1] ?? 0) - 1) : region.box.bottom
    return { ...region, title: n === 0 ? (region.title ?? null) : null, box: { ...region.box, top, bottom } }
  })
}

function narrowed(sheet: Sheet, part: FoundRegion): FoundRegion {
  const { box } = part
  const rows = Array.from({ length: box.bottom - box.top + 1 }, (_, n) => cellsInRow(sheet, box.top + n, box))
  const last = rows.flatMap((cells) => cells.at(-1) ?? [])
  const right = Math.max(box.left, ...last.map(({ column }) => column))
  return { ...part, box: { ...box, right, bottom: last.at(-1)?.row ?? box.bottom } }
}

const textsOfLine = ({ cells }: TextLine): FoundRegion[] => (arePairs(cells) ? [pairsOf(cells)] : cells.map(textOf))

function pairsOf(cells: readonly SheetCell[]): FoundRegion {
  const [first, last] = [cells[0], cells.at(-1)]
  const box = { top: first?.row ?? 0, left: first?.column ?? 0, bottom: last?.row ?? 0, right: last?.column ?? 0 }
  return { kind: 'keyvalue', box, confidence: 0.8, evidence: ['above_table'] }
}

const textOf = ({ row, column }: SheetCell): FoundRegion => ({
  kind: 'title',
  box: { top: row, left: column, bottom: row, right: column },
  confidence: 0.8,
  evidence: ['above_table'],
})

function joinPages(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const tables = regions.filter(({ kind }) => kind === 'data').sort((a, b) => a.box.top - b.box.top)
  const joined: FoundRegion[] = []
  for (const table of tables) {
    const before = joined.findLast(({ box }) => box.bottom < table.box.top && areSameColumns(box, table.box))
    const isPart =
      before &&
      (isPageOf(sheet, before, table, tables) ||
        isBehindBanner(sheet, before, table) ||
        isNextSection(sheet, before, table) ||
        isUnderNames(sheet, before, table) ||
        areCountsBelow(sheet, before, table))
    if (before && isPart)
      joined[joined.indexOf(before)] = {
        ...before,
        box: { ...before.box, right: Math.max(before.box.right, table.box.right), bottom: table.box.bottom },
        evidence: [...new Set([...before.evidence, 'joined_parts'])],
      }
    else joined.push(table)
  }
  if (joined.length === tables.length) return [...regions]
  const isInside = ({ box }: FoundRegion) => joined.some(({ box: held }) => contains(held, box) && box.top > held.top)
  return [...joined, ...regions.filter((region) => region.kind !== 'data' && !isInside(region))].sort(
    (a, b) => a.box.top - b.box.top || a.box.left - b.box.left,
  )
}

const contains = (outer: Box, inner: Box) =>
  inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right

const areSameColumns = (one: Box, other: Box) => one.left === other.left && Math.abs(one.right - other.right) <= 1

function isPageOf(sheet: Sheet, first: FoundRegion, table: FoundRegion, tables: readonly FoundRegion[]): boolean {
  const names = textsOf(sheet, first.box.top, first.box)
  if (names.length < FEWEST_NAMES || names.join('|') !== textsOf(sheet, table.box.top, first.box).join('|'))
    return false
  if (tables.some(({ box }) => box.top > first.box.bottom && box.bottom < table.box.top)) return false
  const [nearest] = linesAbove(sheet, table.box.top, table.box)
  return (
    !nearest ||
    isSameHead(nearest, linesAbove(sheet, first.box.top, first.box)) ||
    continues(sheet, { ...first.box, bottom: table.box.bottom }, first.box.top, table.box.top)
  )
}

type TextLine = { row: number; cells: readonly SheetCell[] }

/** A page has a head of few lines. */
const TALLEST_HEAD = 8
/** More texts in a row are the names of a table. */
const MOST_TEXTS = 3

/** Lines of texts above a row, the nearest first, up to the first row of values. */
function linesAbove(sheet: Sheet, below: number, box: Box): TextLine[] {
  const lines: TextLine[] = []
  for (let row = below - 1; row >= Math.max(0, below - TALLEST_HEAD); row--) {
    const cells = cellsInRow(sheet, row, box)
    const isHead = arePairs(cells) && cellsInRow(sheet, row - 1, box).length === 1
    if (!isHead && (cells.some(({ value }) => value.kind !== 'text') || cells.length > MOST_TEXTS)) break
    if (lines.length === 0 && goesOnBelow(sheet, row, cells, box)) break
    if (cells.length > 0) lines.push({ row, cells })
  }
  // A text of another column closes the rows above it.
  return lines.filter(({ cells }, n) => n === 0 || cells[0]?.column === box.left)
}

/** Texts away from the left edge right below texts of the same columns, inside a table: the last row of a list, and no title. */
const goesOnBelow = (sheet: Sheet, row: number, cells: readonly SheetCell[], { top, left }: Box) =>
  row > top &&
  cells.length > 0 &&
  cells.every(({ column }) => column > left && sheet.cellAt(row - 1, column)?.value.kind === 'text')

const PAGE = /頁|ページ|\bpage\b|\bpag\.|\bp\.|blatt|seite|\b\d+ ?\/ ?\d+\b/iu

/** The same words, or the same but for the number of the page or the word that it goes on. */
function isSameHead(line: TextLine, head: readonly TextLine[]): boolean {
  const text = wordsOf(line)
  if (line.cells.some((cell) => isContinuation(cell.text))) return true
  if (line.cells.every((cell) => isPageNumber(cell.text))) return true
  const hasPage = line.cells.some((cell) => PAGE.test(cell.text))
  return head.some((other) => wordsOf(other) === text || (hasPage && bareOf(other) === bareOf(line)))
}

const wordsOf = ({ cells }: TextLine) => cells.map(({ text }) => text).join('|')
const bareOf = (line: TextLine) => wordsOf(line).replaceAll(/\d+/g, '#')

/** The days or numbers of the first column go on from where they ended above: one series, however it is parted. */
function continues(sheet: Sheet, { left, bottom }: Box, first: number, again: number): boolean {
  const above = valuesOf(sheet, left, first + 1, again - 1)
  const below = valuesOf(sheet, left, again + 1, bottom)
  const [last, next] = [above.at(-1), below[0]]
  return above.length > 1 && last !== undefined && next !== undefined && isAscending(above) && next > last
}

function valuesOf(sheet: Sheet, column: number, from: number, to: number): (number | string)[] {
  const values: (number | string)[] = []
  for (let row = from; row <= to; row++) {
    const value = sheet.cellAt(row, column)?.value
    if (value?.kind === 'number') values.push(value.number)
    else if (value?.kind === 'date') values.push(value.iso)
  }
  return values
}

const isAscending = (values: readonly (number | string)[]) =>
  values.every((value, n) => n === 0 || value >= (values[n - 1] ?? value))

/** So many columns hold the same kind of value above a banner and below it. */
const SAME_KINDS = 0.7

/** The rows go on behind a single line of text, without names of their own. */
function isBehindBanner(sheet: Sheet, first: FoundRegion, table: FoundRegion): boolean {
  const gap = table.box.top - first.box.bottom - 1
  const between = Array.from({ length: gap }, (_, n) => cellsInRow(sheet, first.box.bottom + 1 + n, first.box))
  const [banner, ...others] = between.filter(({ length }) => length > 0)
  if (gap !== 1 || !banner || others.length > 0 || banner.length !== 1 || banner[0]?.value.kind !== 'text') return false
  const kinds = new Map(cellsInRow(sheet, first.box.bottom, first.box).map(({ column, value }) => [column, value.kind]))
  const cells = cellsInRow(sheet, table.box.top, first.box)
  const same = cells.filter(({ column, value }) => kinds.get(column) === value.kind).length
  const above = new Set(
    Array.from({ length: 3 }, (_, n) => wordsOf({ row: 0, cells: cellsInRow(sheet, first.box.top + n, first.box) })),
  )
  return cells.length > 2 && same >= cells.length * SAME_KINDS && !above.has(wordsOf({ row: 0, cells }))
}

/** A heading is a name, or a code and a name. */
const MOST_IN_HEADING = 2

/**
 * Rows under a heading like those of the table above, behind empty rows, and without names of their own: the names at the top of
 * the sheet are those of all its sections.
 */
function isNextSection(sheet: Sheet, { box: first }: FoundRegion, { box }: FoundRegion): boolean {
  const heading = cellsInRow(sheet, box.top, box)
  if (!isHeading(heading, box) || heading.length >= cellsInRow(sheet, first.top, first).length) return false
  for (let row = first.bottom + 1; row < box.top; row++) if (cellsInRow(sheet, row, first).length > 0) return false
  const isLike = (cells: readonly SheetCell[]) => isHeading(cells, first) && looksOf(cells) === looksOf(heading)
  let like = first.top + 1
  while (like <= first.bottom && !isLike(cellsInRow(sheet, like, first))) like++
  if (like >= first.bottom || box.top >= box.bottom) return false
  const [one, other] = [cellsInRow(sheet, like + 1, first), cellsInRow(sheet, box.top + 1, first)]
  const kinds = new Map(one.map(({ column, value }) => [column, value.kind]))
  const same = other.filter(({ column, value }) => kinds.get(column) === value.kind).length
  return other.length > MOST_IN_HEADING && same >= Math.max(one.length, other.length) * SAME_KINDS
}

const isHeading = (cells: readonly SheetCell[], { left }: Box) =>
  cells.length > 0 &&
  cells.length <= MOST_IN_HEADING &&
  cells.every(({ column, value }) => column < left + MOST_IN_HEADING && value.kind === 'text')

/** Where its texts stand, and whether they are bold or filled. */
const looksOf = (cells: readonly SheetCell[]) =>
  cells.map(({ column, style }) => `${column} ${style.isBold} ${style.fill !== null}`).join('|')

/** Names of columns are so many lines at most. */
const TALLEST_NAMES = 3

/** Nothing but names, of columns that are words or days, and right below them the label of a first group of rows. */
function isUnderNames(sheet: Sheet, { box: names }: FoundRegion, { box }: FoundRegion): boolean {
  if (names.bottom - names.top >= TALLEST_NAMES || box.top - names.bottom !== 2) return false
  const [label, ...others] = cellsInRow(sheet, names.bottom + 1, names)
  if (!label || others.length > 0 || label.value.kind !== 'text' || label.column !== names.left) return false
  const rows = Array.from({ length: names.bottom - names.top + 1 }, (_, n) => cellsInRow(sheet, names.top + n, names))
  return rows.every((cells) => cells.every(({ value }) => value.kind === 'text') || areDays(cells))
}

/** 1, 2, 3 and so on. */
function areDays(cells: readonly SheetCell[]): boolean {
  const numbers = cells.map(({ value }) => (value.kind === 'number' ? value.number : Number.NaN))
  return numbers.length > 1 && numbers.every((number, n) => n === 0 || number === (numbers[n - 1] ?? 0) + 1)
}

/** A roster is closed by few lines of counts. */
const MOST_COUNTS = 6

/** Lines of nothing but figures behind their names, in columns that hold words: how many have each word. */
function areCountsBelow(sheet: Sheet, { box: words }: FoundRegion, { box }: FoundRegion): boolean {
  if (box.top - words.bottom !== 2 || box.bottom - box.top >= MOST_COUNTS) return false
  if (words.bottom - words.top < 2 * (box.bottom - box.top + 1)) return false
  const last = new Map(cellsInRow(sheet, words.bottom, words).map(({ column, value }) => [column, value.kind]))
  for (let row = box.top; row <= box.bottom; row++) {
    const [name, ...figures] = cellsInRow(sheet, row, words)
    if (name?.value.kind !== 'text' || figures.length < 2) return false
    if (figures.some(({ value }) => value.kind !== 'number')) return false
    if (figures.some(({ column }) => (last.get(column) ?? 'text') !== 'text')) return false
  }
  return true
}

/** Another program may write the same names in capitals. */
const textsOf = (sheet: Sheet, row: number, box: Box) =>
  cellsInRow(sheet, row, box).map(({ text, column }) => `${column}:${text.toLowerCase()}`)
