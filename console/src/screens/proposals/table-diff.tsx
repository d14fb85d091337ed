import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { Value } from '../../parts/values/value.tsx'
import type { ProposedRow, ProposedTable } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { DiffCell } from './diff-cell.tsx'
import { proposalsWords } from './proposals-words.ts'
import { type RowContext, rowContextQuery } from './row-context.ts'
import { shownColumns } from './shown-columns.ts'

const ROWS_SHOWN = 100

type Props = { workbookId: string; diff: ProposedTable; isOpen: boolean }

/** What happens to one table: each row with the cells that change, and enough of the others to know which row it is. */
export function TableDiff({ workbookId, diff, isOpen }: Props) {
  const w = useWords(proposalsWords)
  const [isAll, setAll] = useState(false)
  const [isLong, setLong] = useState(false)
  const { data: context } = useQuery(rowContextQuery(workbookId, diff))
  const names = context?.columns.map(({ name }) => name) ?? []
  const { shown, isWhole } = shownColumns(names, diff.rows, isAll)
  const numbers = new Set(context?.columns.flatMap(({ name, isNumber }) => (isNumber ? [name] : [])))
  const rows = isLong ? diff.rows : diff.rows.slice(0, ROWS_SHOWN)
  const left = diff.rows.length - rows.length
  return (
    <section className="proposal-table">
      <header>
        <h2 className="proposal-heading">
          <Link to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName: diff.table }} search={{}}>
            {diff.table}
          </Link>
        </h2>
        <Counts rows={diff.rows} />
        {isWhole && !isAll ? null : (
          <Button look="quiet" onClick={() => setAll(!isAll)}>
            {isAll ? w.fewColumns : w.allColumns}
          </Button>
        )}
      </header>
      <ScrollFrame label={w.changes(diff.table)}>
        <table className="data-table proposal-diff">
          <caption className="unseen">{w.changes(diff.table)}</caption>
          <thead>
            <tr>
              <th scope="col">{w.row}</th>
              {shown.map((name) => (
                <th key={name} scope="col" className={numbers.has(name) ? 'number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              <DiffRow
                key={row.row_id ?? `new ${n}`}
                row={row}
                columns={shown}
                numbers={numbers}
                context={context}
                isOpen={isOpen}
              />
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {left > 0 ? (
        <Button look="quiet" onClick={() => setLong(true)}>
          {w.moreRows(left)}
        </Button>
      ) : null}
      {diff.cut ? <p className="soft">{w.cut}</p> : null}
    </section>
  )
}

const SIGNS = { insert: '+', update: '~', delete: '−' } as const
const CLASSES = { insert: 'added', update: 'changed', delete: 'deleted' } as const

function Counts({ rows }: { rows: readonly ProposedRow[] }) {
  const w = useWords(proposalsWords)
  const countOf = (change: ProposedRow['change']) => rows.filter((row) => row.change === change).length
  const counts = [
    ['added', countOf('insert'), w.added],
    ['changed', countOf('update'), w.changed],
    ['deleted', countOf('delete'), w.deleted],
  ] as const
  return (
    <p className="proposal-counts">
      {counts.map(([kind, n, say]) =>
        n > 0 ? (
          <span key={kind} className={kind}>
            {say(n)}
          </span>
        ) : null,
      )}
    </p>
  )
}

/** What is empty and stays so needs no word. */
const Unchanged = ({ value }: { value: unknown }) =>
  value === null || value === undefined ? null : <Value value={value} />

/** Dates, numbers and names stay in one line. */
const SHORT = 24
const isShort = (values: readonly unknown[]) => values.every((value) => String(value ?? '').length <= SHORT)

type RowProps = {
  row: ProposedRow
  columns: readonly string[]
  numbers: ReadonlySet<string>
  context: RowContext | undefined
  isOpen: boolean
}

function DiffRow({ row, columns, numbers, context, isOpen }: RowProps) {
  const w = useWords(proposalsWords)
  const { row_id, change, conflict, done, cells } = row
  const changed = new Map(cells.map((cell) => [cell.column, cell]))
  const seen = row_id === null ? undefined : context?.rows.get(row_id)
  return (
    <tr className={conflict === null ? CLASSES[change] : 'clash'}>
      <th scope="row">
        <span className="diff-sign" aria-hidden="true">
          {SIGNS[change]}
        </span>{' '}
        {row_id === null ? w.newRow : w.rowNumber(row_id)} <span className="unseen">{w.kinds[change]}</span>
        {conflict !== null && isOpen ? <Badge tone="stale">{w.conflicts[conflict]}</Badge> : null}
        {done && isOpen ? <Badge>{w.alreadySo}</Badge> : null}
      </th>
      {columns.map((name) => {
        const cell = changed.get(name)
        const className = [
          numbers.has(name) ? 'number' : '',
          cell ? 'touched' : 'context',
          isShort(cell ? [cell.base, cell.before, cell.after] : [seen?.[name]]) ? 'short' : 'long',
        ]
          .filter(Boolean)
          .join(' ')
        return (
          <td key={name} className={className} data-column={name}>
            {cell ? <DiffCell cell={cell} change={change} /> : <Unchanged value={seen?.[name]} />}
          </td>
        )
      })}
    </tr>
  )
}
