import { useQuery } from '@tanstack/react-query'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { type CellRange, cellsIn, rangesOf, type Selection } from '../../parts/grid/cells/cell-range.ts'
import { kindOf } from '../../parts/grid/cells/typed-text.ts'
import type { GridColumn, LoadedRow } from '../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../parts/grid/rows/row-pages.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { tableWords } from './table-words.ts'

/** More is not summed up at every move of a mouse. */
const MOST_CELLS = 20_000

type Props = {
  table: string
  selection: Selection
  pages: RowPages
  columns: readonly GridColumn[]
  rowCount: number
  isFiltered: boolean
}

/** What the chosen cells come to: those that are here are summed up, whole columns are asked of the service. */
export function SelectionSums({ table, selection, pages, columns, rowCount, isFiltered }: Props) {
  const w = useWords(tableWords)
  const { number } = useFormats()
  const ranges = rangesOf(selection)
  const cells = ranges.reduce((sum, range) => sum + cellsIn(range), 0)
  const here = cells <= MOST_CELLS ? sumsOf(ranges, pages, columns) : null
  const whole = here === null && !isFiltered ? wholeColumns(ranges, columns, rowCount) : null
  const profile = useColumnSums(table, whole)
  if (cells < 2) return null
  const sums = here ?? profile
  return (
    <span className="selection-sums">
      <span>{sizeOf(ranges, w)}</span>
      {sums && sums.filled > 0 ? <Sum name={w.filled} value={number(sums.filled)} /> : null}
      {sums && sums.numbers > 0 ? <Sum name={w.sum} value={number(sums.sum)} /> : null}
      {sums && sums.numbers > 1 ? <Sum name={w.average} value={number(sums.sum / sums.numbers)} /> : null}
    </span>
  )
}

type Texts = ReturnType<typeof useWords<typeof tableWords.en>>

const sizeOf = (ranges: readonly CellRange[], w: Texts) =>
  ranges.map(({ top, bottom, left, right }) => w.selected(bottom - top + 1, right - left + 1)).join(' + ')

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <span>
      <span className="soft">{name}</span> {value}
    </span>
  )
}

type Sums = { filled: number; numbers: number; sum: number }

/** Null when some of the rows were never looked at. A cell that is chosen twice counts once. */
function sumsOf(ranges: readonly CellRange[], pages: RowPages, columns: readonly GridColumn[]): Sums | null {
  const sums = { filled: 0, numbers: 0, sum: 0 }
  for (const [index, places] of placesByRow(ranges)) {
    const row = pages.rowAt(index)
    if (!row) return null
    for (const place of places) add(sums, row, columns[place])
  }
  return sums
}

function placesByRow(ranges: readonly CellRange[]): Map<number, Set<number>> {
  const places = new Map<number, Set<number>>()
  for (const { top, bottom, left, right } of ranges) {
    for (let index = top; index <= bottom; index++) {
      const own = places.get(index) ?? new Set()
      for (let place = left; place <= right; place++) own.add(place)
      places.set(index, own)
    }
  }
  return places
}

function add(sums: Sums, { cells }: LoadedRow, column: GridColumn | undefined) {
  const value = column ? (cells[column.name] ?? null) : null
  if (!column || value === null) return
  sums.filled++
  if (kindOf(column.type) !== 'number' || Number.isNaN(Number(value))) return
  sums.numbers++
  sums.sum += Number(value)
}

/** The names of the columns that are chosen from the first row to the last; null when one is not. */
function wholeColumns(ranges: readonly CellRange[], columns: readonly GridColumn[], rowCount: number) {
  if (rowCount === 0 || ranges.some(({ top, bottom }) => top > 0 || bottom < rowCount - 1)) return null
  return columns.flatMap(({ name }, n) => (ranges.some(({ left, right }) => n >= left && n <= right) ? name : []))
}

/** A profile has the mean and the count of all rows. */
function useColumnSums(table: string, names: readonly string[] | null): Sums | null {
  const workbookId = useWorkbookId()
  const asked = JSON.stringify(names)
  const { data } = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'sums', asked),
    enabled: names !== null,
    queryFn: ({ signal }) => client.api.profileTable({ workbook_id: workbookId, name: table, columns: asked, signal }),
  })
  if (!data || names === null) return null
  const sums = { filled: 0, numbers: 0, sum: 0 }
  for (const { mean = null, null_count = data.row_count } of data.columns) {
    const filled = data.row_count - null_count
    sums.filled += filled
    if (mean === null) continue
    sums.numbers += filled
    sums.sum += mean * filled
  }
  return sums
}
