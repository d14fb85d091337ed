import { newTable } from './new-table.ts'
import type { startService } from './service.ts'

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ROWS = [
  { region: 'east', amount: 10 },
  { region: 'west', amount: 3 },
  { region: 'east', amount: 5 },
]

export const TOTALS = 'SELECT region, sum(amount) AS total FROM {{ sales }} GROUP BY region ORDER BY region'

/** A workbook with the table `sales`, and ways to make tables from it. */
export async function newTransforms(service: ReturnType<typeof startService>) {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS })
  const { call, at } = made
  const create = (name: string, code: string, args: Record<string, string> = { sales: 'sales' }, more: object = {}) =>
    call('POST', `${at}/transforms`, { name, code, args, ...more })
  const rowsOf = async (name: string) => (await call('GET', `${at}/tables/${name}/rows`)).body.rows
  const tableOf = async (name: string) => (await call('GET', `${at}/tables/${name}`)).body
  const isStale = async (name: string) => (await tableOf(name)).freshness.stale as boolean
  const run = (name: string, body: object = {}) => call('POST', `${at}/transforms/${name}/run`, body)
  const recompute = async () => (await call('POST', `${at}/recompute`, {})).body
  const override = (name: string, row: object) =>
    call('POST', `${at}/tables/${name}/rows`, { expected_version: null, rows: [row] })
  const events = async (kind: string) => {
    const { rows } = await service.running.admin.query('select payload from outbox where kind = $1 order by sequence', [
      kind,
    ])
    return rows.map(({ payload }) => payload.data)
  }
  return { ...made, create, rowsOf, tableOf, isStale, run, recompute, override, events }
}
