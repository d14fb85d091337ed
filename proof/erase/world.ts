import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SCOPES } from '../../server/src/platform/caller.ts'
import { type Call, callAs } from '../../server/test/client.ts'
import { exportFile } from '../../server/test/export-file.ts'
import { mintToken, newPerson, type Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { uploadTo } from '../../server/test/upload.ts'

/** A workbook with values that shall go, and with everything that may keep a copy of them. */
export type World = {
  call: Call
  at: string
  /** What must be nowhere afterwards. */
  values: readonly string[]
  /** What must still be there: values of other rows. */
  kept: readonly string[]
}

const ROWS = 60
/** People whose rows go; of all others their phone goes. */
const GONE = [3, 17, 42]

const canary = (what: string) => `${what}${randomBytes(9).toString('hex')}`

export async function buildWorld(service: RunningService): Promise<World> {
  const [url = ''] = service.urls
  const owner = await newPerson(url)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'People' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const names = Array.from({ length: ROWS }, () => canary('nm'))
  const phones = Array.from({ length: ROWS }, () => canary('ph'))
  const changed = canary('nm')
  const call = callAs(url, await mintToken(owner.call, SCOPES))
  const make = makeWell(call, at)
  await fillTable(make, { names, phones, changed })
  await keepCopies({ url, owner, at }, make)
  await upload({ url, owner, at }, { names, phones })
  const gone = GONE.map((n) => names[n - 1] ?? '')
  return { call, at, values: [...gone, changed, ...phones], kept: names.filter((name) => !gone.includes(name)) }
}

type Make = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
type ErasedWorkbook = { url: string; owner: Person; at: string }
type Values = { names: readonly string[]; phones: readonly string[] }

export function makeWell(call: Call, at: string): Make {
  return async (method, path, body) => {
    const answer = await call(method, `${at}${path}`, body)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

/** Rows, edits, a deletion and a column that is there no more, each in a version that something pins. */
async function fillTable(make: Make, { names, phones, changed }: Values & { changed: string }) {
  await make('POST', '/tables', { name: 'people', columns: [{ name: 'name' }, { name: 'phone' }, { name: 'city' }] })
  const rows = names.map((name, n) => ({ name, phone: phones[n], city: 'Tokyo' }))
  await make('POST', '/tables/people/rows', { expected_version: null, rows })
  await make('POST', '/versions', { label: 'first' })
  await make('POST', '/tables/people/rows', {
    expected_version: null,
    rows: [{ __svc_row_id: GONE[0], name: changed }],
  })
  await make('POST', '/tables/people/rows/delete', { expected_version: null, row_ids: [GONE[1]] })
  await make('POST', '/versions', { label: 'second' })
  await make('POST', '/tables/people/comments', {
    target: { kind: 'cell', row_id: GONE[0], column: 'name' },
    text: `it was ${names[2]} before`,
  })
  await make('POST', '/tables/people/annotations', {
    annotations: [{ target: { kind: 'cell', row_id: GONE[0], column: 'name' }, note: `it was ${names[2]}` }],
  })
}

/** Results, a derived table with an override, a branch, a file that went out. */
async function keepCopies({ url, owner, at }: ErasedWorkbook, make: Make) {
  await make('POST', '/query', { sql: 'select * from people' })
  await make('POST', '/query', { sql: 'select p.*, q.name as other from people p, people q, range(200)' })
  await make('POST', '/transforms', {
    name: 'copied',
    code: 'SELECT name, phone, upper(city) AS city FROM {{ p }}',
    args: { p: 'people' },
  })
  await make('POST', '/tables/copied/rows', { expected_version: null, rows: [{ __svc_row_id: 5, city: 'KYOTO' }] })
  await exportFile(url, owner, at, { tables: ['people'], record_branch: true })
}

/** The same people in a file, of which tables are made. */
async function upload({ url, owner, at }: ErasedWorkbook, { names, phones }: Values) {
  const lines = names.map((name, n) => `${name},${phones[n]},${n}`)
  const { status, body } = await uploadTo(url, owner.session, `${at}/sources`, {
    bytes: `name,phone,age\n${lines.join('\n')}\n`,
    filename: 'staff.csv',
  })
  if (status >= 300) throw new Error(`uploading answered ${status}: ${JSON.stringify(body)}`)
}

/** Erases by the endpoint, and waits for its jobs. */
export async function erase({ call, at }: World) {
  const make = makeWell(call, at)
  for (const table of ['people', 'staff']) {
    await jobEnds(call, await make('POST', `/tables/${table}/purge`, { row_ids: GONE }))
    await jobEnds(call, await make('POST', `/tables/${table}/purge`, { column: 'phone' }))
  }
}

/** The obvious way, which does not erase: delete the rows and drop the column. */
export async function onlyDelete({ call, at }: World) {
  const make = makeWell(call, at)
  for (const table of ['people', 'staff']) {
    await make('POST', `/tables/${table}/rows/delete`, { expected_version: null, row_ids: GONE })
    await make('DELETE', `/tables/${table}/columns/phone?expected_version=null`)
  }
}

async function jobEnds(call: Call, { job_id: jobId }: Record<string, unknown>) {
  for (;;) {
    const { body } = await call('GET', `/api/v1/jobs/${jobId}`)
    if (body.status === 'succeeded') return
    if (body.status === 'failed') throw new Error(`the erasure failed: ${body.error}`)
    await pause(200)
  }
}
