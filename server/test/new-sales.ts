import { fromWireId } from '../src/platform/ids.ts'
import { newTable } from './new-table.ts'
import type { startService } from './service.ts'

const COLUMNS = [
  { name: 'region' },
  { name: 'amount', type: 'DECIMAL(12,2)' },
  { name: 'paid', type: 'DATE' },
  { name: 'big', type: 'BIGINT' },
  { name: 'open', type: 'BOOLEAN' },
]

const ROWS = [
  { region: 'east', amount: '10.50', paid: '2026-01-31', big: '9007199254740993', open: true },
  { region: 'west', amount: '3.25', paid: '2026-02-28', big: 7, open: false },
  { region: 'east', amount: '1.00', paid: null, big: null, open: null },
]

/** A workbook with the table `sales` in it, and ways to ask it with SQL. */
export async function newSales(service: ReturnType<typeof startService>) {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS })
  const query = (sql: string, more: object = {}, headers: Record<string, string> = {}) =>
    made.call('POST', `${made.at}/query`, { sql, ...more }, headers)
  const rowsOf = async (sql: string, more: object = {}) => (await query(sql, more)).body.rows
  const validate = async (sql: string, more: object = {}) =>
    (await made.call('POST', `${made.at}/query/validate`, { sql, ...more })).body
  return { ...made, workbookId: fromWireId('wb', made.at.split('/').at(-1) ?? ''), query, rowsOf, validate }
}

/** What is sent of a result beside its rows. */
export const manifestIn = (headers: Headers) =>
  JSON.parse(Buffer.from(headers.get('x-svc-result-manifest') ?? '', 'base64url').toString())
