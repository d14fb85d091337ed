import { randomUUID } from 'node:crypto'
import type { Client as Connections, SentRequest } from '../../proof/lib/keep-alive.ts'
import { createClient } from '../../sdk/src/bindery.ts'
import type { TableRequest } from './workbooks.ts'

export type Client = Connections & { url: string }

/** One call, whose answer is looked at: what fails is cheap, and would count as fast. */
export type Call = (client: Client, table: TableRequest) => Promise<void>

const PAGE_ROWS = 100
const UPLOADED_ROWS = 200

const below = (n: number) => Math.floor(Math.random() * n)
const tokenOf = ({ tokens }: TableRequest) => tokens[below(tokens.length)] ?? ''
const workbookOf = ({ workbookId }: TableRequest) => `/api/v1/workbooks/${workbookId}`
const rowsOf = (table: TableRequest) => `${workbookOf(table)}/tables/${encodeURIComponent(table.name)}/rows`

async function ask(client: Client, table: TableRequest, asked: Omit<SentRequest, 'token'>) {
  const { status, body } = await client.ask({ ...asked, token: tokenOf(table) })
  if (status >= 300) throw new Error(`${asked.method} ${asked.path} was answered ${status}: ${body.toString()}`)
  return JSON.parse(body.toString())
}

function expectRows(count: number, { rows }: { rows: readonly unknown[] }) {
  if (rows.length !== count) throw new Error(`${rows.length} rows where ${count} are`)
}

const pageOf =
  (queryOf: (table: TableRequest) => string): Call =>
  async (client, table) =>
    expectRows(
      PAGE_ROWS,
      await ask(client, table, { method: 'GET', path: `${rowsOf(table)}?limit=${PAGE_ROWS}${queryOf(table)}` }),
    )

const queryOf =
  (sqlOf: (table: TableRequest) => string, rows: number): Call =>
  async (client, table) =>
    expectRows(
      rows,
      await ask(client, table, { method: 'POST', path: `${workbookOf(table)}/query`, body: { sql: sqlOf(table) } }),
    )

/** One cell of some row, to a value it did not have. */
const editOf =
  (column: string): Call =>
  async (client, table) => {
    const row = { __svc_row_id: 1 + below(table.rowCount), [column]: 1e6 + below(1e9) }
    const body = { rows: [row], expected_version: null, return: 'none' }
    const { updated } = await ask(client, table, { method: 'POST', path: rowsOf(table), body })
    if (updated !== 1) throw new Error('an edit changed nothing')
  }

const pointOf =
  (column: string) =>
  ({ name, rowCount }: TableRequest) =>
    `SELECT * FROM "${name}" WHERE ${column} = ${1 + below(rowCount - 1)}`

const editThenQuery =
  (edit: Call, query: Call): Call =>
  async (client, table) => {
    await edit(client, table)
    await query(client, table)
  }

/** Read by the worker, and waited for. No two files are the same, or the second would be known already. */
const ingest: Call = async ({ url }, table) => {
  const first = below(1e9)
  const lines = Array.from(
    { length: UPLOADED_ROWS },
    (_, n) => `${first + n},2026/4/${1 + (n % 30)},branch ${n % 9},${n * 7}.50`,
  )
  const file = { content: `order,day,branch,amount\n${lines.join('\n')}\n`, filename: `orders-${randomUUID()}.csv` }
  const { api, waitForJob } = createClient({ url, token: tokenOf(table) })
  const { job_id } = await api.uploadSource({ workbook_id: table.workbookId, body: { file, async: true } })
  if (job_id === undefined) throw new Error('a file that is read by the worker has no job')
  await waitForJob(job_id)
}

const [edit, editWide] = [editOf('amount'), editOf('c7')]
const [point, pointWide] = [queryOf(pointOf('sale'), 1), queryOf(pointOf('c1'), 1)]

export const CALLS = {
  page: pageOf(() => ''),
  page_offset: pageOf(({ rowCount }) => `&offset=${below(rowCount - PAGE_ROWS)}`),
  page_200_columns_5_asked: pageOf(() => '&columns=c3,c50,c77,c120,c199'),
  query_point: point,
  query_point_200_columns: pointWide,
  query_group: queryOf(
    ({ name }) => `SELECT region, count(*) AS sales, sum(amount)::BIGINT AS total FROM "${name}" GROUP BY region`,
    5,
  ),
  edit,
  edit_200_columns: editWide,
  edit_then_query: editThenQuery(edit, point),
  edit_then_query_200_columns: editThenQuery(editWide, pointWide),
  ingest_200: ingest,
} as const satisfies Record<string, Call>
