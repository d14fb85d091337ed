import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import type { GridColumn } from '../../../parts/grid/row-pages.ts'
import { client } from '../../../service/client.ts'
import { keys, queries } from '../../../service/queries.ts'

type Formats = ReadonlyMap<string, string>

const keyOf = (workbookId: string, table: string) => keys.of(workbookId, 'tables', table, 'formats')
/** Annotations of cells and rows stand among those of columns. */
const MOST_PAGES = 10

/** The number formats of a table's columns, which are annotations of it: exports and sheets have them, too. */
export function useColumnFormats(table: string): Formats {
  const workbookId = useWorkbookId()
  const { data } = useQuery({
    queryKey: keyOf(workbookId, table),
    queryFn: ({ signal }) => readFormats(workbookId, table, signal),
  })
  return data ?? NO_FORMATS
}

const NO_FORMATS: Formats = new Map()

async function readFormats(workbookId: string, table: string, signal: AbortSignal): Promise<Formats> {
  const formats = new Map<string, string>()
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const place = { workbook_id: workbookId, name: table, limit: 2_000, signal }
    const answer: Awaited<ReturnType<typeof client.api.listTableAnnotations>> = await client.api.listTableAnnotations({
      ...place,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const { target, style } of answer.annotations) {
      const format = style?.number_format ?? null
      if (target.kind === 'column' && target.column !== null && format !== null) formats.set(target.column, format)
    }
    cursor = answer.next_cursor
    if (cursor === null) break
  }
  return formats
}

/** The columns with their formats; the same list while neither has changed. */
export function useFormattedColumns(
  columns: readonly GridColumn[],
  formats: Formats,
  ofView: Readonly<Record<string, string>> | undefined,
): readonly GridColumn[] {
  const text = JSON.stringify(ofView ?? null)
  return useMemo(() => {
    const shown: Formats = text === 'null' ? formats : new Map(Object.entries(JSON.parse(text)))
    return columns.map((column) => ({ ...column, format: shown.get(column.name) ?? null }))
  }, [columns, formats, text])
}

/** Keeps a format with its column. What else is annotated there stays. */
export async function setFormat(workbookId: string, table: string, column: string, format: string) {
  const annotation = { target: { kind: 'column' as const, column }, style: { number_format: format } }
  await client.api.annotateTable({ workbook_id: workbookId, name: table, body: { annotations: [annotation] } })
  await queries.invalidateQueries({ queryKey: keyOf(workbookId, table) })
}
