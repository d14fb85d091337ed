import type { Wire } from '@bindery-data/sdk'
import { Link } from '@tanstack/react-router'
import { DataTable } from '../../parts/data-table.tsx'
import { misfitWords, sayMisfit } from '../../words/misfit-words.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { filesWords } from './files-words.ts'

type Props = { workbookId: string; caption: string; sources: readonly Wire.Source[] }

const MOST_NAMED = 4

/** Uploaded files, with the tables that each became. */
export function SourceTable({ workbookId, caption, sources }: Props) {
  const w = useWords(filesWords)
  const { size, ago, moment } = useFormats()
  return (
    <DataTable
      caption={caption}
      rows={sources}
      rowKey={({ source_id }) => source_id}
      columns={[
        {
          key: 'name',
          name: w.sourceColumns.name,
          isRowName: true,
          cell: ({ name }) => (
            <Link to="/w/$workbookId/sources/$sourceName" params={{ workbookId, sourceName: name }}>
              {name}
            </Link>
          ),
        },
        {
          key: 'became',
          name: w.sourceColumns.became,
          cell: (source) => <Became workbookId={workbookId} source={source} />,
        },
        {
          key: 'size',
          name: w.sourceColumns.size,
          isNumber: true,
          cell: ({ size_bytes }) => (size_bytes === null ? null : size(size_bytes)),
        },
        {
          key: 'came',
          name: w.columns.came,
          cell: ({ created_at }) => (
            <time dateTime={created_at} title={moment(created_at)}>
              {ago(created_at)}
            </time>
          ),
        },
      ]}
    />
  )
}

function Became({ workbookId, source }: { workbookId: string; source: Wire.Source }) {
  const w = useWords(filesWords)
  const misfit = useWords(misfitWords)
  const { name, status, artifacts } = source
  const [miss] = source.template_misses
  const reason = miss?.reasons[0]
  if (status !== 'materialized')
    return (
      <span className="became">
        <Link to="/w/$workbookId/sources/$sourceName" params={{ workbookId, sourceName: name }}>
          {w.steps[status]}
        </Link>
        {miss && reason ? <span className="soft">{w.misfit(miss.name, sayMisfit(misfit, reason))}</span> : null}
      </span>
    )
  return (
    <span className="became">
      {artifacts.slice(0, MOST_NAMED).map((table) => (
        <Link key={table} to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName: table }} search={{}}>
          {table}
        </Link>
      ))}
      {artifacts.length > MOST_NAMED ? (
        <span className="soft">{w.moreTables(artifacts.length - MOST_NAMED)}</span>
      ) : null}
    </span>
  )
}
