import { type Ref, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { type CellPosition, oneCell, type Selection } from '../../../parts/grid/cells/cell-range.ts'
import { kindOf, shownText } from '../../../parts/grid/cells/typed-text.ts'
import type { CellSign } from '../../../parts/grid/grid-row.tsx'
import type { GridColumn, LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../../parts/grid/rows/row-pages.ts'
import type { GridHandle } from '../../../parts/grid/use-grid.ts'
import { useWords } from '../../../words/words.ts'
import { cardWords } from './card-words.ts'
import './row-cards.css'

type Props = {
  label: string
  ref?: Ref<GridHandle> | undefined
  pages: RowPages
  columns: readonly GridColumn[]
  signOf: (row: LoadedRow, column: string) => CellSign | undefined
  markOf: ((row: LoadedRow, column: string | null) => string | undefined) | undefined
  onSelect: (selection: Selection) => void
  /** Shows all of the row that was chosen. */
  onOpen: () => void
}

/** As many as are drawn at first, and as come with each stretch. */
const STRETCH = 40
/** More fields than these are seen when the card is opened. */
const FIELDS = 4

/** The rows of a table on a phone: each a card with its first fields, which opens the whole row. */
export function RowCards({ label, ref, pages, columns, signOf, markOf, onSelect, onOpen }: Props) {
  const w = useWords(cardWords)
  useSyncExternalStore(pages.listen, pages.stamp)
  const [shown, setShown] = useState({ from: 0, to: STRETCH })
  const list = useRef<HTMLOListElement>(null)
  const rowCount = pages.held()?.rowCount ?? 0
  const to = Math.min(shown.to, rowCount)
  useEffect(() => pages.want(shown.from, Math.max(shown.from, to - 1)), [pages, shown.from, to])
  const show = (place: CellPosition) => {
    onSelect(oneCell(place))
    if (place.row < shown.from || place.row >= shown.to) setShown({ from: place.row, to: place.row + STRETCH })
  }
  useImperativeHandle(ref, () => ({
    goTo: show,
    show,
    focusTarget: () => list.current?.querySelector<HTMLElement>('button'),
  }))
  const failure = pages.failure()
  return (
    <div className="row-cards">
      {failure ? <ProblemNote error={failure} onRetry={pages.refresh} /> : null}
      {shown.from > 0 ? (
        <Button look="quiet" onClick={() => setShown({ ...shown, from: Math.max(0, shown.from - STRETCH) })}>
          {w.earlier}
        </Button>
      ) : null}
      <ol ref={list} aria-label={label} start={shown.from + 1}>
        {Array.from({ length: Math.max(0, to - shown.from) }, (_, n) => shown.from + n).map((line) => (
          <Card
            key={line}
            line={line}
            row={pages.rowAt(line)}
            columns={columns}
            signOf={signOf}
            markOf={markOf}
            onOpen={() => {
              onSelect(oneCell({ row: line, column: 0 }))
              onOpen()
            }}
          />
        ))}
      </ol>
      {to < rowCount ? <More text={w.more} onSeen={() => setShown({ ...shown, to: to + STRETCH })} /> : null}
    </div>
  )
}

type CardProps = Pick<Props, 'columns' | 'signOf' | 'markOf' | 'onOpen'> & { line: number; row: LoadedRow | undefined }

function Card({ line, row, columns, signOf, markOf, onOpen }: CardProps) {
  const w = useWords(cardWords)
  const [title, ...others] = columns
  if (!row || !title) return <li className="row-card awaited" aria-busy="true" />
  const textOf = (column: GridColumn) => {
    const value = row.cells[column.name]
    if (column.masked && (value === null || value === undefined)) return w.masked
    return signOf(row, column.name)?.text ?? shownText(value, kindOf(column.type), column.format)
  }
  const said = [null, ...columns.map(({ name }) => name)].some((name) => markOf?.(row, name))
  return (
    <li className="row-card">
      <button type="button" onClick={onOpen}>
        <span className="row-card-line">{w.line(line + 1)}</span>
        <span className="row-card-title">
          <strong>{textOf(title) || w.empty}</strong>
          {said ? <span className="row-card-said">{w.commented}</span> : null}
        </span>
        <dl>
          {others.slice(0, FIELDS).map((column) => (
            <div key={column.name}>
              <dt>{column.name}</dt>
              <dd className={column.masked ? 'masked' : undefined}>{textOf(column)}</dd>
            </div>
          ))}
        </dl>
      </button>
    </li>
  )
}

/** Comes into view at the end of the cards, and brings the next ones. */
function More({ text, onSeen }: { text: string; onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && latest.current(),
    )
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={end} className="row-cards-more">
      <Button look="quiet" onClick={onSeen}>
        {text}
      </Button>
    </div>
  )
}
