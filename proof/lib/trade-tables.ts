import { fromWireId } from '../../server/src/platform/ids.ts'
import type { Call } from '../../server/test/client.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { fillTable, type SeededColumn } from './fill-table.ts'

/** A trading company's books: customers, their orders, and the lines of these. */
export type TradeTable = { name: string; columns: readonly SeededColumn[]; rowCount: number }

/** Some number below a bound that no order of rows tells, different for each use of a row. */
const some = (use: number, below: number) => `(hash(n * 16 + ${use}) % ${below})::BIGINT`
const oneOf = (use: number, words: readonly string[]) =>
  `[${words.map((word) => `'${word}'`).join(', ')}][${some(use, words.length)} + 1]`

const WORDS = ['quick', 'careful', 'silent', 'final', 'even', 'bold', 'regular', 'pending', 'ironic', 'special']
const THINGS = ['deposits', 'requests', 'accounts', 'packages', 'pinto beans', 'ideas', 'theodolites', 'courts']
const NATIONS = ['Brazil', 'Canada', 'Egypt', 'France', 'Germany', 'India', 'Japan', 'Kenya', 'Peru', 'Vietnam']
const comment = (use: number) =>
  `concat_ws(' ', ${oneOf(use, WORDS)}, ${oneOf(use + 1, THINGS)}, 'of', ${oneOf(use + 2, WORDS)}, ${oneOf(use + 3, THINGS)})`
const day = (use: number) => `DATE '2019-01-01' + ${some(use, 2_500)}::INTEGER`

/** In the proportions of TPC-H, by the number of orders. */
export const tradeTables = (orders: number): readonly TradeTable[] => [
  {
    name: 'customers',
    rowCount: orders / 10,
    columns: [
      { name: 'id', type: 'BIGINT', sql: 'n' },
      { name: 'name', type: 'VARCHAR', sql: `'Customer ' || n` },
      { name: 'segment', type: 'VARCHAR', sql: oneOf(0, ['automobile', 'building', 'furniture', 'household']) },
      { name: 'nation', type: 'VARCHAR', sql: oneOf(1, NATIONS) },
      { name: 'balance', type: 'DECIMAL(12,2)', sql: `${some(2, 1_000_000)} / 100` },
    ],
  },
  {
    name: 'orders',
    rowCount: orders,
    columns: [
      { name: 'id', type: 'BIGINT', sql: 'n' },
      { name: 'customer_id', type: 'BIGINT', sql: `1 + ${some(0, orders / 10)}` },
      { name: 'status', type: 'VARCHAR', sql: oneOf(1, ['open', 'paid', 'shipped']) },
      { name: 'total', type: 'DECIMAL(12,2)', sql: `${some(2, 50_000_000)} / 100` },
      { name: 'ordered_on', type: 'DATE', sql: day(3) },
      { name: 'priority', type: 'VARCHAR', sql: oneOf(4, ['urgent', 'high', 'medium', 'low']) },
      { name: 'comment', type: 'VARCHAR', sql: comment(5) },
    ],
  },
  {
    name: 'lines',
    rowCount: orders * 6,
    columns: [
      { name: 'id', type: 'BIGINT', sql: 'n' },
      { name: 'order_id', type: 'BIGINT', sql: '(n + 5) // 6' },
      { name: 'part_id', type: 'BIGINT', sql: `1 + ${some(0, 20_000)}` },
      { name: 'quantity', type: 'INTEGER', sql: `1 + ${some(1, 50)}` },
      { name: 'price', type: 'DECIMAL(12,2)', sql: `${some(2, 10_000_000)} / 100` },
      { name: 'discount', type: 'DECIMAL(4,2)', sql: `${some(3, 11)} / 100` },
      { name: 'shipped_on', type: 'DATE', sql: day(4) },
      { name: 'mode', type: 'VARCHAR', sql: oneOf(5, ['air', 'mail', 'rail', 'ship', 'truck']) },
      { name: 'flag', type: 'VARCHAR', sql: oneOf(6, ['accepted', 'none', 'returned']) },
      { name: 'comment', type: 'VARCHAR', sql: comment(7) },
    ],
  },
]

/** Makes the tables in a new workbook, whose address it says. */
export async function seedTrade(service: RunningService, call: Call, tables: readonly TradeTable[]): Promise<string> {
  const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: 'Trade' })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  for (const { name, columns, rowCount } of tables) {
    const named = columns.map(({ name: called, type }) => ({ name: called, type }))
    const { body } = await call('POST', `${at}/tables`, { name, columns: named })
    const workbookId = fromWireId('wb', workbook.workbook_id)
    await fillTable(service, { workbookId, tableId: fromWireId('art', body.table.id), columns, rowCount })
  }
  return at
}
