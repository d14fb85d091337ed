import type { ShownValue } from '@bindery-data/spreadsheet/diff/shown-cells.ts'
import type { Random } from '../structuring-invariants/random.ts'

/** Rows of cells; all of one length. */
export type Cells = (ShownValue | null)[][]
export type Book = Map<string, Cells>

/** A workbook, what became of it, and how much that was: cells that changed, came or went, and blocks that did as such. */
export type EditedBook = { old: Book; next: Book; size: number }

type NewCell = (row: number) => ShownValue | null

const WORDS = ['東京', '大阪', 'east', 'west', 'north', 'south', '営業', 'n/a', '007']

/** Columns as sheets have them: keys, few words, amounts, marks, hardly anything. */
function newColumn(random: Random): NewCell {
  const from = random.whole(0, 9999)
  const kinds: NewCell[] = [
    (row) => `id-${from + row}`,
    () => random.one(WORDS),
    () => random.whole(0, 999999) / 100,
    () => random.whole(0, 9),
    () => random.chance(0.5),
    () => (random.chance(0.1) ? random.one(WORDS) : null),
    () => (random.chance(0.2) ? null : random.whole(0, 99999)),
  ]
  return random.one(kinds)
}

function newSheet(random: Random): { cells: Cells; columns: NewCell[] } {
  const columns = Array.from({ length: 2 + random.whole(0, 11) }, () => newColumn(random))
  const cells: Cells = [columns.map((_, n) => `column ${n}`)]
  const rows = 5 + random.whole(0, 54)
  for (let row = 0; row < rows; row++)
    cells.push(random.chance(0.04) ? columns.map(() => null) : columns.map((newCell) => newCell(row)))
  return { cells, columns }
}

const filled = (cells: Cells) => cells.flat().filter((value) => value !== null).length

/** Lines that go and lines that come, as blocks; `order`: places of the old ones that stay, and -1 for each new one. */
function reorder(random: Random, count: number, share: number): { order: number[]; blocks: number } {
  const order: number[] = []
  let blocks = 0
  for (let line = 0; line < count; ) {
    const size = 1 + random.whole(0, 2)
    if (random.chance(share)) {
      order.push(...Array.from({ length: size }, () => -1))
      blocks += 1
    }
    if (random.chance(share) && line + size < count && order.length > 0) {
      line += size
      blocks += 1
    }
    if (line < count) order.push(line++)
  }
  return { order, blocks }
}

type Edited = { next: Cells; size: number }

function editSheet(random: Random, cells: Cells, columns: readonly NewCell[]): Edited {
  const rows = random.chance(0.7) ? reorder(random, cells.length, 0.04) : keepAll(cells.length)
  const places = random.chance(0.4) ? reorder(random, columns.length, 0.08) : keepAll(columns.length)
  const makers = places.order.map((place) => columns[place] ?? newColumn(random))
  let size = rows.blocks + places.blocks
  const next = rows.order.map((row, n) =>
    places.order.map((place, at) => {
      const isOld = row >= 0 && place >= 0
      const value = isOld ? (cells[row]?.[place] ?? null) : (makers[at]?.(1_000_000 + n) ?? null)
      if (!isOld) size += value === null ? 0 : 1
      return value
    }),
  )
  const keptRows = new Set(rows.order)
  const keptPlaces = new Set(places.order)
  size += filled(cells.map((row, n) => row.filter((_, place) => !keptRows.has(n) || !keptPlaces.has(place))))
  const kept = { rows: indexesOfKept(rows.order), columns: indexesOfKept(places.order) }
  return { next, size: size + changeCells(random, next, kept) }
}

const keepAll = (count: number) => ({ order: Array.from({ length: count }, (_, n) => n), blocks: 0 })

const indexesOfKept = (order: readonly number[]) => order.flatMap((place, n) => (place >= 0 ? [n] : []))

/** Single cells get another value, or none. */
function changeCells(random: Random, cells: Cells, kept: { rows: number[]; columns: number[] }): number {
  const changed = new Set<string>()
  if (kept.rows.length === 0 || kept.columns.length === 0) return 0
  for (let n = random.whole(0, 11); n > 0; n--) {
    const row = random.one(kept.rows)
    const column = random.one(kept.columns)
    const line = cells[row]
    if (!line || changed.has(`${row}/${column}`)) continue
    const value = random.chance(0.15) ? null : `changed ${random.whole(0, 999999)}`
    if (value === line[column]) continue
    line[column] = value
    changed.add(`${row}/${column}`)
  }
  return changed.size
}

/** Sheets are edited, renamed, added and taken away. */
export function editedBook(random: Random): EditedBook {
  const old: Book = new Map()
  const next: Book = new Map()
  let size = 0
  const sheets = 1 + random.whole(0, 2)
  for (let n = 0; n < sheets; n++) {
    const name = `Sheet ${n}`
    const { cells, columns } = newSheet(random)
    old.set(name, cells)
    if (sheets > 1 && random.chance(0.05)) {
      size += filled(cells) + 1
      continue
    }
    const isUntouched = random.chance(0.2)
    const edited = isUntouched ? { next: cells, size: 0 } : editSheet(random, cells, columns)
    const isRenamed = random.chance(0.15)
    next.set(isRenamed ? `Renamed ${n}` : name, edited.next)
    size += edited.size + (isRenamed ? 1 : 0)
  }
  if (next.size === 0 || random.chance(0.05)) {
    const { cells } = newSheet(random)
    next.set('Added', cells)
    size += filled(cells) + 1
  }
  return { old, next, size }
}
