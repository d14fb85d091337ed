import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { helpfulList } from '../../../parts/answers/load.ts'
import { IconButton } from '../../../parts/controls/button.tsx'
import { kindOf, plainText, shownText } from '../../../parts/grid/cells/typed-text.ts'
import type { GridColumn, LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import { client } from '../../../service/client.ts'
import { keys } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { RowComments } from '../comments/row-comments.tsx'
import type { Comments } from '../comments/use-comments.ts'
import { RowHistory, rowHistoryQuery } from './row-history.tsx'
import { rowPanelWords } from './row-panel-words.ts'

type Props = {
  table: string
  columns: readonly GridColumn[]
  row: LoadedRow | undefined
  line: number
  rowCount: number
  /** The chosen one. */
  column: string | undefined
  comments: Comments
  /** Without it nothing can be written. */
  onWrite: ((column: string, text: string, seen: LoadedRow) => void) | null
  onStep: (by: -1 | 1) => void
  onClose: () => void
}

/** Everything of the row at hand: its fields, where each was read, and what happened to it. */
export function RowPanel({ table, columns, row, line, rowCount, column, comments, onWrite, onStep, onClose }: Props) {
  const w = useWords(rowPanelWords)
  const rowId = row?.rowId ?? null
  const origins = useOrigins(table, rowId)
  return (
    <aside className="row-panel" aria-label={w.title}>
      <header>
        <h2>{w.line(line + 1)}</h2>
        <IconButton icon="up" name={w.previous} disabled={line <= 0} onClick={() => onStep(-1)} />
        <IconButton icon="down" name={w.next} disabled={line >= rowCount - 1} onClick={() => onStep(1)} />
        <IconButton icon="close" name={w.close} onClick={onClose} />
      </header>
      {row && rowId !== null ? (
        <>
          <section aria-label={w.fields} className="row-fields">
            {columns.map((each) => (
              <Field
                key={`${rowId} ${each.name}`}
                column={each}
                row={row}
                origin={origins.get(each.name)}
                isChosen={each.name === column}
                onWrite={onWrite}
              />
            ))}
          </section>
          <h3>{w.comments}</h3>
          <RowComments comments={comments} rowId={rowId} column={column} isWritable={onWrite !== null} />
          <h3>{w.history}</h3>
          <RowHistory table={table} rowId={rowId} column={column} />
        </>
      ) : (
        <p className="soft">{w.pick}</p>
      )}
    </aside>
  )
}

type FieldProps = {
  column: GridColumn
  row: LoadedRow
  origin: string | undefined
  isChosen: boolean
  onWrite: Props['onWrite']
}

/** A field shows its value as the grid does, and its plain text while it is written in. */
function Field({ column, row, origin, isChosen, onWrite }: FieldProps) {
  const w = useWords(rowPanelWords)
  const id = useId()
  const { name, type, masked, format = null } = column
  const [draft, setDraft] = useState<string | null>(null)
  // The row as it was when writing began: what others write meanwhile must not pass for it.
  const seen = useRef(row)
  const value = row.cells[name]
  const shown = shownText(value, kindOf(type), format)
  const area = useRef<HTMLTextAreaElement>(null)
  const isWriting = draft !== null
  // Another text takes the place of the shown one, and the place of the caret means nothing in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when writing begins.
  useLayoutEffect(() => {
    if (isWriting && draft !== shown) area.current?.select()
  }, [isWriting])
  const isHidden = masked && (value === null || value === undefined)
  const leave = () => {
    if (draft !== null && draft !== plainText(seen.current.cells[name])) onWrite?.(name, draft, seen.current)
    setDraft(null)
  }
  useLeftLast(leave)
  return (
    <div className={isChosen ? 'row-field chosen' : 'row-field'}>
      <label className="row-field-name" htmlFor={id}>
        {name}
      </label>
      {isHidden ? (
        <output id={id} className="masked row-field-hidden">
          {w.masked}
        </output>
      ) : (
        <textarea
          ref={area}
          id={id}
          className="input"
          rows={1}
          value={draft ?? shown}
          readOnly={masked || !onWrite}
          spellCheck={false}
          onFocus={() => {
            if (masked || !onWrite) return
            seen.current = row
            setDraft(plainText(value))
          }}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') setDraft(plainText(seen.current.cells[name]))
            if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
              event.preventDefault()
              event.currentTarget.blur()
            }
          }}
          onBlur={leave}
        />
      )}
      {origin ? <span className="soft row-field-origin">{origin}</span> : null}
    </div>
  )
}

/** Another row takes the place of this one without a word to the field that has the focus: what was typed is written all the same. */
function useLeftLast(leave: () => void) {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => () => latest.current(), [])
}

/** Which cell of which file each field was read from. */
function useOrigins(table: string, rowId: number | null): ReadonlyMap<string, string> {
  const w = useWords(rowPanelWords)
  const workbookId = useWorkbookId()
  const { data } = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'origin', rowId),
    enabled: rowId !== null,
    queryFn: ({ signal }) =>
      client.api.readTableRowOrigin({ workbook_id: workbookId, name: table, row_id: String(rowId), signal }),
  })
  const edited = useEditedColumns(table, rowId)
  return new Map(
    helpfulList({ data: data?.columns }).flatMap((each) =>
      isKnown(each) ? [[each.column, edited.has(each.column) ? w.originEdited(each) : w.origin(each)]] : [],
    ),
  )
}

/** Columns of the row that were written since it was read from its file. */
function useEditedColumns(table: string, rowId: number | null): ReadonlySet<string> {
  const { data } = useQuery({ ...rowHistoryQuery(useWorkbookId(), table, rowId ?? 0), enabled: rowId !== null })
  return new Set(helpfulList({ data: data?.changes }).flatMap(({ column }) => column ?? []))
}

type Origin = Wire.ReadTableRowOriginAnswer['columns'][number]
type KnownOrigin = { column: string; cell: string; sheet: string; source: string }

const isKnown = (origin: Origin): origin is Origin & KnownOrigin =>
  Boolean(origin.cell && origin.sheet && origin.source)
