import { CSV } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import type { Asking, Stage } from '../stage.ts'
import type { FilePlace } from './file-place.ts'

const ANY = { expected_version: null }

/** Rows of a file that are set aside, and all that keeps them from being sent in. `table` has a rule that they break. */
export async function reachQuarantineProblems(stage: Stage, { at }: FilePlace, asking: Asking, table: string) {
  const call = (method: string, path: string, body?: object) => stage.world.owner.call(method, `${at}${path}`, body)
  const target = { mode: 'append', table, ...ANY }
  await stage.ask('materializeSource', { ...asking, json: { target, on_violation: 'quarantine' } })
  const kept: Asking = { ...asking, names: { ...asking.names, name: table } }
  await stage.ask('readTableQuarantine', kept)
  const send = (json: object = {}) => stage.ask('sendQuarantinedRows', { ...kept, json })
  await send({ row_ids: [98_765] })
  await call('PUT', `/tables/${table}/rules`, { ...ANY, rules: [] })
  const quarantine = `${table}_quarantine`
  const [first] = (await call('GET', `/tables/${quarantine}/rows?limit=1`)).body.rows
  const refers = fresh('refers')
  await call('POST', '/tables', { name: refers, columns: [{ name: 'to' }] })
  await call('POST', `/tables/${refers}/rows`, { ...ANY, rows: [{ to: first?.word }] })
  const rules = [{ kind: 'reference', column: 'to', table: quarantine, table_column: 'word' }]
  await call('PUT', `/tables/${refers}/rules`, { ...ANY, rules })
  await send()
  await call('PUT', `/tables/${refers}/rules`, { ...ANY, rules: [] })
  const tag = fresh('kept')
  await call('POST', `/tables/${table}/columns/amount/tags`, { tag })
  await call('PUT', `/policies/${tag}`, { effect: 'mask' })
  await send()
  await call('DELETE', `/policies/${tag}`)
  await send()
  await refuseDerived(stage, kept, call)
  await refuseEdition(stage, asking, call)
}

type Ask = (method: string, path: string, body?: object) => ReturnType<Stage['world']['owner']['call']>

/** What a run made wrong is put right in what it is made from. */
async function refuseDerived(stage: Stage, { names, ...asking }: Asking, call: Ask) {
  const name = fresh('ran')
  const args = { s: String(names?.name) }
  await call('POST', '/transforms', { name, code: 'SELECT word, 1 AS n FROM {{ s }}', args })
  const rules = [{ kind: 'range', column: 'n', max: 1 }]
  await call('PUT', `/tables/${name}/rules`, { ...ANY, rules, on_violation: 'quarantine' })
  await call('PUT', `/transforms/${name}`, { code: 'SELECT word, 2 AS n FROM {{ s }}', args })
  await stage.ask('sendQuarantinedRows', { ...asking, names: { ...names, name }, json: {} })
}

/** The next edition of a file, whose table has a rule by now. */
async function refuseEdition(stage: Stage, asking: Asking, call: Ask) {
  const { body } = await call('GET', `/sources/${asking.names?.source_name}`)
  const rules = [{ kind: 'range', column: 'amount', max: -1 }]
  for (const name of body.artifacts ?? [])
    await call('PUT', `/tables/${encodeURIComponent(name)}/rules`, { ...ANY, enforce: 'new', rules })
  await stage.ask('reviseSource', { ...asking, form: fileForm('book.csv', `${CSV}${fresh('w')},7\n`) })
  for (const name of body.artifacts ?? [])
    await call('PUT', `/tables/${encodeURIComponent(name)}/rules`, { ...ANY, rules: [] })
}
