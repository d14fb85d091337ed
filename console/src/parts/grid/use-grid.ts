import type { Cell } from '@bindery-data/sdk'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Editing, Leave } from './cells/cell-editor.tsx'
import { type CellPosition, oneCell, placeAfterKey, type Selection, type TypedCell } from './cells/cell-range.ts'
import { plainText } from './cells/typed-text.ts'
import type { ColumnLayout } from './columns/column-layout.ts'
import { columnWidth, lineWidth } from './columns/column-widths.ts'
import { useDrawnColumns } from './columns/use-drawn-columns.ts'
import type { CellOf } from './grid-controls.ts'
import type { GridColumn, LoadedRow } from './rows/read-page.ts'
import type { KnownLine, RowPages } from './rows/row-pages.ts'
import { rowsInView } from './rows/scroll-space.ts'
import { useTallScroll } from './rows/use-tall-scroll.ts'
import { useSize } from './use-size.ts'

export const ROW_PX = 28
export const HEADER_PX = 32

export type GridHandle = {
  goTo: (place: CellPosition) => void
  /** The same, and the focus stays where it is. */
  show: (place: CellPosition) => void
  /** What has the focus when it is in the grid. */
  focusTarget: () => HTMLElement | null | undefined
}
export type Held = NonNullable<ReturnType<RowPages['held']>>

type GridOptions = {
  ref?: Ref<GridHandle> | undefined
  onSelect?: ((selection: Selection) => void) | undefined
  onWrite?: ((cells: TypedCell[]) => void) | undefined
  layout?: ColumnLayout | undefined
  waitingIn?: WaitingIn | undefined
  hasNewLine?: boolean | undefined
}

/** What is on its way into a cell; undefined where nothing is. */
export type WaitingIn = (row: LoadedRow, column: string) => Cell | undefined

/** Where the view of a grid stands, what is chosen in it, and which cell is being written. */
export function useGrid(pages: RowPages, held: Held, wishes: GridOptions) {
  const hasNewLine = Boolean(wishes.hasNewLine && wishes.onWrite)
  const [chosen, setChosen] = useState<Selection>(() => oneCell({ row: 0, column: 0 }))
  const [nextLine, setNextLine] = useState(NO_LINE)
  const ahead = chosen.head.row === nextLine ? Math.max(0, Math.min(nextLine - held.rowCount, MOST_AHEAD)) : 0
  const lineCount = held.rowCount + (hasNewLine ? 1 + ahead : 0)
  const view = useView(pages, held, lineCount, wishes.layout)
  const cursor = useCursor(pages, { ...held, rowCount: lineCount }, view, { ...wishes, chosen, setChosen })
  const { select, selection, editing, setEditing } = cursor
  const { head } = selection
  const { first, last } = view
  useEffect(() => pages.want(first, last, head.row < 0 ? first : head.row), [pages, first, last, head.row])
  const { columns, rowCount } = held
  const row = pages.rowAt(head.row)
  const column = columns[head.column]
  const isNewLine = hasNewLine && head.row >= rowCount
  const isReadOnly = !wishes.onWrite || !(row || isNewLine) || !column || column.masked
  const gridSize = {
    rows: rowCount,
    columns: columns.length,
    pageRows: Math.max(1, Math.floor(view.viewPx / ROW_PX) - 1),
    hasNewLine,
  }
  const cellOf: CellOf = (of, name) => {
    const waiting = wishes.waitingIn?.(of, name)
    return waiting === undefined ? (of.cells[name] ?? null) : waiting
  }
  /** The line below a new one whose row is still on its way: what is typed there is another row, and not the same once more. */
  const startLine = (place: CellPosition) => {
    setNextLine(place.row)
    select(oneCell(place))
  }
  const ways = { select, startLine, setEditing, cellOf }
  return { ...view, ...ways, selection, editing, row, column, isReadOnly, gridSize, lineCount }
}

const NO_LINE = -1
/** Rows on their way at once, each with a line of its own. */
const MOST_AHEAD = 50

/** The part of the table that is in view. */
function useView(pages: RowPages, held: Held, lineCount: number, layout: ColumnLayout | undefined) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const viewPx = Math.max(0, size.height - HEADER_PX)
  const { topPx, trackPx, showPx } = useTallScroll(scroller, lineCount * ROW_PX, viewPx)
  const [first, last] = rowsInView(topPx, viewPx, ROW_PX, lineCount)
  const widths = useWidths(held.columns, useFirstWidths(pages, held.columns), layout?.widthsPx ?? NO_WIDTHS)
  const linePx = lineWidth(held.rowCount)
  const columns = useDrawnColumns(scroller, held.columns, widths, linePx, frozenIn(layout, widths, size.width))
  const show = ({ row, column }: CellPosition) => {
    if (row >= 0) showPx(row * ROW_PX, (row + 1) * ROW_PX)
    columns.showColumn(column)
  }
  const { placed, drawn, widthPx } = columns
  return { scroller, viewPx, topPx, trackPx, first, last, show, placed, drawn, widthPx, linePx }
}

type View = ReturnType<typeof useView>

type Chosen = { chosen: Selection; setChosen: (next: Selection) => void }

function useCursor(
  pages: RowPages,
  { rowCount, columns }: Held,
  { scroller, show }: View,
  wishes: GridOptions & Chosen,
) {
  const { chosen, setChosen } = wishes
  const [editing, showEditing] = useState<{ how: NonNullable<Editing>; seen: KnownLine | undefined } | null>(null)
  const selection: Selection = { ...chosen, head: within(chosen.head, rowCount, columns.length) }
  /** The focus follows a selection that was made in the grid, and never jumps into it by itself. */
  const isFocusAwaited = useRef(false)
  const select = (next: Selection, isShown = true) => {
    isFocusAwaited.current = true
    showEditing(null)
    setChosen(next)
    wishes.onSelect?.(next)
    if (isShown) show(next.head)
  }
  useLayoutEffect(() => {
    if (!isFocusAwaited.current) return
    const target = scroller.current?.querySelector<HTMLElement>('[data-focus]')
    if (target) isFocusAwaited.current = false
    target?.focus({ preventScroll: true })
  })
  useImperativeHandle(wishes.ref, () => ({
    goTo: (place) => select(oneCell(place)),
    show: (place) => {
      select(oneCell(place))
      isFocusAwaited.current = false
    },
    focusTarget: () => scroller.current?.querySelector<HTMLElement>('[data-focus]'),
  }))
  // The row as it was when its cell was opened: what others write meanwhile must not pass for it.
  const setEditing = (how: Editing) =>
    showEditing((before) => how && { how, seen: before ? before.seen : knownLine(pages, selection.head.row) })
  return { selection, select, editing, setEditing }
}

function knownLine(pages: RowPages, index: number): KnownLine | undefined {
  const line = pages.lineAt(index)
  return line.state === 'unknown' ? undefined : line
}

type Grid = ReturnType<typeof useGrid>

/** Writes what was typed, if it is something else, and goes on to the next cell. */
export function leaveCell(
  { editing, column, cellOf, selection: { head }, select, startLine, setEditing, gridSize }: Grid,
  onWrite: GridOptions['onWrite'],
  text: string,
  leave: Leave,
) {
  const seen = editing?.seen
  const before = seen?.state === 'loaded' && column ? cellOf(seen.row, column.name) : null
  const isWritten = column !== undefined && text !== plainText(before)
  if (isWritten) onWrite?.([{ ...head, text, seen }])
  const isNewLine = gridSize.hasNewLine && head.row >= gridSize.rows
  if (isNewLine && isWritten && leave === 'down') return startLine({ row: head.row + 1, column: head.column })
  const key = LEAVE_KEYS[leave]
  const next = key ? placeAfterKey(head, { key, ctrlKey: false, metaKey: false }, gridSize) : undefined
  if (next) select(oneCell(next))
  else setEditing(null)
}

const LEAVE_KEYS: Record<Leave, string | null> = {
  down: 'ArrowDown',
  up: 'ArrowUp',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  stay: null,
}

const within = ({ row, column }: CellPosition, rows: number, columns: number): CellPosition => ({
  row: Math.min(row, rows - 1),
  column: Math.min(column, columns - 1),
})

const MEASURED_ROWS = 60
const NO_WIDTHS: ColumnLayout['widthsPx'] = {}

/** Widths are taken once for each set of columns: they must not jump when other rows come. */
function useFirstWidths(pages: RowPages, shown: readonly GridColumn[]): ReadonlyMap<string, number> {
  const { columns: all, rowCount } = pages.held() ?? { columns: [], rowCount: 0 }
  const columns = all.map((column) => shown.find(({ name }) => name === column.name) ?? column)
  const names = JSON.stringify(columns.map(({ name, type, format }) => [name, type, format]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the columns.
  return useMemo(() => {
    const lines = Array.from({ length: Math.min(MEASURED_ROWS, rowCount) }, (_, n) => pages.rowAt(n))
    const rows = lines.flatMap((row) => row ?? [])
    return new Map(columns.map((column) => [column.name, columnWidth(column, rows)]))
  }, [names])
}

function useWidths(
  columns: readonly GridColumn[],
  first: ReadonlyMap<string, number>,
  chosen: ColumnLayout['widthsPx'],
): number[] {
  return useMemo(
    () => columns.map((column) => chosen[column.name] ?? first.get(column.name) ?? columnWidth(column, [])),
    [columns, first, chosen],
  )
}

/** Frozen columns never take more than two thirds of the view: there would be nothing left to scroll. */
function frozenIn(layout: ColumnLayout | undefined, widths: readonly number[], viewPx: number): number {
  let px = 0
  let frozen = 0
  for (const width of widths.slice(0, layout?.frozen ?? 0)) {
    px += width
    if (px > viewPx * (2 / 3)) break
    frozen++
  }
  return frozen
}
