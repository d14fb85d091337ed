import type { Wire } from '@bindery-data/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useKept } from '../../app/kept.ts'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { usePeople } from '../../parts/values/people.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { language } from '../../words/language.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'
import { hasCells, OpCells } from './op-cells.tsx'
import { spellSummary } from './op-summary.ts'
import { UndoOp } from './undo-op.tsx'

const PAGE = 50

/** What was done, day by day. */
export function OpList({ workbookId }: { workbookId: string }) {
  const w = useWords(historyWords)
  const { day } = useFormats()
  const [table, setTable] = useState('')
  const pages = useInfiniteQuery({
    queryKey: keys.of(workbookId, 'ops'),
    queryFn: ({ pageParam }) =>
      client.api.listOps({ workbook_id: workbookId, limit: PAGE, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  })
  if (pages.error) return <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} />
  const all = pages.data?.pages.flatMap(({ ops }) => ops) ?? []
  if (pages.data && all.length === 0) return <EmptyState icon="history" title={w.title} text={w.opsNone} />
  const tables = [...new Set(all.flatMap((op) => op.table ?? []))].sort()
  const shown = tables.includes(table) ? all.filter((op) => op.table === table) : all
  return (
    <>
      {tables.length > 1 ? (
        <div className="history-bar">
          <SelectField
            label={w.filterTable}
            value={table}
            onChange={(event) => setTable(event.target.value)}
            options={[{ value: '', name: w.allTables }, ...tables.map((name) => ({ value: name, name }))]}
          />
        </div>
      ) : null}
      <ol className="op-list" aria-label={w.ops}>
        {shown.map((op, n) => {
          const date = day(op.at)
          const before = shown[n - 1]
          return (
            <Fragment key={op.op_id}>
              {before && day(before.at) === date ? null : <li className="op-day">{date}</li>}
              <OpEntry workbookId={workbookId} op={op} />
            </Fragment>
          )
        })}
      </ol>
      {pages.hasNextPage ? (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {w.older}
        </Button>
      ) : null}
    </>
  )
}

function OpEntry({ workbookId, op }: { workbookId: string; op: Wire.Op }) {
  const w = useWords(historyWords)
  const { time } = useFormats()
  const chosen = useKept(language)
  const who = usePeople(workbookId)
  const [isOpen, setOpen] = useState(false)
  const kind = Object.entries(w.kinds).find(([known]) => known === op.kind)?.[1] ?? op.kind
  const what = op.table === null ? kind : `${kind} · ${op.table}`
  return (
    <li className={op.undone_by === null ? 'op' : 'op undone'}>
      <Icon name={iconOf(op.kind)} />
      <div>
        <p>
          <span className="op-what">{what}</span> {op.undone_by === null ? null : <Badge>{w.undone}</Badge>}
        </p>
        <p className="op-about">
          {[
            who(op.actor),
            op.rows ? w.rows(op.rows) : '',
            op.edit_version ? w.version(op.edit_version) : '',
            op.summary ? spellSummary(op.summary, chosen) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isOpen ? <OpCells workbookId={workbookId} op={op} /> : null}
      </div>
      <div className="op-actions">
        {hasCells(op) ? (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? w.hideCells : w.showCells}
          </Button>
        ) : null}
        {op.undoable ? <UndoOp workbookId={workbookId} op={op} what={what} /> : null}
      </div>
      <time dateTime={op.at}>{time(op.at)}</time>
    </li>
  )
}

const ICONS: readonly [RegExp, IconName][] = [
  [/^rows\.undo/, 'undo'],
  [/^(rows|column|table|formula|override)/, 'table'],
  [/^(merge|sync)/, 'conflict'],
  [/^source/, 'file'],
  [/^(transform|recompute)/, 'play'],
]

const iconOf = (kind: string): IconName => ICONS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'history'
