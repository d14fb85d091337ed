import type { Call } from '../../server/test/client.ts'
import { mintToken } from '../../server/test/person.ts'

const TABLES = 8
/** Of each table. */
export const ROWS = 10

/** A table that many clients race to edit: where it is written to, the newest version anybody saw, and who won which. */
export type Track = { name: string; path: string; current: number; wins: Win[] }

/** An edit that was acknowledged: when it was sent, when its answer came, and what it wrote where. */
export type Win = {
  version: number
  expected: number
  sentAt: number
  answeredAt: number
  rowId: number
  value: number
  key?: string
}

/** Eight tables of ten rows in one workbook. */
export async function makeTables(call: Call): Promise<{ workbookId: string; tracks: Track[] }> {
  const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: 'Race' })
  const tables = `/api/v1/workbooks/${workbook.workbook_id}/tables`
  const tracks: Track[] = []
  for (let n = 0; n < TABLES; n++) {
    const name = `race ${n}`
    await call('POST', tables, { name, columns: [{ name: 'value', type: 'BIGINT' }] })
    const path = `${tables}/${encodeURIComponent(name)}/rows`
    const rows = Array.from({ length: ROWS }, () => ({ value: 0 }))
    const { body } = await call('POST', path, { rows, expected_version: 1 })
    tracks.push({ name, path, current: body.edit_version, wins: [] })
  }
  return { workbookId: workbook.workbook_id, tracks }
}

/** The contract's limit is 50 live tokens per user, each with a rate of its own; many clients share them. */
export async function mintTokens(call: Call, scopes?: readonly string[]): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < 40; n++) tokens.push(await mintToken(call, scopes))
  return tokens
}

/** Some edit of some row, at the version the table is believed to have. */
export function newEdit({ current }: Track) {
  const rowId = 1 + Math.floor(Math.random() * ROWS)
  const value = 1 + Math.floor(Math.random() * 1e12)
  const body = { rows: [{ __svc_row_id: rowId, value }], expected_version: current, return: 'none' }
  return { expected: current, rowId, value, body }
}

/** Rows that do not hold what their last winner wrote. */
export async function countLostCells(call: Call, { path, wins }: Track): Promise<number> {
  const inOrder = wins.toSorted((a, b) => a.version - b.version)
  const expected = new Map(inOrder.map(({ rowId, value }) => [rowId, value]))
  const { body } = await call('GET', `${path}?limit=100`)
  // Safe: the rows of a table with the one column `value`.
  const rows = body.rows as { __svc_row_id: number; value: number }[]
  const held = new Map(rows.map(({ __svc_row_id, value }) => [__svc_row_id, value]))
  return [...expected].filter(([rowId, value]) => held.get(rowId) !== value).length
}
