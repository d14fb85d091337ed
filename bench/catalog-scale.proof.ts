import { Type } from 'typebox'
import { type Crowd, equipOwners, type Owner, seedCatalog, seedTokens } from '../proof/lib/seed-catalog.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { endpoint } from '../server/src/platform/http/endpoint.ts'
import { fromWireId, toWireId } from '../server/src/platform/ids.ts'
import { Keyring } from '../server/src/platform/keyring.ts'
import { callAs } from '../server/test/client.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'

const FULL: Crowd = [
  { owners: 500, workbooksEach: 1_000 },
  { owners: 6_000, workbooksEach: 50 },
  { owners: 200_000, workbooksEach: 1 },
]
/** The same owners, and no others. */
const EMPTY: Crowd = FULL.map(({ workbooksEach }) => ({ owners: 1, workbooksEach }))
const BAR = 1.5
const CALLS = 20_000

/** Answers at once: what remains is finding out who asks. */
const nothing = endpoint({
  method: 'GET',
  path: '/api/v1/experimental/nothing',
  operation: 'nothing',
  summary: 'Authenticates and answers nothing',
  scope: 'any',
  status: 200,
  response: Type.Object({}),
  handle: async () => ({}),
})

/** Used by the control too: seeding takes minutes. */
let full: { service: RunningService; owners: Owner[] } | undefined

export const proof: Proof = {
  promise: 'A million workbooks cost a caller what an empty catalog costs',
  isQuick: false,
  minutes: 25,
  about: ['server/src/core/workbooks', 'server/src/core/catalog'],
  measure: async (options) => {
    full = await open(FULL, options, 100)
    const empty = await open(EMPTY, options, 1)
    try {
      return await compare(full, empty, CALLS, options)
    } finally {
      await empty.service.close()
    }
  },
  // Without its indexes, a page of one owner's workbooks reads everybody's.
  control: async (options) => {
    if (!full) throw new Error('the control runs after the measurement')
    const empty = await open(EMPTY, options, 1)
    try {
      await full.service.admin.query('drop index workbook_by_owner, workbook_by_workspace')
      return await compare(full, empty, 200, options)
    } finally {
      await Promise.all([empty.service.close(), full.service.close()])
    }
  },
  holds: ({ ratio_p50, ratio_p99 }) => Number(ratio_p50) <= BAR && Number(ratio_p99) <= BAR,
}

async function open(crowd: Crowd, { say }: ProofOptions, perGroup: number) {
  const service = await runService({
    extraEndpoints: [nothing],
    checkResponses: false,
    settings: workbooksWithoutLimit,
  })
  await seedCatalog(service.admin, crowd, 10, say)
  const owners = await equipOwners(service.admin, new Keyring(service.settings.secretKeys), crowd, perGroup)
  await seedTokens(
    service.admin,
    crowd.reduce((sum, group) => sum + group.owners, 0),
  )
  await service.admin.query('vacuum analyze credential')
  return { service, owners }
}

/** The largest owners stand at the limit already; creating one more is what is measured. */
const workbooksWithoutLimit = {
  limits: { workbooksPerWorkspace: 1_000_000, tokensPerUser: 50, keysPerAccount: 100, requestsAtOnce: 20 },
}

type Side = { service: RunningService; owners: Owner[] }

const OPERATIONS: Record<string, (owner: Owner) => [method: string, path: string, body?: unknown]> = {
  page: () => ['GET', '/api/v1/me/workbooks'],
  open: ({ workbookId }) => ['GET', `/api/v1/workbooks/${toWireId('wb', workbookId)}`],
  create: () => ['POST', '/api/v1/workbooks', { title: 'One more' }],
  authenticate: () => ['GET', '/api/v1/experimental/nothing'],
}

/** Call by call, now here, now there: what the machine does meanwhile happens to both. */
async function compare(fullSide: Side, emptySide: Side, calls: number, { say }: ProofOptions): Promise<Figures> {
  const names = Object.keys(OPERATIONS)
  const times = new Map(names.map((name) => [name, { full: [] as number[], empty: [] as number[] }]))
  const warmUp = Math.min(400, calls)
  for (let n = -warmUp; n < calls; n++) {
    const name = names[Math.abs(n) % names.length] ?? ''
    const isFullFirst = Math.floor(n / names.length) % 2 === 0
    for (const side of isFullFirst ? (['full', 'empty'] as const) : (['empty', 'full'] as const)) {
      const ms = await call(side === 'full' ? fullSide : emptySide, name, Math.abs(n))
      if (n >= 0) times.get(name)?.[side].push(ms)
    }
    if (n % 5_000 === 0) say(`${n} calls`)
  }
  const operations = Object.fromEntries(
    [...times].map(([name, { full: large, empty }]) => [name, ratios(large, empty)]),
  )
  return {
    workbooks: await count(fullSide, 'workbook'),
    artifacts: await count(fullSide, 'artifact'),
    calls,
    ratio_p50: Math.max(...Object.values(operations).map(({ ratio_p50 }) => ratio_p50)),
    ratio_p99: Math.max(...Object.values(operations).map(({ ratio_p99 }) => ratio_p99)),
    operations,
  }
}

/** Owners of 1, 50 and 1,000 workbooks take turns, in the same order on both sides. */
async function call({ service, owners }: Side, name: string, n: number): Promise<number> {
  const groups = FULL.map(({ workbooksEach }) => owners.filter(({ workbooks }) => workbooks === workbooksEach))
  const group = groups[Math.floor(n / 4) % groups.length] ?? []
  const owner = group[Math.floor(n / 12) % group.length]
  const request = owner && OPERATIONS[name]?.(owner)
  if (!owner || !request) throw new Error(`impossible: no owner for ${name}`)
  const began = performance.now()
  const { status, body } = await callAs(service.urls[0] ?? '', owner.token)(...request)
  const ms = performance.now() - began
  if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  // Both catalogs keep their size, however many are created.
  if (name === 'create')
    await service.admin.query('delete from workbook where workbook_id = $1', [fromWireId('wb', body.workbook_id)])
  return ms
}

function ratios(large: number[], empty: number[]) {
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    p50_ms: round(at(large, 0.5)),
    p99_ms: round(at(large, 0.99)),
    ratio_p50: round(at(large, 0.5) / at(empty, 0.5)),
    ratio_p99: round(at(large, 0.99) / at(empty, 0.99)),
  }
}

async function count({ service }: Side, table: string): Promise<number> {
  const { rows } = await service.admin.query(`select count(*)::int as n from ${table}`)
  return rows[0].n
}
