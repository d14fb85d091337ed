import type { Wire } from '@bindery-data/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { type DataColumn, DataTable } from '../../parts/data-table.tsx'
import { useFormats, useWords } from '../../words/words.ts'
import { homeWords } from './home-words.ts'

/** From here on a list wants a filter. */
const MANY = 12

export function WorkbookList({ workbooks }: { workbooks: readonly Wire.Workbook[] }) {
  const w = useWords(homeWords)
  const columns = useColumns()
  const [typed, setTyped] = useState('')
  const found = workbooks.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
  return (
    <section className="workbooks" aria-label={w.list}>
      {workbooks.length >= MANY ? (
        <input
          className="input"
          type="search"
          aria-label={w.filter}
          placeholder={w.filter}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : null}
      {found.length === 0 ? (
        <p className="soft">{w.none}</p>
      ) : (
        <DataTable caption={w.list} columns={columns} rows={found} rowKey={({ workbook_id }) => workbook_id} />
      )}
    </section>
  )
}

function useColumns(): readonly DataColumn<Wire.Workbook>[] {
  const w = useWords(homeWords)
  const { number, ago, moment } = useFormats()
  return [
    {
      key: 'title',
      name: w.columns.title,
      isRowName: true,
      cell: ({ workbook_id, title, governed, role }) => (
        <span className="titled">
          <Link to="/w/$workbookId" params={{ workbookId: workbook_id }}>
            {title}
          </Link>
          {governed ? <Badge>{w.governed}</Badge> : null}
          {role === 'owner' ? null : <Badge>{w.shared}</Badge>}
        </span>
      ),
    },
    { key: 'tables', name: w.columns.tables, isNumber: true, cell: ({ table_count }) => number(table_count) },
    { key: 'files', name: w.columns.files, isNumber: true, cell: ({ source_count }) => number(source_count) },
    {
      key: 'updated',
      name: w.columns.updated,
      cell: ({ updated_at }) => (
        <time dateTime={updated_at} title={moment(updated_at)}>
          {ago(updated_at)}
        </time>
      ),
    },
  ]
}
