import { randomUUID } from 'node:crypto'
import type { Client } from '../../sdk/src/bindery.ts'
import {
  amountAt,
  anyLot,
  beginEdit,
  COLUMNS,
  endEdit,
  type KnownTable,
  ROWS,
  rowsOfLot,
  sumAt,
} from './known-table.ts'

/** A file that was taken, and will be a table with so many rows. */
export type Upload = { jobId: string; rows: number }

/** A call, judged when it is answered: whatever is wrong with the answer is thrown. */
type Call = (client: Client, table: KnownTable) => Promise<Upload | undefined>

export type Kind = 'rows' | 'edit' | 'query' | 'profile' | 'schema' | 'ingest'

/** What people do all day, in percent. */
export const SHARES: Readonly<Record<Kind, number>> = {
  rows: 70,
  edit: 15,
  query: 10,
  profile: 2,
  schema: 2,
  ingest: 1,
}

export const CALLS: Readonly<Record<Kind, Call>> = {
  rows: readRows,
  edit,
  query: (client, table) => oneOf(QUESTIONS)(client, table),
  profile: readProfile,
  schema: readSchema,
  ingest: upload,
}

export const KINDS = Object.keys(SHARES) as Kind[] // Safe: the keys of a record of kinds.

const PAGE_ROWS = 100
const UPLOADED_ROWS = 200

/** The service answered, and not with what is so. */
export class WrongAnswer extends Error {}

function expect(isRight: boolean, what: string, shown: unknown): asserts isRight {
  if (!isRight) throw new WrongAnswer(`not ${what}: ${JSON.stringify(shown ?? null).slice(0, 300)}`)
}

export function anyKind(): Kind {
  let place = Math.random() * 100
  for (const kind of KINDS) {
    place -= SHARES[kind]
    if (place < 0) return kind
  }
  throw new Error('impossible: shares that are not a hundred')
}

function oneOf<T>(list: readonly [T, ...T[]]): T {
  return list[Math.floor(Math.random() * list.length)] ?? list[0]
}

const at = ({ workbookId, name }: KnownTable) => ({ workbook_id: workbookId, name })

/** Not older than the version acknowledged before the read, and only a version that was written. */
function expectVersion(table: KnownTable, floor: number, version: number) {
  expect(version >= floor && sumAt(table, version) !== undefined, `a version since ${floor}`, version)
}

async function readRows(client: Client, table: KnownTable) {
  const floor = table.acknowledged
  const offset = Math.floor(Math.random() * (ROWS - PAGE_ROWS))
  const { edit_version, rows } = await client.api.readTableRows({ ...at(table), limit: PAGE_ROWS, offset })
  expectVersion(table, floor, edit_version)
  const isRight = rows.every(
    ({ __svc_row_id, amount }, n) =>
      __svc_row_id === offset + n + 1 && amount === amountAt(table, offset + n + 1, edit_version),
  )
  expect(rows.length === PAGE_ROWS && isRight, `the rows of version ${edit_version}`, rows)
  return undefined
}

/** One at a time in each table, so that no edit is refused for being late. */
async function edit(client: Client, table: KnownTable) {
  const { rowId, amount, version } = beginEdit(table)
  const body = {
    rows: [{ __svc_row_id: rowId, amount }],
    expected_version: version - 1,
    return: 'none' as const,
  }
  let isDone = false
  try {
    const { edit_version, updated } = await client.api.writeTableRows({ ...at(table), body })
    expect(edit_version === version && updated === 1, `version ${version}`, { edit_version, updated })
    isDone = true
  } finally {
    endEdit(table, isDone)
  }
  return undefined
}

const QUESTIONS: readonly [Call, ...Call[]] = [askForTotals, askForLargest, askForLot]

type LoadQuery = { sql: string; floor: number }

async function ask(client: Client, table: KnownTable, { sql, floor }: LoadQuery) {
  const { rows, tables } = await client.api.runQuery({ workbook_id: table.workbookId, body: { sql } })
  const version = tables[0]?.edit_version ?? 0
  expectVersion(table, floor, version)
  // Safe: without another wish rows come as objects, of the columns that the SQL names; what is in them is judged.
  return { rows: rows as Record<string, unknown>[], version }
}

async function askForTotals(client: Client, table: KnownTable) {
  const floor = table.acknowledged
  const sql = `SELECT region, count(*) AS sales, sum(amount)::BIGINT AS total FROM "${table.name}" GROUP BY region ORDER BY region`
  const { rows, version } = await ask(client, table, { sql, floor })
  const added = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
  expect(added('sales') === ROWS && added('total') === sumAt(table, version), `totals of version ${version}`, rows)
  return undefined
}

async function askForLargest(client: Client, table: KnownTable) {
  const floor = table.acknowledged
  const sql = `SELECT sale, amount FROM "${table.name}" ORDER BY amount DESC, sale LIMIT 10`
  const { rows, version } = await ask(client, table, { sql, floor })
  const isRight = rows.every(
    ({ sale, amount }, n) =>
      amount === amountAt(table, Number(sale), version) && Number(amount) <= Number(rows[n - 1]?.amount ?? amount),
  )
  expect(rows.length === 10 && isRight, `the largest of version ${version}`, rows)
  return undefined
}

async function askForLot(client: Client, table: KnownTable) {
  const floor = table.acknowledged
  const lot = anyLot()
  const sql = `SELECT count(*) AS found FROM "${table.name}" WHERE note LIKE '%, lot ${lot}.'`
  const { rows } = await ask(client, table, { sql, floor })
  expect(rows[0]?.found === rowsOfLot(lot), `the rows of lot ${lot}`, rows)
  return undefined
}

async function readProfile(client: Client, table: KnownTable) {
  const floor = table.acknowledged
  const { edit_version, row_count, columns } = await client.api.profileTable(at(table))
  expectVersion(table, floor, edit_version)
  expect(row_count === ROWS && columns.length === COLUMNS.length, 'a profile of every column', columns)
  return undefined
}

async function readSchema(client: Client, table: KnownTable) {
  const floor = table.acknowledged
  const answer = await client.api.readTableSchema(at(table))
  expect('edit_version' in answer, 'a schema', answer)
  expectVersion(table, floor, answer.edit_version)
  expect(answer.row_count === ROWS && answer.columns.length === COLUMNS.length, 'every column', answer.columns)
  return undefined
}

/** Read by a worker; it is waited for beside the mix. No two files are the same, or the second would be known already. */
async function upload(client: Client, table: KnownTable): Promise<Upload> {
  const first = Math.floor(Math.random() * 1e9)
  const lines = Array.from(
    { length: UPLOADED_ROWS },
    (_, n) => `${first + n},2026/4/${1 + (n % 30)},branch ${n % 9},${n * 7}.50`,
  )
  const file = { content: `order,day,branch,amount\n${lines.join('\n')}\n`, filename: `orders-${randomUUID()}.csv` }
  const answer = await client.api.uploadSource({ workbook_id: table.workbookId, body: { file, async: true } })
  const { job_id } = answer
  expect(job_id !== undefined, 'a job', answer)
  return { jobId: job_id, rows: UPLOADED_ROWS }
}
