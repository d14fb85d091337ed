import { parseArgs } from 'node:util'
import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import {
  applied,
  type Cells,
  type Change,
  type Choice,
  conflictsIn,
  copyOf,
  isSame,
  type Proposal,
  type Tables,
} from './proposals/model.ts'

/**
 * npm run -s proof proposals [-- --histories 100]
 * Random histories of a workbook: users propose, approve, reject, withdraw, apply, undo and write in between. After every step the tables
 * are compared with a model: nothing changes before an approved proposal is applied, everything then, and once.
 */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: { histories: { type: 'string' } },
})
const HISTORIES = Number(asked.histories ?? 2_000)
const LANES = 3
const HISTORIES_OF_A_CREW = 20
const TABLES = ['stock', 'orders']
const COLUMNS = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'count', type: 'BIGINT' },
]

export const proof: Proof = {
  promise: 'Nothing that is proposed changes a table before it is approved and applied, everything then, and once',
  isQuick: false,
  minutes: 8,
  about: ['server/src/core/tables/proposals'],
  measure: (options) => measure(options, HISTORIES, false),
  // What is proposed is written at once as well.
  control: (options) => measure(options, 30, true),
  holds: ({ histories, applied: done, wrong }) => Number(histories) > 0 && Number(done) > 0 && Number(wrong) === 0,
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>
// biome-ignore lint/suspicious/noExplicitAny: answers of the API, whose form its own tests hold.
type Body = any
type Tally = { histories: number; steps: number; proposals: number; applied: number; conflicts: number; wrong: number }

type Lane = {
  author: Call
  reviewers: readonly Call[]
  at: string
  minimum: number
  random: (below: number) => number
  writesAtOnce: boolean
  tables: Tables
  proposals: Proposal[]
  tally: Tally
  say: (line: string) => void
}

async function measure({ say }: ProofOptions, histories: number, writesAtOnce: boolean): Promise<Figures> {
  const service = await runService({})
  const [url = ''] = service.urls
  const tally: Tally = { histories: 0, steps: 0, proposals: 0, applied: 0, conflicts: 0, wrong: 0 }
  try {
    await Promise.all(
      Array.from({ length: LANES }, async (_, n) => {
        const random = randomFrom(n + 1)
        while (tally.histories < histories) {
          const crew = await newCrew(url)
          for (let left = HISTORIES_OF_A_CREW; left > 0 && tally.histories < histories; left--) {
            tally.histories++
            await playHistory(await begin({ ...crew, random, writesAtOnce, tally, say }))
            if (tally.histories % 50 === 0)
              say(`${tally.histories} histories, ${tally.applied} applied, ${tally.wrong} wrong`)
          }
        }
      }),
    )
  } finally {
    await service.close()
  }
  return { ...tally }
}

type Crew = Pick<Lane, 'author' | 'reviewers'> & { reviewerIds: readonly string[] }

/** Sessions, which reach workbooks of others, last for minutes: so others take over. */
async function newCrew(url: string): Promise<Crew> {
  const [author, ...reviewers] = await Promise.all([newPerson(url), newPerson(url), newPerson(url)])
  return {
    author: author.call,
    reviewers: reviewers.map(({ call }) => call),
    reviewerIds: reviewers.map(({ userId }) => userId),
  }
}

type ProposalWorld = Crew & Pick<Lane, 'random' | 'writesAtOnce' | 'tally' | 'say'>

async function begin({ reviewerIds, ...ground }: ProposalWorld): Promise<Lane> {
  const { author, random } = ground
  const made = await author('POST', '/api/v1/workbooks', { title: 'proposals' })
  const at = `/api/v1/workbooks/${made.body.workbook_id}`
  for (const userId of reviewerIds) await author('PUT', `${at}/members/${userId}`, { role: 'editor' })
  const minimum = 1 + random(2)
  await author('PUT', `${at}/proposal-settings`, { reviewers: random(2) === 0 ? [] : reviewerIds, minimum })
  for (const name of TABLES) {
    await author('POST', `${at}/tables`, { name, columns: COLUMNS })
    const rows = Array.from({ length: 4 }, (_, n) => ({ name: `row ${n}`, count: n }))
    await author('POST', `${at}/tables/${name}/rows`, { rows, expected_version: null })
  }
  const lane: Lane = { ...ground, at, minimum, tables: new Map(), proposals: [] }
  lane.tables = await stateOf(lane)
  return lane
}

const STEPS = [propose, propose, write, approve, approve, approve, judgeOwn, apply, apply, apply, reject, withdraw]

async function playHistory(lane: Lane) {
  for (let left = 8 + lane.random(8); left > 0; left--) {
    const step = lane.proposals.length === 0 ? propose : (STEPS[lane.random(STEPS.length)] ?? propose)
    await step(lane)
    lane.tally.steps++
    await compare(lane, step.name)
  }
  await lane.author('DELETE', lane.at)
}

/** The tables must be those of the model. */
async function compare(lane: Lane, step: string) {
  const now = await stateOf(lane)
  for (const [table, rows] of lane.tables) {
    const found = now.get(table)
    const isEqual = found?.size === rows.size && [...rows].every(([id, cells]) => isSame(cells, found.get(id)))
    if (!isEqual) wrong(lane, `${table} after ${step}: ${textOf(found)}, not ${textOf(rows)}`)
  }
  lane.tables = now
}

const textOf = (rows: Map<number, Cells> | undefined) => JSON.stringify([...(rows ?? [])])

function wrong({ tally, say }: Pick<Lane, 'tally' | 'say'>, what: string) {
  if (tally.wrong++ < 5) say(`wrong: ${what}`)
}

function expectAnswer(lane: Lane, what: string, found: { status: number; body: Body }, code: string | null) {
  const is = found.status < 300 ? null : String(found.body?.code)
  if (is !== code) wrong(lane, `${what}: ${is ?? 'done'}, not ${code ?? 'done'}: ${JSON.stringify(found.body)}`)
}

async function stateOf({ author, at }: Lane): Promise<Tables> {
  const found: Tables = new Map()
  for (const name of TABLES) {
    const { body } = await author('GET', `${at}/tables/${name}/rows?limit=1000`)
    found.set(name, new Map(body.rows.map((row: Body) => [row.__svc_row_id, { name: row.name, count: row.count }])))
  }
  return found
}

const one = <T>({ random }: Pick<Lane, 'random'>, some: readonly T[]): T | undefined => some[random(some.length)]

function anyChange(lane: Lane, table: string): Change {
  const { random } = lane
  const ids = [...(lane.tables.get(table)?.keys() ?? [])]
  const change: Change = { table, updates: [], inserts: [], deletes: [] }
  for (const rowId of ids) {
    const kind = random(6)
    if (kind === 0) change.deletes.push(rowId)
    if (kind > 2) continue
    const [name, count] = [`new ${random(1_000_000)}`, random(1_000_000) + 100]
    if (kind > 0) change.updates.push({ rowId, after: random(2) === 0 ? { name } : { count } })
  }
  for (let n = random(3); n > 0; n--) change.inserts.push({ name: `in ${random(1_000_000)}`, count: random(100) })
  return change
}

const isEmpty = ({ updates, inserts, deletes }: Change) => updates.length + inserts.length + deletes.length === 0
const rowsOf = ({ updates, inserts }: Change) => [
  ...updates.map(({ rowId, after }) => ({ __svc_row_id: rowId, ...after })),
  ...inserts,
]

async function propose(lane: Lane) {
  const named = lane.random(2) === 0 ? TABLES : [one(lane, TABLES) ?? 'stock']
  const changes = named.map((table) => anyChange(lane, table)).filter((change) => !isEmpty(change))
  if (changes.length === 0) return
  const sent = changes.map((change) => ({
    table: change.table,
    expected_version: null,
    rows: rowsOf(change),
    delete: change.deletes,
  }))
  const found = await lane.author('POST', `${lane.at}/proposals`, { title: 'proposed', changes: sent })
  lane.tally.proposals++
  expectAnswer(lane, 'propose', found, null)
  const id = String(found.body.proposal_id)
  lane.proposals.push({ id, changes, base: copyOf(lane.tables), state: 'open', approvers: new Set() })
  if (!lane.writesAtOnce) return
  for (const { table, rows } of sent)
    if (rows.length > 0) await lane.author('POST', `${lane.at}/tables/${table}/rows`, { rows, expected_version: null })
}

/** Another write, which proposals must be merged with. */
async function write(lane: Lane) {
  const table = one(lane, TABLES) ?? 'stock'
  const change = anyChange(lane, table)
  const rows = change.updates.map(({ rowId, after }) => ({ __svc_row_id: rowId, ...after }))
  const model = lane.tables.get(table)
  const at = `${lane.at}/tables/${table}/rows`
  if (rows.length > 0)
    expectAnswer(lane, 'write', await lane.author('POST', at, { rows, expected_version: null }), null)
  for (const { rowId, after } of change.updates) Object.assign(model?.get(rowId) ?? {}, after)
  const [gone] = change.deletes
  if (gone === undefined) return
  await lane.author('POST', `${at}/delete`, { row_ids: [gone], expected_version: null })
  model?.delete(gone)
}

/** Closed ones are asked for too, and must refuse. */
function mostlyOpen(lane: Lane): Proposal | undefined {
  const open = lane.proposals.filter(({ state }) => state === 'open')
  return one(lane, open.length > 0 && lane.random(5) > 0 ? open : lane.proposals)
}

const codeOf = ({ state }: Proposal) => (state === 'open' ? null : 'proposal_closed')

async function approve(lane: Lane) {
  const proposal = mostlyOpen(lane)
  const n = lane.random(lane.reviewers.length)
  const found = await lane.reviewers[n]?.('POST', `${lane.at}/proposals/${proposal?.id}/reviews`, {
    verdict: 'approve',
  })
  if (!proposal || !found) return
  expectAnswer(lane, 'approve', found, codeOf(proposal))
  if (proposal.state === 'open') proposal.approvers.add(n)
}

/** An author approves nothing of their own. */
async function judgeOwn(lane: Lane) {
  const proposal = one(lane, lane.proposals)
  if (!proposal) return
  const found = await lane.author('POST', `${lane.at}/proposals/${proposal.id}/reviews`, { verdict: 'approve' })
  expectAnswer(lane, 'approve own', found, codeOf(proposal) ?? 'not_a_reviewer')
}

async function reject(lane: Lane) {
  const proposal = one(lane, lane.proposals)
  const [call] = lane.reviewers
  if (!proposal || !call || lane.random(3) > 0) return
  const found = await call('POST', `${lane.at}/proposals/${proposal.id}/reviews`, { verdict: 'reject' })
  expectAnswer(lane, 'reject', found, codeOf(proposal))
  if (proposal.state === 'open') proposal.state = 'rejected'
}

async function withdraw(lane: Lane) {
  const proposal = one(lane, lane.proposals)
  if (!proposal || lane.random(3) > 0) return
  const found = await lane.author('PATCH', `${lane.at}/proposals/${proposal.id}`, { state: 'withdrawn' })
  expectAnswer(lane, 'withdraw', found, codeOf(proposal))
  if (proposal.state === 'open') proposal.state = 'withdrawn'
}

/** Two apply it at once. Sometimes it is undone afterwards. */
async function apply(lane: Lane) {
  const proposal = mostlyOpen(lane)
  if (!proposal) return
  const choice: Choice = one(lane, ['refuse', 'refuse', 'proposed', 'current'] as const) ?? 'refuse'
  const expected = refusalOf(lane, proposal, choice)
  const path = `${lane.at}/proposals/${proposal.id}/apply`
  const answers = await Promise.all(
    [lane.author, lane.reviewers[0] ?? lane.author].map((call) => call('POST', path, { on_conflict: choice })),
  )
  const [first, second] = answers.toSorted((a, b) => a.status - b.status)
  if (!first || !second) return
  expectAnswer(lane, 'apply', first, expected)
  expectAnswer(lane, 'apply again', second, expected ?? 'proposal_closed')
  if (expected !== null) return
  const before = copyOf(lane.tables)
  lane.tally.applied++
  proposal.state = 'applied'
  lane.tables = await withInserts(lane, proposal, applied(proposal, lane.tables, choice))
  if (first.body.op_id === null || lane.random(4) > 0) return
  await compare(lane, 'apply')
  expectAnswer(lane, 'undo', await lane.author('POST', `${lane.at}/ops/undo`, { session: proposal.id }), null)
  lane.tables = before
}

function refusalOf(lane: Lane, proposal: Proposal, choice: Choice): string | null {
  if (proposal.state !== 'open') return 'proposal_closed'
  if (proposal.approvers.size < lane.minimum) return 'not_approved'
  const isTorn = conflictsIn(proposal, lane.tables) > 0
  if (isTorn) lane.tally.conflicts++
  return isTorn && choice === 'refuse' ? 'proposal_conflict' : null
}

/** New rows have ids that only the service knows: each proposed one must be there once. */
async function withInserts(lane: Lane, { changes }: Proposal, tables: Tables): Promise<Tables> {
  const now = await stateOf(lane)
  for (const { table, inserts } of changes) {
    const [rows, found] = [tables.get(table), now.get(table)]
    const fresh = [...(found ?? [])].filter(([id]) => !rows?.has(id))
    for (const cells of inserts) {
      const at = fresh.findIndex(([, each]) => isSame(each, cells))
      const [met] = at < 0 ? [] : fresh.splice(at, 1)
      if (met) rows?.set(met[0], cells)
      else wrong(lane, `${table}: a proposed row is missing`)
    }
  }
  return tables
}

/** Mulberry32: the same histories in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
