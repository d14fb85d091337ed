import { type KeyboardEvent, useRef } from 'react'
import { useWords } from '../../words/words.ts'
import { Icon } from '../icon.tsx'
import { spotOf } from '../overlays/menu.tsx'
import { HEADER_ROW } from './cells/cell-range.ts'
import { withinReason } from './columns/column-widths.ts'
import { type HeadOptions, useHeadDrag } from './columns/use-head-drag.ts'
import { cellStyle, type DrawnColumn } from './grid-row.tsx'
import { gridWords } from './grid-words.ts'

export type Order = { column: string; isDescending: boolean }

type HeadColumn = DrawnColumn & { type: string; description: string | null; unit: string | null }

type Props = {
  columns: readonly HeadColumn[]
  widthPx: number
  linePx: number
  activeColumn: number
  order: Order | null
  filtered: ReadonlySet<string> | undefined
  heads: HeadOptions | undefined
  onSelectColumn: (column: number) => void
  fittingWidth: (column: number) => number | null
}

/** The names of the columns; the first row of the grid for keyboard navigation. */
export function GridHeader({ columns, widthPx, linePx, activeColumn, order, ...wishes }: Props) {
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
          {...wishes}
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

/** What Alt and an arrow add to the width of a column. */
const WIDER_PX: Record<string, number> = { ArrowLeft: -16, ArrowRight: 16 }

type HeadProps = Pick<Props, 'filtered' | 'heads' | 'onSelectColumn' | 'fittingWidth'> & {
  column: HeadColumn
  isActive: boolean
  sorted: Sorted
}

function GridHead({ column, isActive, sorted, filtered, heads, onSelectColumn, fittingWidth }: HeadProps) {
  const w = useWords(gridWords)
  const element = useRef<HTMLDivElement>(null)
  const { index, name, type, description, format, kind, isMasked } = column
  // A format that shows the unit in every cell says it already.
  const unit = column.unit !== null && format?.includes(column.unit) ? null : column.unit
  const drag = useHeadDrag(name, heads)
  const isFiltered = filtered?.has(name) ?? false
  const openMenu = () => element.current && heads?.onMenu(name, spotOf(element.current))
  const onKeyDown = (event: KeyboardEvent) => {
    const isMenuKey = event.key === 'Enter' || (event.key === 'ArrowDown' && event.altKey)
    const widerPx = event.altKey ? WIDER_PX[event.key] : undefined
    if (!heads || (!isMenuKey && widerPx === undefined)) return
    event.preventDefault()
    event.stopPropagation()
    if (widerPx === undefined) openMenu()
    else heads.onResize(name, withinReason(column.width + widerPx))
  }
  const looks = ['grid-head', kind]
  if (isMasked) looks.push('masked')
  if (column.isFrozen) looks.push(column.isEdge ? 'frozen edge' : 'frozen')
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in its row.
    // biome-ignore lint/a11y/useFocusableInteractive: its button is.
    <div
      ref={element}
      role="columnheader"
      className={looks.join(' ')}
      aria-colindex={index + 2}
      aria-sort={heads ? sorted : undefined}
      data-head={name}
      style={cellStyle(column)}
      onContextMenu={(event) => {
        if (!heads) return
        event.preventDefault()
        openMenu()
      }}
    >
      <button
        type="button"
        className="grid-head-button"
        data-focus={isActive ? '' : undefined}
        data-row={HEADER_ROW}
        data-column={index}
        tabIndex={isActive ? 0 : -1}
        title={[name, type, description].filter(Boolean).join('\n')}
        aria-haspopup={heads ? 'menu' : undefined}
        onKeyDown={onKeyDown}
        onClick={() => drag.wasDragged() || onSelectColumn(index)}
        {...drag.moving}
      >
        <span className="grid-head-name">{name}</span>
        {unit === null ? null : <span className="grid-head-unit">{unit}</span>}
        {isMasked ? <span className="unseen">{w.masked}</span> : null}
        {isFiltered ? <span className="unseen">{w.filtered}</span> : null}
        <span className="grid-head-signs" aria-hidden="true">
          {SIGNS[sorted]}
          {isFiltered ? <Icon name="filter" /> : null}
        </span>
      </button>
      {heads ? (
        <>
          <button
            type="button"
            className="grid-head-menu"
            tabIndex={-1}
            aria-label={w.menuOf(name)}
            aria-haspopup="menu"
            onClick={openMenu}
          >
            <Icon name="down" />
          </button>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the menu does the same by keys. */}
          <span
            className="grid-head-edge"
            title={w.resize(name)}
            onDoubleClick={() => {
              const fitting = fittingWidth(index)
              if (fitting !== null) heads.onResize(name, fitting)
            }}
            {...drag.resizing}
          />
        </>
      ) : null}
    </div>
  )
}
