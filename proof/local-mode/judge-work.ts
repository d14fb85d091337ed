import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { type Answer, type FolderAgent, readRunning } from './folder-agent.ts'
import { PRODUCTS, TURNOVER, tablesOfMonths } from './ten-files.ts'

type AgentFolders = { root: string; folder: string; out: string; state: string }

const PRICE = 500

/** What an agent does with a folder, from looking to a file that comes back. */
export async function judgeWork(agent: FolderAgent, { root, folder, out, state }: AgentFolders, listed: Answer) {
  const faults: string[] = []
  let checks = 0
  const judge = (what: string, isRight: boolean) => {
    checks++
    if (!isRight) faults.push(what)
  }
  const { workbook_id } = listed
  const files = Array.isArray(listed.files) ? listed.files : []
  judge(
    'ten files are read before the first answer',
    files.length === 10 && files.every((file) => file.state === 'read'),
  )

  const map = await agent.call('inspect_workbook', { workbook_id, source: 'products.xlsx' })
  judge('inspect shows what is in a file', JSON.stringify(map).includes('price'))

  const months = tablesOfMonths.map((table) => `SELECT code, amount FROM ${table}`).join(' UNION ALL ')
  const turnover = `SELECT sum(m.amount * p.price)::BIGINT AS t FROM (${months}) m JOIN products p USING (code)`
  const ask = async () => firstValue(await agent.call('query', { workbook_id, sql: turnover }))
  judge('a query joins files', Number(await ask()) === TURNOVER)

  const april = join(folder, 'sales/2026-04.csv')
  writeFileSync(april, readFileSync(april, 'utf8').replace('001,north,10', '001,north,1010'))
  await agent.whenRead()
  judge('a file that changed is read again', Number(await ask()) === TURNOVER + 1_000 * PRODUCTS[0][2])

  const original = readFileSync(join(folder, 'products.xlsx'))
  const edited = await agent.call('edit_file', {
    workbook_id,
    source: 'products.xlsx',
    edits: [{ range: 'C2', value: PRICE }],
  })
  judge('a cell of a file is edited', edited.refused === undefined)
  const saved = await agent.call('save_file', { source: 'products.xlsx', path: 'new/products.xlsx' })
  const file = join(out, 'new/products.xlsx')
  judge('the edited file comes back', saved.path === file && priceIn(file) === PRICE)
  judge('the original stays as it was', readFileSync(join(folder, 'products.xlsx')).equals(original))

  const outside = await agent.call('save_file', { source: 'products.xlsx', path: '../outside.xlsx' })
  judge('no file is written outside', outside.refused !== undefined && !existsSync(join(root, 'outside.xlsx')))
  const absolute = join(folder, 'products.xlsx')
  const over = await agent.call('save_file', { source: 'products.xlsx', path: absolute, overwrite: true })
  judge('no original is overwritten', over.refused !== undefined && readFileSync(absolute).equals(original))
  const inPlace = await agent.call('save_file', { source: 'products.xlsx', in_place: true })
  judge('none in place without --in-place', inPlace.refused === 'write_not_allowed')

  const fetched = await agent.call('upload_file', { filename: 'a.csv', url: 'https://example.com/a.csv' })
  judge('nothing is asked of other machines', fetched.refused === 'url_refused' && fetched.reason === 'closed')
  const running = readRunning(state)
  const strangers = await Promise.all(
    [`${running?.url}/api/v1/workbooks/${workbook_id}`, `${running?.door}/files`].map((url) => fetch(url)),
  )
  judge(
    'nothing is answered without the token',
    strangers.every(({ status }) => status === 401),
  )
  const kept = [state, join(state, 'running.json')].map((path) => statSync(path).mode & 0o066)
  judge(
    'other users can read nothing of the state',
    kept.every((mode) => mode === 0),
  )
  return { faults, checks, sandboxed: running?.isSandboxed === true }
}

function firstValue({ rows }: Answer): unknown {
  const [row] = Array.isArray(rows) ? rows : []
  return Array.isArray(row) ? row[0] : undefined
}

const priceIn = (file: string): unknown => {
  const { Sheets } = read(readFileSync(file))
  return Sheets.Sheet1?.C2?.v
}
