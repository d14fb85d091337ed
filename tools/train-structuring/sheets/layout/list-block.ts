import type { TrueValue } from '../truth.ts'
import { type Block, blockOf } from './block.ts'
import { type ListColumn, type ListData, trueList } from './list-data.ts'
import type { ListLayout, ListPage } from './list-page.ts'
import { addComputed, addTotals } from './list-totals.ts'
import type { Maker } from './maker.ts'
import { drawSpelling, spellDay, spellFigure } from './spell-cell.ts'

/** Lays a list out. */
export function listBlock(maker: Maker, data: ListData, layout: ListLayout = {}): Block {
  const shown = data.columns.flatMap((_, n) => (n === layout.banner ? [] : [n]))
  const spelling = drawSpelling(maker)
  const page: ListPage = { maker, data, layout, shown, spelling, cells: [], merges: [], totals: [], row: 0 }
  const all = data.rows.map((_, n) => n)
  if (!layout.hasNoHeader) addHeader(page)
  if (layout.totalsFirst) addTotals(page, all)
  addRecords(page)
  if (!layout.totalsFirst && (layout.totals?.length ?? 0) > 0) {
    if (layout.hasTotalGap) page.row++
    addTotals(page, all)
  }
  const { cells, merges, totals } = page
  return blockOf(cells, { merges, tables: [trueList(layout.id ?? 'list', withBanner(data, layout), totals)] })
}

/** Labels on lines of their own have no name. */
const withBanner = ({ columns, rows }: ListData, { banner }: ListLayout): ListData => ({
  columns: columns.map((column, n) => (n === banner ? { ...column, isUnnamed: true } : column)),
  rows,
})

function addHeader(page: ListPage) {
  const { maker, data, layout, shown } = page
  const isDeep = data.columns.some(({ group }) => group !== undefined)
  if (isDeep) addGroups(page)
  for (const [place, n] of shown.entries()) {
    const column = data.columns[n]
    if (!column || (isDeep && column.group === undefined && maker.hasMerges)) continue
    const unit = layout.units === 'behind' ? column.measure?.unit : null
    const value = unit ? `${column.name}(${unit})` : column.name
    page.cells.push({ ...placeIn(page, place), value, style: maker.look.header })
  }
  page.row += linesOf(page)
  if (layout.units === 'row') addUnits(page)
}

/** Records over two lines leave the first column to their key. */
function placeIn({ layout, shown, row }: ListPage, place: number) {
  const first = layout.firstLine ?? shown.length
  return place < first ? { row, column: place } : { row: row + 1, column: place - first + 1 }
}

const linesOf = ({ layout, shown }: ListPage) => ((layout.firstLine ?? shown.length) < shown.length ? 2 : 1)

function addUnits(page: ListPage) {
  const { maker, data, shown, row } = page
  for (const [column, n] of shown.entries()) {
    const unit = data.columns[n]?.measure?.unit
    if (unit) page.cells.push({ row, column, value: `(${unit})`, style: maker.look.header })
  }
  page.row++
}

/** Words above runs of columns; a column without one reaches up to them where cells are merged. */
function addGroups(page: ListPage) {
  const { maker, data, shown, row } = page
  let from = 0
  for (let place = 1; place <= shown.length; place++) {
    const group = groupAt(data, shown, from)
    if (place < shown.length && group !== undefined && groupAt(data, shown, place) === group) continue
    const column = data.columns[shown[from] ?? 0]
    if (group !== undefined) {
      page.cells.push({ row, column: from, value: group, style: maker.look.header })
      if (maker.hasMerges && place - from > 1) page.merges.push({ top: row, left: from, bottom: row, right: place - 1 })
      // Without a merge only a repetition ties the word to its columns.
      for (let next = from + 1; next < place && !maker.hasMerges; next++)
        page.cells.push({ row, column: next, value: group, style: maker.look.header })
    } else if (maker.hasMerges && column) {
      page.cells.push({ row, column: from, value: column.name, style: maker.look.header })
      page.merges.push({ top: row, left: from, bottom: row + 1, right: from })
    }
    from = place
  }
  page.row++
}

const groupAt = ({ columns }: ListData, shown: readonly number[], place: number) => columns[shown[place] ?? -1]?.group

function addRecords(page: ListPage) {
  const { data, layout } = page
  const groupColumn = layout.banner ?? layout.subtotalBy ?? layout.once?.columns[0]
  let group: number[] = []
  for (const [n, row] of data.rows.entries()) {
    const label = groupColumn === undefined ? null : (row[groupColumn] ?? null)
    const isNew = n === 0 || (groupColumn !== undefined && data.rows[n - 1]?.[groupColumn] !== label)
    if (isNew && n > 0) group = closed(page, group)
    if (isNew && layout.banner !== undefined) addBanner(page, label)
    if (n > 0 && layout.headerEvery && n % layout.headerEvery === 0) addHeader(page)
    if (n > 0 && layout.gapEvery && n % layout.gapEvery === 0) page.row++
    addRecord(page, n, isNew)
    group.push(n)
  }
  closed(page, group)
}

function addBanner(page: ListPage, label: TrueValue) {
  const { maker, shown, row } = page
  page.cells.push({ row, column: 0, value: label ?? '', style: maker.look.group })
  if (maker.hasMerges && maker.random.chance(0.3))
    page.merges.push({ top: row, left: 0, bottom: row, right: shown.length - 1 })
  page.row++
}

function addRecord(page: ListPage, n: number, isNew: boolean) {
  const { data, layout, shown } = page
  for (const [place, column] of shown.entries()) {
    const value = data.rows[n]?.[column] ?? null
    const isOnce = layout.once?.columns.includes(column) ?? false
    const isRepeated = isOnce && !isNew && data.rows[n - 1]?.[column] === value
    const written = isRepeated ? repeated(page) : writtenAs(page, data.columns[column], value)
    if (written) page.cells.push({ ...placeIn(page, place), ...written })
  }
  page.row += linesOf(page)
}

const repeated = ({ layout }: ListPage) => (layout.once?.as === 'ditto' ? { value: '〃' } : null)

function writtenAs({ maker, spelling }: ListPage, column: ListColumn | undefined, value: TrueValue) {
  if (column?.kind === 'measure') return spellFigure(maker, spelling, value, column.measure?.digits)
  if (value === null) return null
  if (column?.kind === 'day' && typeof value === 'string') return spellDay(spelling, value)
  return { value: maker.isCsv ? String(value) : value }
}

/** What comes behind the records of a group: merged labels and a computed row. */
function closed(page: ListPage, group: readonly number[]): number[] {
  const { data, layout, shown, maker } = page
  if (layout.once?.as === 'merged' && group.length > 1)
    for (const column of layout.once.columns) {
      const place = shown.indexOf(column)
      page.merges.push({ top: page.row - group.length, left: place, bottom: page.row - 1, right: place })
    }
  if (layout.subtotalBy !== undefined && group.length > 0) {
    const label = String(data.rows[group[0] ?? 0]?.[layout.subtotalBy] ?? '')
    const word = maker.random.one(maker.words.subtotal)
    const name = page.layout.banner === undefined && maker.random.chance(0.6) ? joinedName(maker, label, word) : word
    addComputed(page, name, group, 'sum', label)
  }
  return []
}

const joinedName = ({ language }: Maker, label: string, word: string) =>
  language === 'ja' ? `${label} ${word}` : `${label} ${word.toLowerCase()}`
