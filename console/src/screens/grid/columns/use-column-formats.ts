import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { client } from '../../../service/client.ts'
import { keys, queries } from '../../../service/queries.ts'

type Formats = ReadonlyMap<string, string>
/** What is noted on a column, and on the cells of a row by the row's id and the column's name. */
type Marks = { formats: Formats; columnNotes: Formats; cellNotes: ReadonlyMap<number, Formats> }

const keyOf = (workbookId: string, table: string) => keys.of(workbookId, 'tables', table, 'formats')
/** Annotations of cells and rows stand among those of columns. */
const MOST_PAGES = 10

/** The number formats of a table's columns, which are annotations of it: exports and sheets have them, too. */
export const useColumnFormats = (table: string): Formats => useMarks(table).formats

function useMarks(table: string): Marks {
  const workbookId = useWorkbookId()
  const { data } = useQuery({
    queryKey: keyOf(workbookId, table),
    queryFn: ({ signal }) => readMarks(workbookId, table, signal),
  })
  return data ?? NO_MARKS
}

const NO_MARKS: Marks = { formats: new Map(), columnNotes: new Map(), cellNotes: new Map() }

/** What is noted on a cell of the table: the comment it had in its file, or where it leads. */
export function useCellNotes(table: string): (rowId: number | null, column: string) => string | undefined {
  const { cellNotes } = useMarks(table)
  return useCallback((rowId, column) => (rowId === null ? undefined : cellNotes.get(rowId)?.get(column)), [cellNotes])
}

/** The columns with what is noted on them behind their descriptions; the same list while neither has changed. */
export function useNotedColumns(table: string, columns: readonly GridColumn[]): readonly GridColumn[] {
  const { columnNotes } = useMarks(table)
  return useMemo(() => {
    if (columnNotes.size === 0) return columns
    return columns.map((column) => {
      const said = [column.description, columnNotes.get(column.name)].filter(Boolean).join('\n')
      return said === '' ? column : { ...column, description: said }
    })
  }, [columns, columnNotes])
}

async function readMarks(workbookId: string, table: string, signal: AbortSignal): Promise<Marks> {
  const marks: MarksToFill = { formats: new Map(), columnNotes: new Map(), cellNotes: new Map() }
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const place = { workbook_id: workbookId, name: table, limit: 2_000, signal }
    const answer: Awaited<ReturnType<typeof client.api.listTableAnnotations>> = await client.api.listTableAnnotations({
      ...place,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const annotation of answer.annotations) takeMark(marks, annotation)
    cursor = answer.next_cursor
    if (cursor === null) break
  }
  return marks
}

type MarksToFill = {
  formats: Map<string, string>
  columnNotes: Map<string, string>
  cellNotes: Map<number, Map<string, string>>
}
type Annotation = Awaited<ReturnType<typeof client.api.listTableAnnotations>>['annotations'][number]

function takeMark({ formats, columnNotes, cellNotes }: MarksToFill, { target, style, note }: Annotation) {
  const { kind, column, row_id: rowId } = target
  const format = style?.number_format ?? null
  if (column === null) return
  if (kind === 'column' && format !== null) formats.set(column, format)
  if (kind === 'column' && note !== null) columnNotes.set(column, note)
  if (kind !== 'cell' || rowId === null || note === null) return
  const ofRow = cellNotes.get(rowId) ?? new Map<string, string>()
  cellNotes.set(rowId, ofRow.set(column, note))
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
