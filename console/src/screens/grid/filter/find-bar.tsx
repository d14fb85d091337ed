import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { ProblemLine } from '../../../parts/answers/problem-line.tsx'
import { Button, IconButton } from '../../../parts/controls/button.tsx'
import type { CellPosition } from '../../../parts/grid/cells/cell-range.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { Icon } from '../../../parts/icon.tsx'
import { client } from '../../../service/client.ts'
import { useWords } from '../../../words/words.ts'
import { cellMenuWords } from '../cell-menu-words.ts'
import type { GridSearch } from '../grid-search.ts'
import { filterOf, orderText } from './rows-filter.ts'

type Props = {
  table: string
  columns: readonly GridColumn[]
  shown: readonly GridColumn[]
  search: GridSearch
  /** The line to look on from. */
  line: number
  onFound: (place: CellPosition) => void
  onClose: () => void
}

type Direction = 'next' | 'previous'

/** As long as fingers rest between two letters. */
const RESTS_MS = 350

/** The filter, the order and the columns of the grid, as the API takes them. */
function shownRows({ columns, shown, search }: Pick<Props, 'columns' | 'shown' | 'search'>) {
  const filter = filterOf(search.filter ?? [], columns)
  const order = orderText(search.order)
  return {
    columns: JSON.stringify(shown.map(({ name }) => name)),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
    ...(order ? { order_by: order } : {}),
  }
}

/** Looks through all rows of the table, in the order and with the filter that are shown. */
export function FindBar({ table, columns, shown, search, line, onFound, onClose }: Props) {
  const w = useWords(cellMenuWords)
  const workbookId = useWorkbookId()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  /** A text that was found already is looked for behind the line it was found in. */
  const last = useRef<{ text: string; line: number } | null>(null)
  const sought = useRef('')

  const ask = (direction: Direction, from: number) =>
    client.api.findInTable({
      ...shownRows({ columns, shown, search }),
      workbook_id: workbookId,
      name: table,
      text,
      direction,
      from,
    })
  const finding = useMutation({
    mutationFn: async (direction: Direction) => {
      const isAgain = last.current?.text === text && last.current.line === line
      const from = direction === 'next' ? (isAgain ? line + 1 : line) : line
      const found = await ask(direction, from)
      // At the end it begins at the other one.
      if (found.match || found.count === 0) return found
      return ask(direction, direction === 'next' ? 0 : Number.MAX_SAFE_INTEGER)
    },
    onSuccess: ({ match }) => {
      if (!match) return
      last.current = { text, line: match.offset }
      const column = shown.findIndex(({ name }) => match.columns.includes(name))
      onFound({ row: match.offset, column: Math.max(0, column) })
      input.current?.focus()
    },
  })
  const go = (direction: Direction) => {
    if (text === '' || finding.isPending) return
    sought.current = text
    finding.mutate(direction)
  }
  // As a browser does: what is typed is found when typing rests, from the line it began at.
  const latest = useRef(go)
  latest.current = go
  const { isPending } = finding
  useEffect(() => {
    if (text === '' || isPending || sought.current === text) return
    const rest = setTimeout(() => latest.current('next'), RESTS_MS)
    return () => clearTimeout(rest)
  }, [text, isPending])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault()
      go('previous')
    }
  }
  return (
    <search className="find-bar">
      <form
        onKeyDown={onKeyDown}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          go('next')
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          className="input"
          aria-label={w.find}
          placeholder={w.find}
          value={text}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: it was asked for by a key, to be typed into.
          autoFocus
          onChange={({ target }) => {
            setText(target.value)
            finding.reset()
          }}
        />
        <span className="find-state" role="status">
          <FindState finding={finding} />
        </span>
        <IconButton icon="up" name={w.previous} disabled={text === ''} onClick={() => go('previous')} />
        <IconButton icon="down" name={w.next} type="submit" disabled={text === ''} />
        <IconButton icon="close" name={w.close} onClick={onClose} />
      </form>
    </search>
  )
}

type Found = Awaited<ReturnType<typeof client.api.findInTable>>

function FindState({ finding }: { finding: { isPending: boolean; error: Error | null; data: Found | undefined } }) {
  const w = useWords(cellMenuWords)
  if (finding.isPending) return w.searching
  if (finding.error) return <ProblemLine error={finding.error} />
  const { data } = finding
  if (!data) return null
  return data.match ? w.place(data.match.number, data.count) : w.none
}

export function FindButton({ onClick }: { onClick: () => void }) {
  const w = useWords(cellMenuWords)
  return (
    <Button look="quiet" icon="search" onClick={onClick}>
      {w.findAll}
    </Button>
  )
}
