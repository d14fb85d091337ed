import { useInfiniteQuery } from '@tanstack/react-query'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { client } from '../../../service/client.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { type CompanyAccount, companyKey } from './company-account.ts'
import { CompanySection } from './company-section.tsx'
import type { LogEntry } from './log-entry.ts'
import { accountActionWords, logWords } from './log-words.ts'
import { useLogLines } from './use-log-lines.ts'

const PAGE = 20

/** What was changed about the account, page by page. */
export function AccountLog({ account }: { account: CompanyAccount }) {
  const w = useWords(logWords)
  const { accountId } = account
  const pages = useInfiniteQuery({
    queryKey: companyKey(accountId, 'log'),
    queryFn: ({ pageParam }) =>
      client.api.readAccountLog({ account_id: accountId, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <CompanySection title={w.title} lead={w.lead}>
      {pages.data && entries.length === 0 ? <p className="soft company-text">{w.none}</p> : null}
      {entries.length > 0 ? <Entries account={account} entries={entries} /> : null}
      {pages.error ? (
        <ProblemNote error={pages.error} onRetry={() => void (pages.data ? pages.fetchNextPage() : pages.refetch())} />
      ) : null}
      {pages.hasNextPage ? (
        <div>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {w.older}
          </Button>
        </div>
      ) : null}
    </CompanySection>
  )
}

function Entries({ account, entries }: { account: CompanyAccount; entries: readonly LogEntry[] }) {
  const w = useWords(logWords)
  const actions: Readonly<Record<string, string>> = useWords(accountActionWords)
  const { moment } = useFormats()
  const { who, target, detail } = useLogLines(account, entries)
  return (
    <DataTable
      caption={w.title}
      // The log has no number of its own, and only grows at its beginning.
      rows={entries.map((entry, n) => ({ entry, key: String(entries.length - n) }))}
      rowKey={({ key }) => key}
      columns={[
        { key: 'at', name: w.at, cell: ({ entry }) => moment(entry.at) },
        { key: 'who', name: w.who, cell: ({ entry }) => who(entry) },
        {
          key: 'action',
          name: w.action,
          cell: ({ entry: { action } }) => <span title={action}>{actions[action] ?? action}</span>,
          isRowName: true,
        },
        { key: 'target', name: w.target, cell: ({ entry }) => target(entry) },
        { key: 'detail', name: w.detail, cell: ({ entry }) => detail(entry) },
      ]}
    />
  )
}
