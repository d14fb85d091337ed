import type { Wire } from '@bindery-data/sdk'
import { saveFile } from '../../parts/save-file.ts'
import { client } from '../../service/client.ts'
import { recordsOf } from './csv-records.ts'
import { filterOf, orderText } from './filter/rows-filter.ts'
import type { GridSearch } from './grid-search.ts'

/** As many rows as one answer holds, and as many answers as a browser should keep. */
export const PAGE = 10_000
export const MOST_PAGES = 100

/** Excel takes a file without this mark for one of its own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The question behind what the grid shows: its filter and its order. */
export function rowsInView(workbookId: string, { name, columns }: Wire.Table, { filter = [], order }: GridSearch) {
  const where = filterOf(filter, columns)
  const by = orderText(order)
  return {
    workbook_id: workbookId,
    name,
    ...(where === null ? {} : { filter: JSON.stringify(where) }),
    ...(by === null ? {} : { order_by: by }),
  }
}

/** Saves the rows in view as one csv file, page by page. */
export async function saveRowsInView(workbookId: string, table: Wire.Table, search: GridSearch) {
  const asked = { ...rowsInView(workbookId, table, search), limit: PAGE, include_row_ids: false, count: false }
  const parts: string[] = [BYTE_ORDER_MARK]
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Response = await client.request('readTableRows', {
      ...asked,
      format: 'csv',
      ...(cursor === null ? {} : { cursor }),
    })
    const text = await answer.text()
    parts.push(page === 0 ? text : recordsOf(text))
    cursor = answer.headers.get('x-svc-next-cursor')
    if (cursor === null) break
  }
  const file = new Blob(parts, { type: 'text/csv' })
  await saveFile({ filename: `${table.name}.csv`, blob: async () => file })
  return { isWhole: cursor === null }
}
