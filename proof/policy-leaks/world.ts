import { setTimeout as pause } from 'node:timers/promises'
import { utils, write } from '@e965/xlsx'
import { SCOPES } from '../../server/src/platform/caller.ts'
import { callAs } from '../../server/test/client.ts'
import { newMember, newWorkspace } from '../../server/test/control-plane.ts'
import { exportFile, openBook } from '../../server/test/export-file.ts'
import { newPerson, type Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { uploadTo } from '../../server/test/upload.ts'
import { type Canary, dateCanary, numberCanary, textCanary } from './canaries.ts'

export const TAG = 'secret'
const ROWS = 5

/** Somebody who asks, with one of the credentials he might ask with. */
export type Asker = {
  name: string
  credential: string
  /** The names of denied columns are no secret for whoever decides about them. */
  governs: boolean
  /** A rule exempts him. */
  isExempt: boolean
}

/** A workbook with canaries in a column that a policy will hide, and whatever in it may hold copies of them. */
export type World = {
  service: RunningService
  url: string
  owner: Person
  at: string
  workbookId: string
  askers: readonly Asker[]
  /** Values nobody may see from whom the column is hidden. */
  values: readonly Canary[]
  /** The name of the column, which is hidden only where it is denied. */
  columnName: Canary
  /** Of things in it, for paths: ids and names by the parameter that takes them. */
  names: ReadonlyMap<string, string>
  /** Results that each asker made before there was a policy. */
  results: ReadonlyMap<string, string>
  /** Jobs that people who may start some had done then, by the names of these people. */
  jobs: ReadonlyMap<string, string>
  /** The parse spec of the file, with samples of what stands in it. */
  spec: unknown
}

let worlds = 0

export async function buildWorld(service: RunningService): Promise<World> {
  const [url = ''] = service.urls
  const owner = await newPerson(url)
  const salt = `${(worlds++).toString(36)}${Date.now().toString(36).slice(-4)}`
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const workbookId: string = body.workbook_id
  const at = `/api/v1/workbooks/${workbookId}`
  const columnName = textCanary(`qz${salt}name`)
  const texts = Array.from({ length: ROWS + 2 }, (_, n) => textCanary(`zx${salt}${String.fromCharCode(97 + n)}vw`))
  const numbers = Array.from({ length: ROWS }, (_, n) => numberCanary(735_134_401 + 2 * n + 1_000 * worlds))
  // So late that no other number is theirs, and never in January: of a year its first day may be seen.
  const dates = Array.from({ length: ROWS }, (_, n) => dateCanary(`${8_000 + 10 * worlds + n}-0${n + 3}-17`))
  const place = { service, url, owner, at, workbookId }
  const askers = await newAskers(place, workspace)
  const names = await fill(place, { columnName, texts, numbers, dates })
  const jobs = await haveJobsDone({ url, at }, askers, String(columnName.value))
  // Last: whatever is made from tagged columns invalidates results.
  const results = new Map<string, string>()
  for (const { name, credential } of askers) {
    const { body: made } = await callAs(url, credential)('POST', `${at}/query`, { sql: 'select * from staff' })
    results.set(name, made.id)
  }
  const spec = (await owner.call('GET', `${at}/sources/${names.get('source_name')}/parse-spec`)).body
  names.set('workspace_id', workspace)
  return { ...place, askers, values: [...texts, ...numbers, ...dates], columnName, names, results, jobs, spec }
}

/** Each makes a table of the column to be hidden, behind the answer. Who may not is not asked about jobs. */
async function haveJobsDone({ url, at }: Pick<World, 'url' | 'at'>, askers: readonly Asker[], hidden: string) {
  const jobs = new Map<string, string>()
  for (const { name, credential } of askers.filter((asker) => asker.name.endsWith(' session'))) {
    const [person = ''] = name.split(' ')
    const call = callAs(url, credential)
    const code = `SELECT "${hidden}" FROM {{ staff }}`
    const asked = { name: `by_${person}`, code, args: { staff: 'staff' }, async: true }
    const { status, body } = await call('POST', `${at}/transforms`, asked)
    if (status !== 202) continue
    jobs.set(person, body.job_id)
    for (let isOver = false; !isOver; ) {
      await pause(100)
      isOver = ['succeeded', 'failed'].includes((await call('GET', `/api/v1/jobs/${body.job_id}`)).body.status)
    }
  }
  return jobs
}

type Place = Pick<World, 'service' | 'url' | 'owner' | 'at' | 'workbookId'>

async function newAskers({ url, owner, workbookId }: Place, workspace: string): Promise<Asker[]> {
  const makes = { newPerson: (name?: string) => newPerson(url, name) }
  const users = `/api/control/workspaces/${workspace}/users`
  const members: [string, Person][] = [['owner', owner]]
  for (const role of ['editor', 'viewer', 'admin']) members.push([role, await newMember(makes, owner, workspace, role)])
  const custom = await newMember(makes, owner, workspace, 'viewer')
  await owner.call('PUT', `${users}/${custom.userId}/roles`, { roles: ['custom'] })
  const exempt = await newMember(makes, owner, workspace, 'editor')
  await owner.call('PUT', `${users}/${exempt.userId}/roles`, { roles: ['payroll'] })
  members.push(['custom', custom], ['exempt', exempt])

  const askers: Asker[] = []
  for (const [name, person] of members) {
    const governs = name === 'owner' || name === 'admin'
    const isExempt = name === 'exempt'
    askers.push({ name: `${name} session`, credential: person.session, governs, isExempt })
    for (const resource of ['account', `workbook:${workbookId}`]) {
      // Somebody else's account is not reached by a token of one's own.
      if (resource === 'account' && name !== 'owner') continue
      const token = await mint(person, '/api/v1/me/tokens', { name: resource, resource })
      askers.push({ name: `${name} token ${resource.split(':')[0]}`, credential: token.token, governs, isExempt })
    }
  }
  for (const pin of [{}, { workspace_id: workspace }]) {
    const { key } = await mint(owner, '/api/control/account/keys', pin)
    askers.push({ name: `key ${Object.keys(pin)[0] ?? 'account'}`, credential: key, governs: true, isExempt: false })
  }
  return askers
}

async function mint(person: Person, path: string, request: object) {
  const asked = { name: 'leaks', scopes: SCOPES, rate_limit_per_minute: 10_000, ...request }
  const { status, body } = await person.call('POST', path, asked)
  if (status !== 201) throw new Error(`minting answered ${status}: ${JSON.stringify(body)}`)
  return body
}

type Planted = { columnName: Canary; texts: readonly Canary[]; numbers: readonly Canary[]; dates: readonly Canary[] }

/** Everything that may keep a copy: edits, deletions, snapshots, notes, files, branches, transforms. */
async function fill({ url, owner, at }: Place, planted: Planted): Promise<Map<string, string>> {
  const { columnName, texts, numbers, dates } = planted
  const hidden = String(columnName.value)
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.call(method, `${at}${path}`, body)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const columns = [
    { name: 'name' },
    { name: hidden },
    { name: 'pay', type: 'INTEGER' },
    { name: 'city' },
    { name: 'born', type: 'DATE' },
  ]
  await call('POST', '/tables', { name: 'staff', columns })
  const rows = numbers.map(({ value }, n) => ({
    name: `p${n}`,
    [hidden]: texts[n]?.value,
    pay: value,
    city: 'Tokyo',
    born: dates[n]?.value,
  }))
  await call('POST', '/tables/staff/rows', { expected_version: null, rows })
  for (const [from, to] of [
    [hidden, `${hidden}s`],
    [`${hidden}s`, hidden],
  ])
    await call('PATCH', `/tables/staff/columns/${from}`, { expected_version: null, new_name: to })
  const snapshot = await call('POST', '/snapshots', { summary: 'before' })
  await call('POST', '/versions', { label: 'first' })
  const edit = { __svc_row_id: 1, [hidden]: texts[ROWS]?.value }
  const edited = await call('POST', '/tables/staff/rows', { expected_version: null, rows: [edit] })
  await call('POST', '/tables/staff/rows/delete', { expected_version: null, row_ids: [2] })
  await call('POST', '/tables/staff/annotations', {
    annotations: [{ target: { kind: 'cell', row_id: 1, column: hidden }, note: texts[ROWS + 1]?.value }],
  })
  const lines = rows.map((row) => `${row.name},${row[hidden]},${row.pay},${row.born}`)
  const text = `name,${hidden},pay,born\n${lines.join('\n')}\n`
  const uploaded = await uploadTo(url, owner.session, `${at}/sources`, {
    bytes: text,
    filename: 'payroll.csv',
    fields: { structuring: 'skip' },
  })
  await call('POST', `/sources/${encodeURIComponent(uploaded.body.source.name)}/analyze`, {})
  await call('POST', '/transforms', {
    name: 'copy',
    code: `SELECT name, "${hidden}" AS kept, pay + 0 AS paid FROM {{ staff }} WHERE pay > 1`,
    args: { staff: 'staff' },
  })
  await call('PUT', '/sheets/view', {
    title: 'View',
    spec: { blocks: [{ kind: 'table_view', table: 'staff' }] },
  })
  const conflictId = await disagree({ url, owner, at }, hidden, texts)
  const link = await uploadTo(url, owner.session, `${at}/file-links/local`, { bytes: text, filename: 'tracked.csv' })
  const { artifacts } = await call('GET', '/artifacts?state=all')
  const tracked = artifacts.filter(({ name }: { name: string }) => name.startsWith('tracked'))
  const made = [...uploaded.body.artifacts, ...tracked].map(({ id }: { id: string }) => id)
  for (const table of ['staff', ...made]) {
    for (const column of [hidden, 'pay', 'born'])
      await call('POST', `/artifacts/${encodeURIComponent(table)}/columns/${column}/tags`, { tag: TAG })
  }
  return new Map([
    ['name', 'staff'],
    ['column', hidden],
    ['tag', TAG],
    ['row_id', '1'],
    ['snapshot_id', snapshot.snapshot_id],
    ['label', 'first'],
    ['op_id', String(edited.op_id)],
    ['source_name', uploaded.body.source.name],
    ['conflict_id', conflictId],
    ['link_id', link.body.link_id],
    ['n', '1'],
  ])
}

/** A file goes out and comes back with a cell that somebody has changed here too: both values wait to be looked at. */
async function disagree(
  { url, owner, at }: Pick<Place, 'url' | 'owner' | 'at'>,
  hidden: string,
  texts: readonly Canary[],
): Promise<string> {
  const { headers, bytes } = await exportFile(url, owner, at, { tables: ['staff'], record_branch: true })
  const book = openBook(bytes)
  const sheet = book.Sheets.staff
  if (!sheet) throw new Error('the export has no sheet of the table')
  // One is resolved by whoever may first; the other waits on.
  utils.sheet_add_aoa(sheet, [[texts[3]?.value], [texts[3]?.value]], { origin: 'B2' })
  const rows = [1, 3].map((id) => ({ __svc_row_id: id, [hidden]: texts[4]?.value }))
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows })
  const { body } = await uploadTo(url, owner.session, `${at}/tables/staff/merge`, {
    bytes: new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' })),
    filename: 'staff.xlsx',
    fields: { branch_id: headers.get('x-svc-branch-id') ?? '' },
  })
  if (body.conflict_count !== 2) throw new Error(`the merge found ${JSON.stringify(body)}`)
  await exportFile(url, owner, at, { tables: ['staff'], record_branch: true })
  return (await owner.call('GET', `${at}/conflicts`)).body.conflicts[0].conflict_id
}

/** What a policy does to everybody but one role. */
export type Hiding = { effect: 'mask' | 'deny'; mask_style?: 'hash' | 'last4' | 'year' }

/** Says what the tag does to everybody, and exempts one role. */
export async function setPolicy({ owner, at }: World, hiding: Hiding) {
  for (const body of [hiding, { effect: 'allow', role: 'payroll' }]) {
    const { status } = await owner.call('PUT', `${at}/policies/${TAG}`, body)
    if (status >= 400) throw new Error(`setting the policy answered ${status}`)
  }
}
