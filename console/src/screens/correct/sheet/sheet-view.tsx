import type { Wire } from '@bindery-data/sdk'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Part, partAt } from './part-at.ts'
import type { Cell } from './range.ts'
import { cellUnder, columnNames, placeOf, ROW_PX, roomFor, type SheetShape } from './sheet-shape.ts'
import './sheet-view.css'

export const GUTTER_PX = 46

type Props = {
  name: string
  shape: SheetShape
  regions: readonly Wire.Region[]
  active: Cell
  onActive: (cell: Cell) => void
  /** Cells in the colour of what they are for; else as the file has them. */
  isColoured: boolean
  /** What lies over the cells, in their own pixels. */
  children: ReactNode
}

/** The sheet as it looks. One stop for the tab key; arrows go from cell to cell. */
export function SheetView({ name, shape, regions, active, onActive, isColoured, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const shown = useShownRows(scroller, shape)
  useScrollTo(scroller, shape, active)
  const width = shape.edges.at(-1) ?? 0
  const { top, left } = shape.mergeAt(active.row, active.column) ?? { top: active.row, left: active.column }
  return (
    <div className="sheet-scroll" ref={scroller}>
      <div
        className="sheet"
        role="grid"
        tabIndex={0}
        aria-label={name}
        aria-rowcount={shape.rows}
        aria-colcount={shape.box.right - shape.box.left + 1}
        aria-activedescendant={shown.includes(top) ? `${gridId}-${top}-${left}` : undefined}
        style={{ width: width + GUTTER_PX, height: (shape.rows + 1) * ROW_PX }}
        onKeyDown={(event) => {
          const next = moved(event, active, shape)
          if (!next) return
          event.preventDefault()
          onActive(next)
        }}
        onPointerDown={(event) => {
          const { left, top } = event.currentTarget.getBoundingClientRect()
          onActive(cellUnder(shape, event.clientX - left - GUTTER_PX, event.clientY - top - ROW_PX))
        }}
      >
        <Letters shape={shape} active={active} />
        {shown.map((row) => (
          <SheetRow key={row} {...{ shape, row, regions, active, gridId, isColoured }} />
        ))}
      </div>
      <div className="sheet-over" style={{ left: GUTTER_PX, top: ROW_PX }}>
        {children}
      </div>
    </div>
  )
}

const Letters = ({ shape, active }: { shape: SheetShape; active: Cell }) => (
  <div role="row" className="sheet-letters">
    {columnNames(shape).map((letters, n) => {
      const { x, width } = placeOf(shape, { top: 1, bottom: 1, left: shape.box.left + n, right: shape.box.left + n })
      const isActive = shape.box.left + n === active.column
      return (
        <div
          key={letters}
          role="columnheader"
          className={isActive ? 'at' : undefined}
          style={{ left: x + GUTTER_PX, width }}
        >
          {letters}
        </div>
      )
    })}
  </div>
)

type RowProps = Pick<Props, 'shape' | 'regions' | 'active' | 'isColoured'> & { row: number; gridId: string }

function SheetRow({ shape, row, regions, active, gridId, isColoured }: RowProps) {
  const cells = []
  for (let column = shape.box.left; column <= shape.box.right; column++) {
    const merge = shape.mergeAt(row, column)
    if (merge && (row !== Math.max(merge.top, shape.box.top) || column !== merge.left)) continue
    const part = isColoured ? partAt(regions, { row, column }) : null
    const isActive = row === active.row && column === active.column
    cells.push(<SheetCell key={column} {...{ shape, row, column, part, isActive, gridId, merge }} />)
  }
  return (
    <div role="row" aria-rowindex={row} className="sheet-row" style={{ top: (row - shape.box.top + 1) * ROW_PX }}>
      <div role="rowheader" className={row === active.row ? 'sheet-number at' : 'sheet-number'}>
        {row}
      </div>
      {cells}
    </div>
  )
}

type CellProps = {
  shape: SheetShape
  row: number
  column: number
  part: Part | null
  isActive: boolean
  gridId: string
  merge: ReturnType<SheetShape['mergeAt']>
}

function SheetCell({ shape, row, column, part, isActive, gridId, merge }: CellProps) {
  const box = merge ?? { top: row, bottom: row, left: column, right: column }
  const { x, width, height } = placeOf(shape, box)
  const text = shape.textAt(row, column)
  const { bold, indent = 0, align, fill, color, border = [] } = shape.lookAt(row, column)
  const side = align ?? (shape.isNumberAt(row, column) ? 'right' : 'left')
  return (
    <div
      role="gridcell"
      id={`${gridId}-${row}-${column}`}
      aria-selected={isActive}
      className={['sheet-cell', part ? `part-${part}` : '', ...border.map((edge) => `line-${edge}`)].join(' ')}
      style={{
        left: x + GUTTER_PX,
        width,
        height,
        ...(part === null && fill ? { background: `#${fill}`, color: `#${color ?? '000000'}` } : {}),
      }}
    >
      {text ? (
        <span
          style={{
            width: side === 'left' ? roomFor(shape, { row, column }) : '100%',
            textAlign: side,
            paddingLeft: 6 + indent * 12,
            fontWeight: bold ? 650 : undefined,
          }}
        >
          {text}
        </span>
      ) : null}
    </div>
  )
}

/** Rows within sight and a few around; a sheet may have thousands. */
function useShownRows(scroller: { current: HTMLDivElement | null }, { box, rows }: SheetShape): readonly number[] {
  const [from, setFrom] = useState(0)
  const [height, setHeight] = useState(800)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      setFrom(Math.floor(element.scrollTop / ROW_PX / AROUND) * AROUND)
      setHeight(element.clientHeight)
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  const first = Math.max(0, from - AROUND)
  const last = Math.min(rows - 1, from + Math.ceil(height / ROW_PX) + 2 * AROUND)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => box.top + first + n)
}

const AROUND = 12

function useScrollTo(scroller: { current: HTMLDivElement | null }, shape: SheetShape, { row, column }: Cell) {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const { x, y, width } = placeOf(shape, { top: row, bottom: row, left: column, right: column })
    const [right, bottom] = [element.clientWidth - GUTTER_PX, element.clientHeight - ROW_PX]
    if (y < element.scrollTop) element.scrollTop = y
    else if (y + ROW_PX > element.scrollTop + bottom) element.scrollTop = y + ROW_PX - bottom
    if (x < element.scrollLeft) element.scrollLeft = x
    else if (x + width > element.scrollLeft + right) element.scrollLeft = x + width - right
  }, [scroller, shape, row, column])
}

const PAGE = 20

function moved({ key, ctrlKey, metaKey }: KeyboardEvent, { row, column }: Cell, { box }: SheetShape): Cell | null {
  const isFar = ctrlKey || metaKey
  const to = (r: number, c: number): Cell => ({
    row: Math.min(box.bottom, Math.max(box.top, r)),
    column: Math.min(box.right, Math.max(box.left, c)),
  })
  switch (key) {
    case 'ArrowDown':
      return to(isFar ? box.bottom : row + 1, column)
    case 'ArrowUp':
      return to(isFar ? box.top : row - 1, column)
    case 'ArrowRight':
      return to(row, isFar ? box.right : column + 1)
    case 'ArrowLeft':
      return to(row, isFar ? box.left : column - 1)
    case 'PageDown':
      return to(row + PAGE, column)
    case 'PageUp':
      return to(row - PAGE, column)
    case 'Home':
      return to(isFar ? box.top : row, box.left)
    case 'End':
      return to(isFar ? box.bottom : row, box.right)
    default:
      return null
  }
}
