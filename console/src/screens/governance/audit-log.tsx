import type { Wire } from '@bindery-data/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePeople } from '../../parts/values/people.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'
import { governanceWords } from './governance-words.ts'

const PAGE = 100
const HASH_SHOWN = 10

/** What was done and refused, and whether the log is still what it was. */
export function AuditLog({ workbookId }: { workbookId: string }) {
  const w = useWords(governanceWords)
  const [isRefused, setRefused] = useState(false)
  const pages = useInfiniteQuery({
    queryKey: keys.of(workbookId, 'ops', 'audit'),
    queryFn: ({ pageParam }) =>
      client.api.readAuditLog({ workbook_id: workbookId, limit: PAGE, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before }) => next_before,
  })
  if (pages.error) return <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} />
  const all = pages.data?.pages ?? []
  const entries = all.flatMap((page) => page.entries).filter(({ outcome }) => !isRefused || outcome === 'refused')
  return (
    <>
      <p className="soft">{w.auditLead}</p>
      {all.length > 0 ? <Verdict isValid={all.every(({ chain_valid }) => chain_valid)} /> : null}
      <label className="audit-filter">
        <input type="checkbox" checked={isRefused} onChange={(event) => setRefused(event.target.checked)} />{' '}
        {w.onlyRefused}
      </label>
      {entries.length === 0 && pages.data ? (
        <p className="soft">{w.auditNone}</p>
      ) : (
        <Entries workbookId={workbookId} entries={entries} />
      )}
      {pages.hasNextPage ? (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {w.older}
        </Button>
      ) : null}
    </>
  )
}

function Verdict({ isValid }: { isValid: boolean }) {
  const w = useWords(governanceWords)
  return (
    <div className={isValid ? 'verdict good' : 'verdict bad'} role="status">
      <Icon name={isValid ? 'shield' : 'warning'} />
      <div>
        <p className="verdict-word">{isValid ? w.valid : w.broken}</p>
        <p>{isValid ? w.validHint : w.brokenHint}</p>
      </div>
    </div>
  )
}

function Entries({ workbookId, entries }: { workbookId: string; entries: readonly Wire.AuditEntry[] }) {
  const w = useWords(governanceWords)
  const actions: Readonly<Record<string, string>> = useWords(actionWords)
  const { moment } = useFormats()
  const who = usePeople(workbookId)
  return (
    <DataTable
      caption={w.tabs.audit}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      columns={[
        { key: 'seq', name: '#', cell: ({ seq }) => seq, isRowName: true },
        { key: 'at', name: w.at, cell: ({ since, at }) => moment(since ?? at) },
        { key: 'who', name: w.who, cell: ({ actor }) => who(actor) },
        {
          key: 'action',
          name: w.action,
          cell: ({ action, count }) => (
            <>
              <span title={action}>{actions[action] ?? action}</span> {count && count > 1 ? w.times(count) : null}
            </>
          ),
        },
        { key: 'target', name: w.target, cell: ({ target }) => Object.values(target).map(String).join(' · ') },
        {
          key: 'outcome',
          name: w.outcome,
          cell: ({ outcome }) => (
            <Badge tone={outcome === 'ok' ? 'plain' : 'bad'}>{outcome === 'ok' ? w.ok : w.refused}</Badge>
          ),
        },
        { key: 'hash', name: w.hash, cell: ({ hash }) => <code title={hash}>{hash.slice(0, HASH_SHOWN)}</code> },
      ]}
    />
  )
}
