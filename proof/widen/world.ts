import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, type Called, callAs } from '../../server/test/client.ts'
import { newMember, newWorkspace } from '../../server/test/control-plane.ts'
import { newPerson, type Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import type { Actor, MadeLink } from './actors.ts'
import { type Model, newModel } from './model.ts'

/** Who writes and reads: the owner, two editors of whom each sees one area and no salary, and tokens of less. */

export const AREAS = ['east', 'west'] as const
export const VISIBLE = "'admin' in user.roles or 'link' in user.roles or area in user.attributes.areas"

/** A workbook with salaries that are hidden from editors, and rows that each of them sees by a table that is made from another. */
export type World = {
  at: string
  calls: Record<Actor, Call>
  emails: Record<'east' | 'west', string>
  /** Ids of what was made, for steps to change and reads to read. */
  questions: string[]
  views: string[]
  dashboards: string[]
  links: MadeLink[]
  model: Model
  url: string
  logIn: () => Promise<void>
}

const TRANSFORM = 'select mail, area from {{hr}} union select mail, area from {{hr}}'
const SPOT = { x: 0, y: 0, width: 6, height: 4 }

export async function newWorld(service: RunningService): Promise<World> {
  const url = service.urls[0] ?? ''
  const owner = await newPerson(url)
  const workspace = await newWorkspace(owner)
  const at = `/api/v1/workbooks/${(await ask(owner, 'POST', '/api/v1/workbooks', { title: 'Widen', workspace_id: workspace })).workbook_id}`
  const join = () => newMember({ newPerson: (name) => newPerson(url, name) }, owner, workspace, 'editor')
  const [east, west] = [await join(), await join()]
  const people = { owner, east, west }
  await service.admin.query('update app_user set address_proven_at = now() where email = any ($1)', [
    [owner.email, east.email, west.email],
  ])
  await fill(owner, at, { east: east.email, west: west.email })
  const tokens = {
    quiet: await tokenOf(owner, ['workbooks:read', 'workbooks:write']),
    proposer: await tokenOf(east, ['workbooks:propose']),
  }
  const calls = (sessions: Record<'owner' | 'east' | 'west', Call>): Record<Actor, Call> => ({
    ...{ owner: patient(sessions.owner), east: patient(sessions.east), west: patient(sessions.west) },
    ...{ quiet: patient(callAs(url, tokens.quiet)), proposer: patient(callAs(url, tokens.proposer)) },
  })
  const world: World = {
    ...{ at, url, questions: [], views: [], dashboards: [], links: [], model: newModel() },
    emails: { east: east.email, west: west.email },
    calls: calls({ owner: owner.call, east: east.call, west: west.call }),
    logIn: async () => {
      const [one, two, three] = await Promise.all(
        [people.owner, people.east, people.west].map((who) => loggedIn(url, who)),
      )
      if (one && two && three) world.calls = calls({ owner: one, east: two, west: three })
    },
  }
  await publish(world)
  return world
}

/** Values that stand nowhere else: `NAME-east-1` in a row of the east, `PAY-east-1` in its salary. */
async function fill(owner: Person, at: string, emails: Record<'east' | 'west', string>) {
  const make = (path: string, body: object) => ask(owner, 'POST', `${at}${path}`, body)
  const put = (path: string, body: object) => ask(owner, 'PUT', `${at}${path}`, body)
  await make('/tables', { name: 'staff', columns: ['name', 'salary', 'area'].map((name) => ({ name })) })
  const rows = AREAS.flatMap((area) =>
    [1, 2, 3].map((n) => ({ name: `NAME-${area}-${n}`, salary: `PAY-${area}-${n}`, area })),
  )
  await make('/tables/staff/rows', { expected_version: null, rows })
  await make('/tables', { name: 'hr', columns: [{ name: 'mail' }, { name: 'area' }] })
  const mapped = AREAS.map((area) => ({ mail: emails[area], area }))
  await make('/tables/hr/rows', { expected_version: null, rows: mapped })
  await make('/transforms', { name: 'people', language: 'sql', code: TRANSFORM, args: { hr: 'hr' } })
  await make('/artifacts/staff/columns/salary/tags', { tag: 'pay' })
  for (const role of ['editor', 'viewer', 'service']) await put('/policies/pay', { effect: 'deny', role })
  const mapping = { table: 'people', email: 'mail', attributes: { areas: 'area' } }
  await put('/policies/rows/staff', { predicate: VISIBLE, mapping })
  for (const name of ['people', 'hr']) await put(`/policies/rows/${name}`, { predicate: 'true' })
}

/** What is public at the beginning: the owner's own, which shows all there is. */
async function publish({ at, calls, questions, views, dashboards, links, model }: World) {
  const { owner: call } = calls
  const make = async (path: string, body: object) => must(await call('POST', `${at}${path}`, body), path)
  const question = await make('/questions', { name: 'all', sql: 'select * from staff' })
  const view = await make('/saved-views', { name: 'all', table: 'staff' })
  const tiles = [
    { ...SPOT, tile_id: 'q', kind: 'question', question_id: question.question_id },
    { ...SPOT, x: 6, tile_id: 'v', kind: 'view', view_id: view.view_id },
  ]
  const page = await make('/dashboards', { name: 'Public', tiles })
  const shared = await make('/links', { kind: 'dashboard', target: page.dashboard_id })
  questions.push(question.question_id)
  views.push(view.view_id)
  dashboards.push(page.dashboard_id)
  links.push({ text: textIn(shared.url), kind: 'dashboard', target: page.dashboard_id, maker: 'owner' })
  model.wrote(question.question_id, 'owner')
  model.wrote(view.view_id, 'owner')
  model.placed(page.dashboard_id, tiles, 'owner')
}

export const textIn = (url: string) => url.split('#')[1] ?? ''

async function tokenOf({ call }: Person, scopes: readonly string[]): Promise<string> {
  const body = { name: 'widen', scopes, rate_limit_per_minute: 10_000 }
  return must(await call('POST', '/api/v1/me/tokens', body), 'minting').token
}

/** Sessions end after 15 minutes. */
async function loggedIn(url: string, { email, password }: Person): Promise<Call> {
  const { access_token } = must(await callAs(url, null)('POST', '/api/auth/login', { email, password }), 'login')
  return callAs(url, access_token)
}

const ask = async ({ call }: Person, method: string, path: string, body: object) =>
  must(await patient(call)(method, path, body), `${method} ${path}`)

function must({ status, body }: Called, about: string) {
  if (status >= 300) throw new Error(`${about} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Asks again while the machine is too busy to answer; under one key, so that what was done is done once. */
export const patient =
  (call: Call): Call =>
  async (method, path, body) => {
    const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    for (let attempt = 1; ; attempt++) {
      const answer = await call(method, path, body, key)
      if (![429, 503, 504].includes(answer.status) || attempt === 30) return answer
      await pause(500)
    }
  }
