import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useEffect, useSyncExternalStore } from 'react'
import { useWords } from '../../words/words.ts'
import { ProblemNote } from '../answers/problem-note.tsx'
import { type Spot, spotOf } from '../overlays/menu.tsx'
import { CellEditor } from './cells/cell-editor.tsx'
import { HEADER_ROW, rangeOf, rangesOf, type Selection, type TypedCell } from './cells/cell-range.ts'
import type { Pasted } from './cells/pasted.ts'
import { plainText, shownText } from './cells/typed-text.ts'
import type { ColumnLayout } from './columns/column-layout.ts'
import { columnWidth, WIDEST_TO_FIT_PX } from './columns/column-widths.ts'
import type { HeadOptions } from './columns/use-head-drag.ts'
import { GridHeader, type Order } from './grid-header.tsx'
import { type CellSign, GridRow } from './grid-row.tsx'
import { gridWords } from './grid-words.ts'
import type { GridColumn, LoadedRow } from './rows/read-page.ts'
import type { RowPages } from './rows/row-pages.ts'
import { type GridHandle, HEADER_PX, type Held, leaveCell, ROW_PX, useGrid, type WaitingIn } from './use-grid.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import './data-grid.css'

type Props = {
  label: string
  pages: RowPages
  ref?: Ref<GridHandle>
  /** Those that are shown, in their order; all when left out. */
  columns?: readonly GridColumn[] | undefined
  layout?: ColumnLayout
  order?: Order | null
  /** Names of the columns that choose rows. */
  filtered?: ReadonlySet<string>
  /** What can be done at the header; without it columns only have their names. */
  heads?: HeadOptions
  onMenu?: (spot: Spot) => void
  onKey?: (event: KeyboardEvent) => boolean
  onSelect?: (selection: Selection) => void
  /** Without it nothing can be written. */
  onWrite?: (cells: TypedCell[]) => void
  onPaste?: (pasted: Pasted) => void
  /** Below the last row stands an empty line: what is written there is a new row. */
  hasNewLine?: boolean
  onUndo?: () => void
  onRedo?: () => void
  signOf?: (row: LoadedRow, column: string) => CellSign | undefined
  noteOf?: (rowId: number | null, column: string) => string | undefined
  waitingIn?: WaitingIn
  /** What was said about a cell, or about the row where no column is named. */
  markOf?: ((row: LoadedRow, column: string | null) => string | undefined) | undefined
  /** Another number when a sign may have changed. */
  stamp?: number
}

const NO_SIGN = () => undefined

/** The rows of a table or a result, however many there are: those in view are drawn, and fetched as they come into view. */
export function DataGrid(props: Props) {
  const { pages } = props
  useSyncExternalStore(pages.listen, pages.stamp)
  const held = pages.held()
  useEffect(() => {
    if (!held) pages.want(0, 0)
  }, [pages, held])
  const problem = pages.failure() ? <ProblemNote error={pages.failure()} onRetry={pages.refresh} /> : null
  if (!held) return problem ?? <div className="data-grid awaited" aria-busy="true" />
  return (
    <div className="grid-frame">
      <OpenGrid {...props} held={props.columns ? { ...held, columns: props.columns } : held} />
      {problem ? <div className="grid-problem">{problem}</div> : null}
    </div>
  )
}

function OpenGrid({ held, ...props }: Props & { held: Held }) {
  const { label, pages, order = null, filtered, heads, onWrite, onUndo, onRedo } = props
  const { columns } = held
  const grid = useGrid(pages, held, props)
  const { head } = grid.selection
  const controls = { ...grid, editing: grid.editing?.how ?? null, pages, columns, onWrite, onPaste: props.onPaste }
  const onKeyDown = useGridKeys({ ...controls, onUndo, onRedo, onKey: props.onKey })
  const clipboard = useGridClipboard(controls)
  const pointer = useGridPointer(controls)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of the browser cannot leave most of its rows out.
    <div
      ref={grid.scroller}
      role="grid"
      className="data-grid"
      aria-label={label}
      aria-rowcount={grid.lineCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-readonly={!onWrite}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => menuAt(event, props.onMenu)}
      {...clipboard}
      {...pointer}
    >
      <div className="grid-track" role="presentation" style={{ height: grid.trackPx + HEADER_PX, width: grid.widthPx }}>
        <div className="grid-view" role="presentation" style={{ height: grid.viewPx + HEADER_PX }}>
          <GridHeader
            columns={head.row === HEADER_ROW ? withHead(grid) : grid.drawn}
            widthPx={grid.widthPx}
            linePx={grid.linePx}
            activeColumn={head.row === HEADER_ROW ? head.column : NOWHERE}
            order={order}
            filtered={filtered}
            heads={heads}
            onSelectColumn={(column) =>
              grid.select({ anchor: { row: held.rowCount - 1, column }, head: { row: 0, column } }, false)
            }
            fittingWidth={(column) => fittingWidth(grid, pages, columns[column])}
          />
          <GridRows grid={grid} {...props} editor={<HeadEditor grid={grid} {...props} />} />
        </div>
      </div>
    </div>
  )
}

/** Pressed with the right button, or asked for by a key: then it stands below the cell with the focus. */
function menuAt(event: MouseEvent, onMenu: ((spot: Spot) => void) | undefined) {
  const cell = event.target instanceof Element ? event.target.closest('[data-row]') : null
  if (!onMenu || !cell || cell.closest('.grid-header')) return
  event.preventDefault()
  const isByKey = event.button !== 2
  onMenu(isByKey ? spotOf(cell) : { left: event.clientX, top: event.clientY, width: 24, height: 0 })
}

/** As wide as what is in view, and the name. */
function fittingWidth({ first, last }: Parts['grid'], pages: RowPages, column: GridColumn | undefined): number | null {
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => pages.rowAt(first + n))
  const rows = lines.flatMap((row) => row ?? [])
  return column ? columnWidth(column, rows, WIDEST_TO_FIT_PX) : null
}

type Parts = Props & { grid: ReturnType<typeof useGrid> }

/** In the cell that has the focus. */
function HeadEditor({ grid, signOf = NO_SIGN, onWrite }: Parts) {
  const w = useWords(gridWords)
  const { row, column, selection, editing, setEditing } = grid
  const value = column && row && grid.cellOf(row, column.name)
  const said = column?.masked ? w.masked : shownText(value, 'text')
  return (
    <CellEditor
      label={w.cell(column?.name ?? '', selection.head.row + 1, said)}
      text={plainText(value)}
      editing={editing?.how ?? null}
      isReadOnly={grid.isReadOnly}
      isInvalid={Boolean(row && column && signOf(row, column.name)?.look === 'refused')}
      onBegin={() => setEditing('typing')}
      onCommit={(text, leave) => leaveCell(grid, onWrite, text, leave)}
      onCancel={() => setEditing(null)}
    />
  )
}

const NOWHERE = -9
/** Rows keep their place within a block while the view moves over it, and are not redrawn. */
const ROWS_IN_BLOCK = 1_000
const HIDDEN_ROWS = 6

function GridRows({
  grid,
  pages,
  editor,
  onWrite,
  signOf = NO_SIGN,
  noteOf = NO_SIGN,
  markOf,
  stamp = 0,
}: Parts & { editor: ReactNode }) {
  const w = useWords(gridWords)
  const { selection, first, last, topPx } = grid
  const { head } = selection
  const ranges = rangesOf(selection)
  const range = rangeOf(selection)
  const hasHandle = Boolean(onWrite) && !grid.editing && !selection.others && head.row !== HEADER_ROW
  const base = Math.floor(first / ROWS_IN_BLOCK) * ROWS_IN_BLOCK
  const shift = base * ROW_PX - topPx
  return (
    <div role="presentation" className="grid-body" style={{ transform: `translateY(${shift}px)` }}>
      {rowNumbers(first, last, head.row).map((index) => {
        const inRow = ranges.filter(({ top, bottom }) => index >= top && index <= bottom)
        const isInView = index >= first && index <= last
        return (
          <GridRow
            key={index}
            index={index}
            // The row with the focus stays, also out of sight.
            topPx={isInView ? (index - base) * ROW_PX : -shift - HIDDEN_ROWS * ROW_PX}
            widthPx={grid.widthPx}
            linePx={grid.linePx}
            row={pages.rowAt(index)}
            isNew={grid.gridSize.hasNewLine && index >= grid.gridSize.rows}
            columns={index === head.row ? withHead(grid) : grid.drawn}
            selected={inRow.map(({ left, right }) => `${left}-${right}`).join(' ')}
            handleColumn={hasHandle && index === range.bottom ? range.right : NOWHERE}
            activeColumn={index === head.row ? head.column : NOWHERE}
            editor={index === head.row ? editor : null}
            signOf={signOf}
            noteOf={noteOf}
            markOf={markOf}
            maskedWord={w.masked}
            stamp={stamp}
          />
        )
      })}
    </div>
  )
}

/** The cell with the focus is drawn also where its column is out of sight. */
function withHead({ drawn, placed, selection: { head } }: Parts['grid']) {
  const column = placed[head.column]
  return !column || drawn.includes(column) ? drawn : [...drawn, column]
}

/** Those in view, and the one with the focus. */
function rowNumbers(first: number, last: number, focused: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
  return focused >= 0 && (focused < first || focused > last) ? [...rows, focused] : rows
}
