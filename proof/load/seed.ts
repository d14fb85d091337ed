import { createClient } from '../../sdk/src/bindery.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'
import { COLUMNS, rowIds, type SeededTable, seededRow } from './known-table.ts'

const ACCOUNTS = 10
/** Each with a rate of its own, and with as many calls at once as one may have. */
const TOKENS = 4
const TABLES = ['sales', 'returns']

/** Workbooks of several accounts, in turn, so that no limit of an account is what is measured. */
export async function seedTables(url: string, workbooks: number, say: (line: string) => void): Promise<SeededTable[]> {
  const accounts = await Promise.all(Array.from({ length: Math.min(ACCOUNTS, workbooks) }, () => newAccount(url)))
  const seeded: SeededTable[] = []
  for (let n = 0; n < workbooks; n++) {
    const tokens = accounts[n % accounts.length] ?? []
    seeded.push(...(await seedWorkbook(url, tokens, n * TABLES.length)))
    if ((n + 1) % 25 === 0) say(`${n + 1} workbooks`)
  }
  return seeded
}

async function newAccount(url: string): Promise<string[]> {
  const { call } = await newPerson(url)
  const tokens: string[] = []
  for (let n = 0; n < TOKENS; n++) tokens.push(await mintToken(call))
  return tokens
}

async function seedWorkbook(url: string, tokens: readonly string[], firstSeed: number): Promise<SeededTable[]> {
  const { api } = createClient({ url, token: tokens[0] ?? '' })
  const { workbook_id: workbookId } = await api.createWorkbook({ body: { title: 'Sales' } })
  const seeded: SeededTable[] = []
  for (const [n, name] of TABLES.entries()) {
    const seed = firstSeed + n
    await api.createTable({ workbook_id: workbookId, body: { name, columns: COLUMNS } })
    const rows = rowIds.map((rowId) => seededRow(seed, rowId))
    const body = { rows, expected_version: 1, return: 'none' as const }
    const { edit_version } = await api.writeTableRows({ workbook_id: workbookId, name, body })
    seeded.push({ workbookId, name, version: edit_version, seed, tokens })
  }
  return seeded
}
