import { memo, type ReactNode } from 'react'
import { type CellKind, shownText } from './cells/typed-text.ts'
import type { LoadedRow } from './rows/read-page.ts'

/** A column as it is drawn. */
export type DrawnColumn = {
  index: number
  name: string
  kind: CellKind
  format: string | null
  isMasked: boolean
  left: number
  width: number
  /** It stays at the left while others are scrolled; the last of them has an edge. */
  isFrozen: boolean
  isEdge: boolean
}

/** Frozen cells stand in the row one after another, others at their place. */
export const cellStyle = ({ isFrozen, left, width }: DrawnColumn) =>
  isFrozen ? { position: 'sticky' as const, flex: 'none', left, width } : { left, width }

/** What is said of a cell beside its value: that it is being written, was refused, or has two values. */
export type CellSign = { look: 'saving' | 'refused' | 'conflict'; text: string; title: string }

type Props = {
  index: number
  topPx: number
  widthPx: number
  linePx: number
  row: LoadedRow | undefined
  /** The empty line for a new row. */
  isNew: boolean
  columns: readonly DrawnColumn[]
  /** Columns of the selection in this row, as a text, so that a row whose selection stays is not redrawn: `2-4 7-7`. */
  selected: string
  /** At this column stands the handle of the selection. */
  handleColumn: number
  activeColumn: number
  editor: ReactNode
  signOf: (row: LoadedRow, column: string) => CellSign | undefined
  /** What is noted on a cell. */
  noteOf: (rowId: number | null, column: string) => string | undefined
  markOf: ((row: LoadedRow, column: string | null) => string | undefined) | undefined
  maskedWord: string
  /** Another number when a sign may have changed. */
  stamp: number
}

export const GridRow = memo(function GridRow(props: Props) {
  const { index, topPx, widthPx, linePx, row, columns, selected, activeColumn, editor } = props
  const stretches = stretchesIn(selected)
  const rowMark = row && props.markOf?.(row, null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of the browser cannot leave most of its rows out.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus goes to cells.
    <div role="row" className="grid-row" aria-rowindex={index + 2} style={{ top: topPx, width: widthPx }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
      <div
        role="rowheader"
        className="grid-line"
        aria-colindex={1}
        data-row={index}
        data-line=""
        style={{ width: linePx }}
        title={rowMark}
      >
        {props.isNew ? '+' : index + 1}
        {rowMark ? <CommentMark text={rowMark} /> : null}
      </div>
      {columns.map((column) => {
        const isActive = column.index === activeColumn
        const isSelected = stretches.some(([from, to]) => column.index >= from && column.index <= to)
        return (
          <GridCell
            key={column.index}
            {...props}
            column={column}
            isActive={isActive}
            isSelected={isSelected}
            hasHandle={column.index === props.handleColumn}
            editor={isActive ? editor : null}
            sign={row && props.signOf(row, column.name)}
            note={row && props.noteOf(row.rowId, column.name)}
            mark={row && props.markOf?.(row, column.name)}
          />
        )
      })}
    </div>
  )
})

type CellProps = Pick<Props, 'index' | 'row' | 'isNew' | 'editor' | 'maskedWord'> & {
  column: DrawnColumn
  isActive: boolean
  isSelected: boolean
  hasHandle: boolean
  sign: CellSign | undefined
  note: string | undefined
  mark: string | undefined
}

function GridCell(cell: CellProps) {
  const { index, row, column, isActive, isSelected, hasHandle, editor, sign, note, mark, maskedWord } = cell
  const looks = ['grid-cell', column.kind]
  if (column.isMasked) looks.push('masked')
  if (column.isFrozen) looks.push(column.isEdge ? 'frozen edge' : 'frozen')
  if (isActive) looks.push('active')
  if (sign) looks.push(sign.look)
  if (note !== undefined) looks.push('noted')
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in its row.
    // biome-ignore lint/a11y/useFocusableInteractive: the editor within has the focus.
    <div
      role="gridcell"
      className={looks.join(' ')}
      aria-colindex={column.index + 2}
      aria-selected={isSelected}
      aria-readonly={column.isMasked || undefined}
      data-row={index}
      data-column={column.index}
      style={cellStyle(column)}
      title={sign?.title ?? note ?? mark}
    >
      {cell.isNew ? null : <CellValue row={row} column={column} sign={sign} maskedWord={maskedWord} />}
      {note === undefined ? null : <span className="unseen">{note}</span>}
      {mark ? <CommentMark text={mark} /> : null}
      {editor}
      {hasHandle ? <span className="fill-handle" data-handle="" /> : null}
    </div>
  )
}

/** A corner that says that something was said here. */
const CommentMark = ({ text }: { text: string }) => (
  <span className="comment-mark">
    <span className="unseen">{text}</span>
  </span>
)

function CellValue({ row, column, sign, maskedWord }: Pick<CellProps, 'row' | 'column' | 'sign' | 'maskedWord'>) {
  if (!row) return <span className="grid-awaited" />
  if (sign) return <span className="grid-value">{sign.text}</span>
  const value = row.cells[column.name]
  // A mask may show a part of a value: the last digits, the year.
  if (column.isMasked && (value === null || value === undefined)) return <span className="unseen">{maskedWord}</span>
  return <span className="grid-value">{shownText(value, column.kind, column.format)}</span>
}

function stretchesIn(selected: string): readonly (readonly [number, number])[] {
  if (selected === '') return []
  return selected.split(' ').map((stretch) => {
    const [from = 0, to = 0] = stretch.split('-').map(Number)
    return [from, to] as const
  })
}
