import { COLUMNS, ROWS, rowIds, seededRow } from '../../proof/load/known-table.ts'
import { createClient } from '../../sdk/src/bindery.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'

/** A table, asked for by a caller who may read it. Row ids go from 1 to `rowCount`. */
export type TableRequest = { workbookId: string; name: string; tokens: readonly string[]; rowCount: number }

/** Workbooks that differ in one thing each from the usual ones. */
export type Unusual = { oneTable: TableRequest; manyTables: TableRequest; wide: TableRequest }

const MANY_TABLES = 480
const WIDE_COLUMNS = 200
const WIDE_ROWS = 500
/** So many cells at once are a request of less than a megabyte. */
const WIDE_ROWS_AT_ONCE = 100
/** Each with a rate of its own. */
const TOKENS = 8

const wideColumns = Array.from({ length: WIDE_COLUMNS }, (_, n) => ({ name: `c${n}`, type: 'BIGINT' }))

export async function seedUnusual(url: string, say: (line: string) => void): Promise<Unusual> {
  const { call } = await newPerson(url)
  const tokens: string[] = []
  for (let n = 0; n < TOKENS; n++) tokens.push(await mintToken(call))
  const { api } = createClient({ url, token: tokens[0] ?? '' })
  const newWorkbook = async (title: string) => (await api.createWorkbook({ body: { title } })).workbook_id
  const sales = async (workbookId: string): Promise<TableRequest> => {
    await api.createTable({ workbook_id: workbookId, body: { name: 'sales', columns: COLUMNS } })
    const rows = rowIds.map((rowId) => seededRow(0, rowId))
    const body = { rows, expected_version: 1, return: 'none' as const }
    await api.writeTableRows({ workbook_id: workbookId, name: 'sales', body })
    return { workbookId, name: 'sales', tokens, rowCount: ROWS }
  }

  const oneTable = await sales(await newWorkbook('One table'))
  const manyTables = await sales(await newWorkbook('Many tables'))
  for (let n = 1; n < MANY_TABLES; n++) {
    const body = { name: `table ${n}`, columns: COLUMNS }
    await api.createTable({ workbook_id: manyTables.workbookId, body })
  }
  say(`a workbook with ${MANY_TABLES} tables`)

  const wideId = await newWorkbook('Wide')
  await api.createTable({ workbook_id: wideId, body: { name: 'wide', columns: wideColumns } })
  for (let first = 0; first < WIDE_ROWS; first += WIDE_ROWS_AT_ONCE) {
    const rows = Array.from({ length: WIDE_ROWS_AT_ONCE }, (_, n) => wideRow(first + n))
    const body = { rows, expected_version: null, return: 'none' as const }
    await api.writeTableRows({ workbook_id: wideId, name: 'wide', body })
  }
  return { oneTable, manyTables, wide: { workbookId: wideId, name: 'wide', tokens, rowCount: WIDE_ROWS } }
}

const wideRow = (n: number) => Object.fromEntries(wideColumns.map(({ name }, place) => [name, n * place]))
