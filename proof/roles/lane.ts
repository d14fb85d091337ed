import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Called } from '../../server/test/client.ts'
import { callAs } from '../../server/test/client.ts'
import { newWorkspace, tokenIn } from '../../server/test/control-plane.ts'
import { newPerson, type Person } from '../../server/test/person.ts'
import { COLUMNS, type Sight, type View } from './model.ts'
import type { Step } from './step.ts'

/** Sessions end after 15 minutes. */
const LOGIN_EVERY_MS = 10 * 60_000
const CANARY = 'canary'

export type Way = 'table' | 'rows' | 'query' | 'export'

/** One workspace of the service with one workbook, and the users that a model speaks of. */
export class Lane {
  readonly #url: string
  readonly #people: readonly Person[]
  readonly #workspace: string
  readonly #workbook: string
  #calls: Call[]
  #loggedInAt = performance.now()

  private constructor(url: string, people: readonly Person[], workspace: string, workbook: string) {
    this.#url = url
    this.#people = people
    this.#workspace = workspace
    this.#workbook = workbook
    this.#calls = people.map(({ call }) => patient(call))
  }

  static async open(url: string, users: number): Promise<Lane> {
    const people: Person[] = []
    for (let n = 0; n < users; n++) people.push(await newPerson(url))
    const [owner] = people
    if (!owner) throw new Error('a lane without an owner')
    const workspace = await newWorkspace(owner)
    const call = async (method: string, path: string, body?: unknown) =>
      must(await patient(owner.call)(method, path, body), `${method} ${path}`)
    const { workbook_id } = await call('POST', '/api/v1/workbooks', { title: 'Roles', workspace_id: workspace })
    const at = `/api/v1/workbooks/${workbook_id}`
    const names = Object.keys(COLUMNS)
    await call('POST', `${at}/tables`, { name: 't', columns: names.map((name) => ({ name })) })
    const row = Object.fromEntries(names.map((name) => [name, CANARY]))
    await call('POST', `${at}/tables/t/rows`, { expected_version: null, rows: [row] })
    for (const [column, tags] of Object.entries(COLUMNS)) {
      for (const tag of tags) await call('POST', `${at}/artifacts/t/columns/${column}/tags`, { tag })
    }
    return new Lane(url, people, workspace, at)
  }

  /** Whether the service did it. */
  async act(step: Step): Promise<boolean> {
    if (performance.now() - this.#loggedInAt > LOGIN_EVERY_MS) await this.#logIn()
    const call = this.#call(step.by)
    const users = `/api/control/workspaces/${this.#workspace}/users`
    const members = `${this.#workbook}/members`
    switch (step.kind) {
      case 'invite':
        return this.#invite(step.by, step.user, step.base)
      case 'leave':
      case 'remove':
        return isDone(await call('DELETE', `${users}/${this.#idOf(step.user)}`))
      case 'roles':
        return isDone(await call('PUT', `${users}/${this.#idOf(step.user)}/roles`, { roles: step.custom }))
      case 'share':
        return isDone(await call('PUT', `${members}/${this.#idOf(step.user)}`, { role: step.role }))
      case 'unshare':
        return isDone(await call('DELETE', `${members}/${this.#idOf(step.user)}`))
      case 'rule':
        return isDone(
          await call('PUT', `${this.#workbook}/policies/${step.tag}`, { role: step.role, effect: step.effect }),
        )
      case 'unrule': {
        const role = encodeURIComponent(step.role)
        return isDone(await call('DELETE', `${this.#workbook}/policies/${step.tag}?role=${role}`))
      }
    }
  }

  async #invite(by: number, user: number, base: string): Promise<boolean> {
    const email = this.#people[user]?.email
    const path = `/api/control/workspaces/${this.#workspace}/invitations`
    const invited = await this.#call(by)('POST', path, { email, base_role: base })
    if (!isDone(invited)) return false
    must(await this.#call(user)('POST', `/api/auth/invitations/${tokenIn(invited.body.url)}/accept`, {}), 'accepting')
    return true
  }

  /** What a user sees of each column. */
  async see(user: number, way: Way): Promise<View> {
    const call = this.#call(user)
    const table = `${this.#workbook}/tables/t`
    if (way === 'table') {
      const found = await call('GET', table)
      if (found.status === 404) return viewBy(() => 0)
      const { columns, masked_columns: masked } = must(found, 'reading the table')
      const names = new Set((columns as { name: string }[]).map(({ name }) => name))
      return viewBy((column) => (!names.has(column) ? 0 : masked.includes(column) ? 1 : 2))
    }
    if (way === 'export') {
      const found = await call('POST', `${this.#workbook}/export`, { tables: ['t'], format: 'csv' })
      if (found.status === 404) return viewBy(() => 0)
      const [header = '', line = ''] = String(must(found, 'exporting')).replace('\uFEFF', '').split(/\r?\n/)
      const cells = line.split(',')
      const at = new Map(header.split(',').map((name, n) => [name, cells[n] ?? '']))
      return viewBy((column) => (!at.has(column) ? 0 : at.get(column) === CANARY ? 2 : 1))
    }
    const found =
      way === 'rows'
        ? await call('GET', `${table}/rows`)
        : await call('POST', `${this.#workbook}/query`, { sql: 'select * from t' })
    if (found.status === 404) return viewBy(() => 0)
    const [row = {}] = must(found, `reading by ${way}`).rows as Record<string, unknown>[]
    return viewBy((column) => (!(column in row) ? 0 : row[column] === CANARY ? 2 : 1))
  }

  async #logIn() {
    const calls: Call[] = []
    for (const { email, password } of this.#people) {
      const { access_token } = must(
        await callAs(this.#url, null)('POST', '/api/auth/login', { email, password }),
        'login',
      )
      calls.push(patient(callAs(this.#url, access_token)))
    }
    this.#calls = calls
    this.#loggedInAt = performance.now()
  }

  #call(user: number): Call {
    const call = this.#calls[user]
    if (!call) throw new Error(`no user ${user}`)
    return call
  }

  #idOf = (user: number) => this.#people[user]?.userId ?? ''
}

const viewBy = (sightOf: (column: string) => Sight): View =>
  Object.fromEntries(Object.keys(COLUMNS).map((column) => [column, sightOf(column)]))

/** Asks again while the machine is too busy to answer; under one key, so that what was done is done once. */
const patient =
  (call: Call): Call =>
  async (method, path, body) => {
    const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    for (let attempt = 1; ; attempt++) {
      const answer = await call(method, path, body, key)
      if (![429, 503, 504].includes(answer.status) || attempt === 30) return answer
      await pause(1_000)
    }
  }

/** A refusal is an answer too; anything else ends the proof. */
function isDone({ status, body }: Called): boolean {
  if (status < 300) return true
  if ([403, 404, 409].includes(status)) return false
  throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
}

function must({ status, body }: Called, about: string) {
  if (status >= 300) throw new Error(`${about} answered ${status}: ${JSON.stringify(body)}`)
  return body
}
