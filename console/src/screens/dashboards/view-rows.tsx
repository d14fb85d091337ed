import type { Cell, Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Loading } from '../../parts/answers/loading.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { filterOf, orderText } from '../grid/filter/rows-filter.ts'
import { searchOfView } from '../grid/views/view-state.ts'
import { dashboardsWords } from './dashboards-words.ts'
import { RowsTable } from './rows-table.tsx'

const MOST_ROWS = 50

/** The first rows of a table as a view shows them. */
export function ViewRows({ view }: { view: Wire.SavedView }) {
  const w = useWords(dashboardsWords)
  const workbookId = useWorkbookId()
  const { data, error } = useQuery({
    queryKey: keys.of(workbookId, 'rows', view.table, 'view', view.view_id, view.version),
    queryFn: ({ signal }) => readView(workbookId, view, signal),
  })
  if (error) return <ProblemNote error={error} />
  if (!data) return <Loading />
  // Without a condition of the view there are more rows than it was made to show.
  const notes = [view.partial ? w.partialView : '', data.rowCount > MOST_ROWS ? w.rows(MOST_ROWS) : '']
  const note = notes.filter(Boolean).join(' ') || null
  return <RowsTable label={view.name} columns={data.columns} rows={data.rows} note={note} />
}

async function readView(workbookId: string, view: Wire.SavedView, signal: AbortSignal) {
  const table = await client.workbook(workbookId).table(view.table).read({ signal })
  const { filter, order } = searchOfView(view)
  const rows = filterOf(filter ?? [], table.columns)
  const ordered = orderText(order)
  const page = await client.api.readTableRows({
    workbook_id: workbookId,
    name: view.table,
    limit: MOST_ROWS + 1,
    ...(rows ? { filter: JSON.stringify(rows) } : {}),
    ...(ordered ? { order_by: ordered } : {}),
    signal,
  })
  const named = view.columns.flatMap(({ column, hidden, format }) => {
    const known = table.columns.find(({ name }) => name === column)
    return known && !hidden ? [{ name: column, type: known.type, format }] : []
  })
  const columns = named.length > 0 ? named : table.columns.map(({ name, type }) => ({ name, type, format: null }))
  // Safe: rows come as objects by column.
  return { columns, rows: (page.rows as Record<string, Cell>[]).slice(0, MOST_ROWS), rowCount: page.rows.length }
}
