import { Keyring } from '../server/src/platform/keyring.ts'
import { callAs } from '../server/test/client.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { rounded } from './lib/figures.ts'
import { type Crowd, equipOwners, type Owner, seedCatalog } from './lib/seed-catalog.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { seedEntries } from './search/seed.ts'
import { COMMON, WANTED } from './search/texts.ts'

/** Ten tables in each workbook. */
const SHORT: Crowd = [
  { owners: 1, workbooksEach: 10_000 },
  { owners: 20_000, workbooksEach: 1 },
]
const LONG: Crowd = [
  { owners: 1, workbooksEach: 10_000 },
  { owners: 100, workbooksEach: 1_000 },
  { owners: 10_000, workbooksEach: 50 },
  { owners: 390_000, workbooksEach: 1 },
]
const MOST_MS = 100
const LEAST_RECALL = 0.95
const SHOWN = 20
const WARM_UP = 10

const WANTED_QUESTIONS = WANTED.flatMap(({ name, questions }) => questions.map((q) => ({ q, name })))
const COMMON_QUESTIONS = COMMON.map((q) => ({ q, name: null }))

/** Used by the control too: seeding takes minutes. */
let seeded: { service: RunningService; owners: Owner[] } | undefined

export const proof: Proof = {
  promise: 'A search among ten million tables, in Japanese or English, finds what was meant at once',
  isQuick: false,
  minutes: 20,
  about: ['server/src/core/catalog/search'],
  measure: async (options) => {
    seeded = await open(options)
    return { artifacts: await count(seeded.service), ...(await ask(seeded, options.isLong ? 4_000 : 1_000)) }
  },
  // Without its index every search looks at everybody's tables.
  control: async () => {
    if (!seeded) throw new Error('the control runs after the measurement')
    try {
      await seeded.service.admin.query('drop index search_entry_signatures')
      return await ask(seeded, 10)
    } finally {
      await seeded.service.close()
    }
  },
  holds: ({ p99_ms, recall }) => Number(p99_ms) <= MOST_MS && Number(recall) >= LEAST_RECALL,
}

async function open({ isLong, say }: ProofOptions) {
  const crowd = isLong ? LONG : SHORT
  const service = await runService({ checkResponses: false })
  await seedCatalog(service.admin, crowd, 0, say)
  await seedEntries(service.admin, crowd, say)
  return { service, owners: await equipOwners(service.admin, new Keyring(service.settings.secretKeys), crowd, 20) }
}

type SearchRequest = { q: string; name: string | null; owner: Owner }

/** Two in three are looked for, by the largest owner; one is what everybody asks, and every other of these comes from another account. */
function askedAs(n: number, [largest, ...others]: readonly Owner[]): SearchRequest {
  const isCommon = n % 3 === 0
  const questions = isCommon ? COMMON_QUESTIONS : WANTED_QUESTIONS
  const question = questions[Math.floor(n * (isCommon ? 1 / 3 : 2 / 3)) % questions.length]
  const owner = isCommon && n % 2 === 0 ? others[n % others.length] : largest
  if (!question || !owner) throw new Error('impossible: a question without a text or an owner')
  return { ...question, owner }
}

async function ask({ service, owners }: { service: RunningService; owners: Owner[] }, asked: number): Promise<Figures> {
  const times = new Map<Owner, number[]>(owners.map((owner) => [owner, []]))
  const found = new Map<string, boolean>()
  for (let n = 0; n < asked + WARM_UP; n++) {
    const { q, name, owner } = askedAs(n, owners)
    const began = performance.now()
    const names = await search(service, owner, q)
    if (n >= WARM_UP) times.get(owner)?.push(performance.now() - began)
    if (name !== null && owner === owners[0]) found.set(`${q} → ${name}`, names.includes(name))
  }
  const all = [...times.values()].flat()
  const missed = [...found].filter(([, isFound]) => !isFound).map(([question]) => question)
  return {
    searches: all.length,
    p50_ms: at(all, 0.5),
    p99_ms: at(all, 0.99),
    p99_largest_ms: at([...times.values()][0] ?? [], 0.99),
    questions: found.size,
    recall: rounded(1 - missed.length / found.size),
    missed: missed.slice(0, 10),
  }
}

async function search({ urls }: RunningService, { token }: Owner, q: string): Promise<string[]> {
  const call = callAs(urls[0] ?? '', token)
  const { status, body } = await call('GET', `/api/v1/search?q=${encodeURIComponent(q)}&limit=${SHOWN}`)
  if (status !== 200) throw new Error(`a search answered ${status}: ${JSON.stringify(body)}`)
  return body.results.map(({ name }: { name: string }) => name)
}

const at = (times: readonly number[], share: number) =>
  rounded(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN)

async function count({ admin }: RunningService): Promise<number> {
  const { rows } = await admin.query('select count(*)::int as n from search_entry')
  return rows[0].n
}
