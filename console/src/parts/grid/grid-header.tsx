import { useWords } from '../../words/words.ts'
import { HEADER_ROW } from './cell-range.ts'
import type { DrawnColumn } from './grid-row.tsx'
import { gridWords } from './grid-words.ts'

export type Order = { column: string; isDescending: boolean }

type HeadColumn = DrawnColumn & { type: string; description: string | null }

type Props = {
  columns: readonly HeadColumn[]
  widthPx: number
  linePx: number
  activeColumn: number
  order: Order | null
  onSort: ((column: string) => void) | undefined
}

/** The names of the columns; the first row of the grid for keyboard navigation. */
export function GridHeader({ columns, widthPx, linePx, activeColumn, order, onSort }: Props) {
  const w = useWords(gridWords)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of the browser cannot leave most of its rows out.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus goes to cells.
    <div role="row" className="grid-header" aria-rowindex={1} style={{ width: widthPx }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
      <div role="columnheader" className="grid-line" aria-colindex={1} style={{ width: linePx }}>
        <span className="unseen">{w.line}</span>
      </div>
      {columns.map((column) => (
        <GridHead
          key={column.index}
          column={column}
          isActive={column.index === activeColumn}
          sorted={sortedBy(order, column.name)}
          onSort={onSort}
        />
      ))}
    </div>
  )
}

type Sorted = 'none' | 'ascending' | 'descending'

function sortedBy(order: Order | null, column: string): Sorted {
  if (order?.column !== column) return 'none'
  return order.isDescending ? 'descending' : 'ascending'
}

const SIGNS: Record<Sorted, string> = { none: '', ascending: '↑', descending: '↓' }

type HeadProps = { column: HeadColumn; isActive: boolean; sorted: Sorted; onSort: Props['onSort'] }

function GridHead({ column, isActive, sorted, onSort }: HeadProps) {
  const w = useWords(gridWords)
  const { index, name, type, description, kind, isMasked, left, width } = column
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in its row.
    // biome-ignore lint/a11y/useFocusableInteractive: its button is.
    <div
      role="columnheader"
      className={`grid-head ${kind}${isMasked ? ' masked' : ''}`}
      aria-colindex={index + 2}
      aria-sort={onSort ? sorted : undefined}
      style={{ left, width }}
    >
      <button
        type="button"
        data-focus={isActive ? '' : undefined}
        data-row={HEADER_ROW}
        data-column={index}
        tabIndex={isActive ? 0 : -1}
        title={[name, type, description].filter(Boolean).join('\n')}
        aria-disabled={!onSort || undefined}
        onClick={() => onSort?.(name)}
      >
        <span className="grid-head-name">{name}</span>
        {isMasked ? <span className="unseen">{w.masked}</span> : null}
        <span className="grid-head-order" aria-hidden="true">
          {SIGNS[sorted]}
        </span>
      </button>
    </div>
  )
}
