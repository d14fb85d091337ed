import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useBringFiles } from '../../app/upload-tray.tsx'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { FileButton } from '../../parts/controls/file-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { sourcesQuery, tablesQuery, workbookQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { NewTable } from './new-table.tsx'
import { overviewWords } from './overview-words.ts'
import { WorkbookMenu } from './workbook-menu.tsx'

/** What is in a workbook: its tables, and the files they came from. */
export function OverviewScreen() {
  const w = useWords(overviewWords)
  const workbookId = useWorkbookId()
  const bringFiles = useBringFiles()
  const { data: workbook } = useQuery(workbookQuery(workbookId))
  const tables = useQuery(tablesQuery(workbookId))
  const sources = useQuery(sourcesQuery(workbookId))
  return (
    <Page
      title={workbook?.title ?? ''}
      about={workbook?.description}
      actions={
        <>
          {workbook && workbook.role !== 'viewer' ? <NewTable /> : null}
          <FileButton look="main" onFiles={(files) => void bringFiles(files, workbookId)}>
            {w.upload}
          </FileButton>
          {workbook ? <WorkbookMenu workbook={workbook} /> : null}
        </>
      }
    >
      {workbook?.table_count === 0 && workbook.source_count === 0 ? (
        <EmptyState icon="upload" title={w.emptyTitle} text={w.emptyText} />
      ) : (
        <>
          <Asked query={tables}>{(found) => <Tables tables={found} />}</Asked>
          <Asked query={sources}>{(found) => <Files sources={found} />}</Asked>
        </>
      )}
    </Page>
  )
}

function Tables({ tables }: { tables: readonly Wire.TableSummary[] }) {
  const w = useWords(overviewWords)
  const parts = useWords(partsWords)
  const { number } = useFormats()
  const workbookId = useWorkbookId()
  if (tables.length === 0) return null
  return (
    <section aria-label={w.tables}>
      <h2>{w.tables}</h2>
      <DataTable
        caption={w.tables}
        rows={tables}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'name',
            name: w.tableColumns.name,
            isRowName: true,
            cell: ({ name }) => (
              <Link to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName: name }}>
                {name}
              </Link>
            ),
          },
          { key: 'kind', name: w.tableColumns.kind, cell: ({ layer }) => w.layers[layer] },
          {
            key: 'rows',
            name: w.tableColumns.rows,
            isNumber: true,
            cell: ({ row_count }) => (row_count === null ? '' : number(row_count)),
          },
          {
            key: 'state',
            name: w.tableColumns.state,
            cell: ({ stale }) => (stale ? <Badge tone="stale">{parts.stale}</Badge> : <Badge>{parts.fresh}</Badge>),
          },
        ]}
      />
    </section>
  )
}

const TONES = { registered: 'plain', analyzed: 'accent', materialized: 'good', failed: 'bad' } as const

function Files({ sources }: { sources: readonly Wire.Source[] }) {
  const w = useWords(overviewWords)
  const { size, ago } = useFormats()
  const workbookId = useWorkbookId()
  if (sources.length === 0) return null
  return (
    <section aria-label={w.files}>
      <h2>{w.files}</h2>
      <DataTable
        caption={w.files}
        rows={sources}
        rowKey={({ source_id }) => source_id}
        columns={[
          {
            key: 'name',
            name: w.fileColumns.name,
            isRowName: true,
            cell: ({ name }) => (
              <Link to="/w/$workbookId/sources/$sourceName" params={{ workbookId, sourceName: name }}>
                {name}
              </Link>
            ),
          },
          {
            key: 'state',
            name: w.fileColumns.state,
            cell: ({ status }) => <Badge tone={TONES[status]}>{w.states[status]}</Badge>,
          },
          {
            key: 'size',
            name: w.fileColumns.size,
            isNumber: true,
            cell: ({ size_bytes }) => (size_bytes === null ? null : size(size_bytes)),
          },
          { key: 'came', name: w.fileColumns.came, cell: ({ created_at }) => ago(created_at) },
        ]}
      />
    </section>
  )
}
