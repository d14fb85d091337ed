import { fromWireId } from '../../server/src/platform/ids.ts'
import type { Call } from '../../server/test/client.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { fillTable } from './fill-table.ts'

/** A table of ten columns in a workbook of its own. `rows` is where it is written to. */
export type SeededTable = { workbookId: string; tableId: string; rows: string; rowCount: number }

/** The ten columns, and what row `n` holds in each of them: as SQL for the seed, as JSON for an edit. */
export const COLUMNS = [
  { name: 'id', type: 'BIGINT', sql: 'n', json: (n: number) => n },
  { name: 'customer', type: 'BIGINT', sql: 'n * 7919 % 1000003', json: (n: number) => (n * 7919) % 1_000_003 },
  { name: 'quantity', type: 'BIGINT', sql: 'n % 50', json: (n: number) => n % 50 },
  { name: 'name', type: 'VARCHAR', sql: `'Article ' || n`, json: (n: number) => `Article ${n}` },
  { name: 'region', type: 'VARCHAR', sql: `'region ' || n % 100`, json: (n: number) => `region ${n % 100}` },
  { name: 'note', type: 'VARCHAR', sql: `'note ' || n % 100003`, json: (n: number) => `note ${n % 100_003}` },
  { name: 'price', type: 'DOUBLE', sql: 'n % 100000 / 8', json: (n: number) => (n % 100_000) / 8 },
  { name: 'weight', type: 'DOUBLE', sql: 'n % 1000 / 4', json: (n: number) => (n % 1000) / 4 },
  { name: 'sold_on', type: 'DATE', sql: `DATE '2024-01-01' + (n % 365)::INTEGER`, json: (n: number) => dayOf(n % 365) },
  { name: 'paid', type: 'BOOLEAN', sql: 'n % 2 = 0', json: (n: number) => n % 2 === 0 },
] as const

const dayOf = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)

/** What row `n` would hold. */
export const rowLike = (n: number): Record<string, unknown> =>
  Object.fromEntries(COLUMNS.map(({ name, json }) => [name, json(n)]))

/** Creates the table over HTTP and fills it as every bulk writer does: segments first, then one commit. */
export async function seedTable(service: RunningService, call: Call, rowCount: number): Promise<SeededTable> {
  const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: `${rowCount} rows` })
  const at = `/api/v1/workbooks/${workbook.workbook_id}/tables`
  const columns = COLUMNS.map(({ name, type }) => ({ name, type }))
  const { body: created } = await call('POST', at, { name: 'ledger', columns })
  const seeded = {
    workbookId: fromWireId('wb', workbook.workbook_id),
    tableId: fromWireId('art', created.table.id),
    rows: `${at}/ledger/rows`,
    rowCount,
  }
  await fillTable(service, { ...seeded, columns: COLUMNS })
  return seeded
}
