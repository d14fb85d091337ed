import type { startService } from './service.ts'

export const SALES = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }, { name: 'note' }]

export const THREE_SALES = [
  { region: 'a', amount: 1 },
  { region: 'b', amount: 2 },
  { region: 'c', amount: 3 },
]

export const PRICED_SALES = [
  { name: 'region' },
  { name: 'amount', type: 'INTEGER' },
  { name: 'price', type: 'DECIMAL(10,2)' },
  { name: 'note', type: 'JSON' },
]

/** A workbook of a new user with the table `sales` in it, its rows inserted, and the calls its tests make most. */
export async function newTable(
  service: ReturnType<typeof startService>,
  { columns, rows = [], name = 'sales' }: { columns: readonly object[]; rows?: readonly object[]; name?: string },
) {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  const created = await owner.call('POST', `${at}/tables`, { name, columns })
  const table = `${at}/tables/${encodeURIComponent(name)}`
  const write = (body: object, headers: Record<string, string> = {}) =>
    owner.call('POST', `${table}/rows`, { expected_version: null, ...body }, headers)
  if (rows.length > 0) await write({ rows })
  const readAll = async (query = '') => (await owner.call('GET', `${table}/rows?${query}`)).body.rows
  return { owner, call: owner.call, at, table, created, write, readAll }
}
