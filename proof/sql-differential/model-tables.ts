import type { Call } from '../../server/test/client.ts'
import type { Dice } from './dice.ts'
import { type Kind, someValue } from './values.ts'

export type ModelColumn = { name: string; type: string; kind: Kind }
export type ModelRow = Record<string, string | null>

/** A table as it must be, by what was done to it; `rows` by row id. */
export type ModelTable = {
  name: string
  path: string
  columns: ModelColumn[]
  rows: Map<number, ModelRow>
  /** The row that was deleted last. */
  lastDeleted: [number, ModelRow] | null
  isLarge: boolean
}

type Plan = { name: string; rowCount: number; isLarge?: boolean; columns: readonly (readonly [string, string, Kind])[] }

const LARGE_ROWS = 60_000
const CHUNK_ROWS = 5_000

const LEDGER: Plan = {
  name: 'ledger',
  rowCount: LARGE_ROWS,
  isLarge: true,
  columns: [
    ['account', 'INTEGER', 'whole'],
    ['amount', 'DECIMAL(12,2)', 'exact'],
    ['price', 'DOUBLE', 'dyadic'],
    ['region', 'VARCHAR', 'text'],
    ['booked', 'DATE', 'day'],
    ['at', 'TIMESTAMP', 'moment'],
    ['paid', 'BOOLEAN', 'flag'],
    ['filler', 'VARCHAR', 'bulky'],
  ],
}

const SMALL: readonly Plan[] = [
  {
    name: 'people',
    rowCount: 400,
    columns: [
      ['number', 'INTEGER', 'whole'],
      ['name', 'VARCHAR', 'text'],
      ['入社 日', 'DATE', 'day'],
      ['salary', 'DECIMAL(18,2)', 'exact'],
      ['ratio', 'DOUBLE', 'number'],
      ['active', 'BOOLEAN', 'flag'],
      ['token', 'UUID', 'uuid'],
      ['seen', 'TIMESTAMPTZ', 'instant'],
      ['profile', 'JSON', 'json'],
      ['shift', 'TIME', 'clock'],
    ],
  },
  {
    name: 'events',
    rowCount: 600,
    columns: [
      ['account', 'INTEGER', 'whole'],
      ['kind', 'VARCHAR', 'text'],
      ['payload', 'JSON', 'json'],
      ['happened', 'TIMESTAMPTZ', 'instant'],
      ['started', 'TIME', 'clock'],
      ['day', 'DATE', 'day'],
      ['big', 'BIGINT', 'huge'],
      ['wide', 'DECIMAL(38,2)', 'exact'],
      ['weight', 'DOUBLE', 'dyadic'],
      ['ref', 'UUID', 'uuid'],
    ],
  },
  {
    name: '売上 "表"',
    rowCount: 150,
    columns: [
      ['金額', 'BIGINT', 'whole'],
      ['Region name', 'VARCHAR', 'text'],
      ['select', 'INTEGER', 'whole'],
      ['a"b', 'DOUBLE', 'dyadic'],
      ['日時', 'TIMESTAMP', 'moment'],
      ['open?', 'BOOLEAN', 'flag'],
    ],
  },
]

/** A workbook with tables of all types, filled over HTTP. Without the large one it takes seconds. */
export async function makeTables(
  call: Call,
  dice: Dice,
  { hasLarge }: { hasLarge: boolean },
): Promise<{ at: string; workbookId: string; tables: ModelTable[] }> {
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Differential' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const large = hasLarge ? LEDGER : { ...LEDGER, rowCount: 1_000, isLarge: false }
  const tables: ModelTable[] = []
  for (const plan of [large, ...SMALL]) tables.push(await makeTable(call, dice, at, plan))
  return { at, workbookId: body.workbook_id, tables }
}

async function makeTable(call: Call, dice: Dice, at: string, plan: Plan): Promise<ModelTable> {
  const { name, rowCount, isLarge = false } = plan
  const columns = plan.columns.map(([column, type, kind]) => ({ name: column, type, kind }))
  const sent = columns.map(({ name: column, type }) => ({ name: column, type }))
  await mustWork(call('POST', `${at}/tables`, { name, columns: sent }))
  const path = `${at}/tables/${encodeURIComponent(name)}`
  const table = { name, path, columns, rows: new Map(), lastDeleted: null, isLarge }
  for (let from = 0; from < rowCount; from += CHUNK_ROWS) {
    await insertRows(call, table, someRows(dice, table, Math.min(CHUNK_ROWS, rowCount - from)))
  }
  return table
}

export const someRows = (dice: Dice, { columns }: ModelTable, count: number): ModelRow[] =>
  Array.from({ length: count }, () =>
    Object.fromEntries(columns.map(({ name, kind }) => [name, someValue(dice, kind)])),
  )

export async function insertRows(call: Call, table: ModelTable, rows: readonly ModelRow[]) {
  const body = await mustWork(call('POST', `${table.path}/rows`, { rows, expected_version: null, mode: 'insert' }))
  for (const [n, row] of rows.entries()) table.rows.set(body.row_ids[n], row)
}

/** The body of an answer that must be a success. */
export async function mustWork(answer: ReturnType<Call>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`answered with ${status}: ${JSON.stringify(body).slice(0, 500)}`)
  return body
}
