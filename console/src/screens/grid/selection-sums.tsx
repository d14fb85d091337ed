import { cellsIn, rangeOf, type Selection } from '../../parts/grid/cell-range.ts'
import type { RowPages } from '../../parts/grid/row-pages.ts'
import { kindOf } from '../../parts/grid/typed-text.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { tableWords } from './table-words.ts'

/** More is not summed up at every move of a mouse. */
const MOST_CELLS = 20_000

/** What the chosen cells come to, as far as they are here. */
export function SelectionSums({ selection, pages }: { selection: Selection; pages: RowPages }) {
  const w = useWords(tableWords)
  const { number } = useFormats()
  const range = rangeOf(selection)
  if (cellsIn(range) < 2) return null
  const size = w.selected(range.bottom - range.top + 1, range.right - range.left + 1)
  const sums = cellsIn(range) <= MOST_CELLS ? sumsOf(range, pages) : null
  return (
    <span className="selection-sums">
      <span>{size}</span>
      {sums && sums.filled > 0 ? <Sum name={w.filled} value={number(sums.filled)} /> : null}
      {sums && sums.numbers > 0 ? <Sum name={w.sum} value={number(sums.sum)} /> : null}
      {sums && sums.numbers > 1 ? <Sum name={w.average} value={number(sums.sum / sums.numbers)} /> : null}
    </span>
  )
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <span>
      <span className="soft">{name}</span> {value}
    </span>
  )
}

/** Null when some of the rows were never looked at. */
function sumsOf({ top, bottom, left, right }: ReturnType<typeof rangeOf>, pages: RowPages) {
  const columns = (pages.held()?.columns ?? []).slice(left, right + 1)
  const sums = { filled: 0, numbers: 0, sum: 0 }
  for (let index = top; index <= bottom; index++) {
    const row = pages.rowAt(index)
    if (!row) return null
    for (const { name, type } of columns) {
      const value = row.cells[name] ?? null
      if (value === null) continue
      sums.filled++
      if (kindOf(type) !== 'number' || Number.isNaN(Number(value))) continue
      sums.numbers++
      sums.sum += Number(value)
    }
  }
  return sums
}
