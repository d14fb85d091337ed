import { Badge } from '../../parts/badge.tsx'
import { type DataColumn, DataTable } from '../../parts/data-table.tsx'
import { useFormats, useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'
import type { TableDiff } from './states.ts'

const TONES = { added: 'good', removed: 'bad', changed: 'accent', same: 'plain' } as const

/** Two states, table by table: how many rows are new, changed and gone. */
export function DiffTable({
  diffs,
  caption,
  status: named,
  first = [],
}: {
  diffs: readonly TableDiff[]
  caption: string
  /** What the states of tables are called, where it is not what they usually are. */
  status?: Record<TableDiff['status'], string>
  first?: readonly DataColumn<TableDiff>[]
}) {
  const w = useWords(historyWords)
  const { number } = useFormats()
  const counted = (n: number, kind: string) => (
    <span className={n === 0 ? 'soft' : `diff-count ${kind}`}>{number(n)}</span>
  )
  return (
    <DataTable
      caption={caption}
      rows={diffs}
      rowKey={({ name }) => name}
      columns={[
        ...first,
        { key: 'name', name: w.table, cell: ({ name }) => name, isRowName: true },
        {
          key: 'status',
          name: w.statusName,
          cell: ({ status }) => <Badge tone={TONES[status]}>{(named ?? w.status)[status]}</Badge>,
        },
        { key: 'added', name: w.added, cell: ({ rows_added }) => counted(rows_added, 'added'), isNumber: true },
        {
          key: 'changed',
          name: w.changed,
          cell: ({ rows_changed }) => counted(rows_changed, 'changed'),
          isNumber: true,
        },
        {
          key: 'removed',
          name: w.removed,
          cell: ({ rows_removed }) => counted(rows_removed, 'removed'),
          isNumber: true,
        },
        { key: 'bar', name: w.share, cell: (diff) => <DiffBar diff={diff} /> },
      ]}
    />
  )
}

/** The shares of what is new, changed and gone; the numbers beside say the same. */
function DiffBar({ diff }: { diff: TableDiff }) {
  const parts = [
    ['added', diff.rows_added],
    ['changed', diff.rows_changed],
    ['removed', diff.rows_removed],
  ] as const
  const total = diff.rows_added + diff.rows_changed + diff.rows_removed
  if (total === 0) return null
  return (
    <svg className="diff-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([kind, n], at) => {
        const before = parts.slice(0, at).reduce((sum, [, each]) => sum + each, 0)
        return <rect key={kind} className={kind} x={(before / total) * 100} width={(n / total) * 100} height="8" />
      })}
    </svg>
  )
}
