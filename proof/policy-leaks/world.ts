import { setTimeout as pause } from 'node:timers/promises'
import { type Body, callAs } from '../../server/test/client.ts'
import { newWorkspace } from '../../server/test/control-plane.ts'
import { newPerson } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { EXEMPT_ROLE, newCallers, newPeople } from './callers.ts'
import { type Canary, dateCanary, numberCanary, textCanary } from './canaries.ts'
import { type Filled, fillWorld } from './fill-world.ts'
import { FIRST_ROWS, type LeakWorkbook, type Planted, TAG } from './place.ts'
import type { Caller } from './recorder.ts'

const TEXTS = FIRST_ROWS + 8
const NUMBERS = FIRST_ROWS + 3

/** A workbook with canaries in columns that a policy will hide, and everything in it that may hold copies of them. */
export type World = LeakWorkbook &
  Filled & {
    planted: Planted
    callers: readonly Caller[]
    /** What no caller may see from whom the columns are hidden. */
    values: readonly Canary[]
    /** Results that each caller made before there was a policy. */
    results: ReadonlyMap<string, string>
    /** Jobs that people had done then, by the names of these people. */
    jobs: ReadonlyMap<string, string>
    /** The parse spec of the file, with samples of what it holds. */
    spec: Body
  }

let worlds = 0

export async function buildWorld(service: RunningService): Promise<World> {
  const [url = ''] = service.urls
  const planted = newPlanted()
  const owner = await newPerson(url)
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const workbookId: string = body.workbook_id
  const people = await newPeople(url, owner, workspace)
  const place = { service, url, owner, people, workspace, workbookId, at: `/api/v1/workbooks/${workbookId}` }
  const callers = await newCallers(people, workbookId, workspace)
  const filled = await fillWorld(place, planted)
  const jobs = await haveJobsDone(place, String(planted.columnName.value))
  // Last: a table that is made from tagged columns invalidates results.
  const results = new Map<string, string>()
  for (const { name, credential } of callers) {
    const made = await callAs(url, credential)('POST', `${place.at}/query`, { sql: 'select * from staff' })
    if (made.status === 200) results.set(name, made.body.id)
  }
  const spec = (await owner.call('GET', `${place.at}/sources/${filled.names.source_name}/parse-spec`)).body
  const values = [...planted.texts, ...planted.numbers, ...planted.dates, ...filled.fileMarks]
  return { ...place, ...filled, planted, callers, values, results, jobs, spec }
}

function newPlanted(): Planted {
  const salt = `${(worlds++).toString(36)}${Date.now().toString(36).slice(-4)}`
  return {
    columnName: textCanary(`qz${salt}name`),
    texts: Array.from({ length: TEXTS }, (_, n) => textCanary(`zx${salt}${String.fromCharCode(97 + n)}vw`)),
    numbers: Array.from({ length: NUMBERS }, (_, n) => numberCanary(735_134_401 + 2 * n + 1_000 * worlds)),
    // So late that no other number is theirs, and never in January: of a year its first day may be seen.
    dates: Array.from({ length: FIRST_ROWS }, (_, n) => dateCanary(`${8_000 + 10 * worlds + n}-0${n + 3}-17`)),
  }
}

export function callerIn({ callers }: Pick<World, 'callers'>, name: string): Caller {
  const caller = callers.find((each) => each.name === name)
  if (!caller) throw new Error(`no caller is named ${name}`)
  return caller
}

/** The token of a session lives 15 minutes; scenes last longer on a busy machine. Everyone logs in again. */
export async function renewSessions({ url, people, callers }: World): Promise<void> {
  for (const [name, person] of Object.entries(people)) {
    const { email, password } = person
    const { status, body } = await callAs(url, null)('POST', '/api/auth/login', { email, password })
    // A scene may have taken their password away; what they are needed for then breaks off and says so.
    if (status !== 200) continue
    const session: string = body.access_token
    Object.assign(person, { session, call: callAs(url, session) })
    for (const caller of callers) if (caller.name === `${name} session`) caller.credential = session
  }
}

/** Each person who may makes a table of the column to be hidden in a job. */
async function haveJobsDone({ people, at }: LeakWorkbook, hidden: string) {
  const jobs = new Map<string, string>()
  for (const [name, { call }] of Object.entries(people)) {
    const code = `SELECT "${hidden}" FROM {{ staff }}`
    const asked = { name: `by_${name}`, code, args: { staff: 'staff' }, async: true }
    const { status, body } = await call('POST', `${at}/transforms`, asked)
    if (status !== 202) continue
    jobs.set(name, body.job_id)
    for (let isOver = false; !isOver; ) {
      await pause(100)
      isOver = ['succeeded', 'failed'].includes((await call('GET', `/api/v1/jobs/${body.job_id}`)).body.status)
    }
  }
  return jobs
}

/** What a policy does to everyone but one role; `rows`: it hides the rows, and no column. */
export type Hiding = { effect: 'mask' | 'deny' | 'rows'; mask_style?: 'hash' | 'last4' | 'year' }

/** Says what the tag does to everyone, and exempts one role. */
export async function setPolicy({ owner, at }: Pick<World, 'owner' | 'at'>, hiding: Hiding) {
  if (hiding.effect === 'rows') return hideRows(owner, at)
  for (const body of [hiding, { effect: 'allow', role: EXEMPT_ROLE }]) {
    const { status } = await owner.call('PUT', `${at}/policies/${TAG}`, body)
    if (status >= 400) throw new Error(`setting the policy answered ${status}`)
  }
}

/** Takes back what `setPolicy` set. */
export async function liftPolicy({ owner, at }: Pick<World, 'owner' | 'at'>, { effect }: Hiding) {
  if (effect !== 'rows') return void (await owner.call('DELETE', `${at}/policies/${TAG}`))
  const { body } = await owner.call('GET', `${at}/policies/rows`)
  for (const { table_id } of body.row_policies) await owner.call('DELETE', `${at}/policies/rows/${table_id}`)
}

/**
 * Of every table that no transform made; what is made from it, and archived copies, must close by themselves. One row without canaries
 * stays in everyone's sight, so that hidden rows lie between the engine and an answer that is not empty.
 */
async function hideRows(owner: World['owner'], at: string) {
  // The owner sees no more than others, and so cannot write while there is a policy.
  await liftPolicy({ owner, at }, { effect: 'rows' })
  const seen = { expected_version: null, rows: [{ name: SEEN_BY_ALL, city: 'Nara' }] }
  const written = await owner.call('POST', `${at}/tables/staff/rows`, seen)
  if (written.status >= 400) throw new Error(`writing the row that all see answered ${written.status}`)
  const { body } = await owner.call('GET', `${at}/tables`)
  const holding = body.tables.filter((table: Body) => table.layer !== 'derived' && table.name !== 'plain')
  for (const { name } of holding) {
    const { columns } = (await owner.call('GET', `${at}/tables/${encodeURIComponent(name)}`)).body
    const hasNames = columns.some((column: Body) => column.name === 'name')
    const predicate = `'${EXEMPT_ROLE}' in user.roles${hasNames ? ` or name = '${SEEN_BY_ALL}'` : ''}`
    const answer = await owner.call('PUT', `${at}/policies/rows/${encodeURIComponent(name)}`, { predicate })
    if (answer.status >= 400) throw new Error(`hiding rows of ${name} answered ${answer.status}`)
  }
}

const SEEN_BY_ALL = 'seen by all'
