import type { APIResponse, Page, Route } from 'playwright-core'

/** What may happen to a request of the grid. */
export type Fault = 'none' | 'late' | 'refused' | 'cut' | 'stalled' | 'answer lost'

/** A write that reached the service and was taken: what it wrote, under which op. */
export type Taken = { opId: number; rows: readonly Readonly<Record<string, unknown>>[] }

export type FaultyNetwork = {
  /** Writes in the order in which the service took them, also those whose answer never came back. */
  taken: Taken[]
  undone: number[]
  faults: Map<Fault, number>
  /** How many requests came so far: while it grows, something goes on. */
  requests: number
  /** Nothing fails from here on; what stalls is let go. */
  lift: () => void
  lower: () => void
  /** From here on reads of rows fail for longer than the SDK repeats them, more than once. */
  failReads: () => void
  /** The first line from here on that the page has never asked for since it was opened. */
  firstUnread: (from: number) => number
  /** The page was opened again and holds nothing. */
  forgetReads: () => void
}

const STALLS_MS = 2_000
const OF_GRID = /\/api\/v1\/.*(?:\/tables\/faults(?:\/|\?|$)|\/ops\/\d+\/undo)/
const OF_WORKBOOK = /^.*\/workbooks\/[^/]+/
const IS_ROWS = /\/tables\/faults\/rows$/
const READS_ROWS = 'GET /tables/faults/rows'
const IS_UNDO = /\/ops\/\d+\/undo$/
/** In turn, so that every kind of request meets every fault; several of a kind in a row outlast the SDK's own repetitions. */
const TURNS: readonly Fault[] = [
  'none',
  'late',
  'none',
  'refused',
  'none',
  'cut',
  'late',
  'stalled',
  'none',
  'answer lost',
]
const LONG_OUTAGE = 5
/** The SDK asks four times. The view reads meanwhile, and must not use them up. */
const READS_OUTAGE = 10
const OUTAGES: readonly Fault[] = ['refused', 'cut', 'refused', 'cut', 'stalled']

/** Stands between the page and the service. */
export async function makeNetworkFaulty(page: Page, random: () => number): Promise<FaultyNetwork> {
  const reads = new Set<number>()
  const network: FaultyNetwork = {
    taken: [],
    undone: [],
    faults: new Map(),
    requests: 0,
    lift,
    lower,
    failReads: () => {
      const of = OUTAGES[Math.floor(random() * OUTAGES.length)] ?? 'cut'
      turns.set(READS_ROWS, { next: turns.get(READS_ROWS)?.next ?? 0, outage: READS_OUTAGE, of })
    },
    firstUnread: (from) => {
      let line = from
      while (reads.has(line)) line++
      return line
    },
    forgetReads: () => reads.clear(),
  }
  const seen = new Set<string>()
  let isDown = true
  let release = Promise.withResolvers<void>()
  const turns = new Map<string, { next: number; outage: number; of: Fault }>()

  function lift() {
    isDown = false
    release.resolve()
    release = Promise.withResolvers<void>()
  }
  function lower() {
    isDown = true
  }
  const faultFor = (kind: string): Fault => {
    if (!isDown) return 'none'
    const turn = turns.get(kind) ?? { next: 0, outage: 0, of: 'none' }
    turns.set(kind, turn)
    if (turn.outage > 0) {
      turn.outage--
      return turn.of
    }
    const fault = TURNS[turn.next++ % TURNS.length] ?? 'none'
    if (fault !== 'none' && fault !== 'late' && random() < 0.25) Object.assign(turn, { outage: LONG_OUTAGE, of: fault })
    return fault
  }
  const stall = () => Promise.race([release.promise, pause(STALLS_MS)])

  /** What is asked again under its key is answered again, and done once. */
  const fetchNoted = async (route: Route) => {
    const request = route.request()
    const answer = await route.fetch()
    const key = request.headers()['idempotency-key'] ?? ''
    if (!answer.ok() || seen.has(key)) return answer
    seen.add(key)
    await note(network, new URL(request.url()).pathname, request.postData(), answer)
    return answer
  }
  const pass = async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fulfill({ response: await fetchNoted(route) })
    for (const line of linesAskedFor(new URL(route.request().url()))) reads.add(line)
    return route.continue()
  }

  await page.route(OF_GRID, async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    const kind = `${request.method()} ${path.replace(OF_WORKBOOK, '').replaceAll(/\d+/g, 'n')}`
    const fault = faultFor(kind)
    network.requests++
    network.faults.set(fault, (network.faults.get(fault) ?? 0) + 1)
    try {
      switch (fault) {
        case 'none':
          return await pass(route)
        case 'late':
          await Promise.race([release.promise, pause(100 + random() * 900)])
          return await pass(route)
        case 'refused':
          return await route.fulfill(UNAVAILABLE)
        case 'cut':
          return await route.abort('connectionreset')
        case 'stalled':
          await stall()
          return await route.abort('timedout')
        case 'answer lost':
          await fetchNoted(route)
          return await route.abort('connectionreset')
      }
    } catch {
      // The page gave the request up, or the service did.
      await route.abort().catch(() => undefined)
    }
  })
  return network
}

function linesAskedFor({ pathname, searchParams }: URL): number[] {
  if (!IS_ROWS.test(pathname)) return []
  const offset = Number(searchParams.get('offset') ?? 0)
  return Array.from({ length: Number(searchParams.get('limit') ?? 0) }, (_, n) => offset + n)
}

const UNAVAILABLE = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'unavailable', status: 503, title: 'The service is not available', detail: 'Later.' }),
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function note(network: FaultyNetwork, path: string, body: string | null, answer: APIResponse) {
  if (IS_UNDO.test(path)) network.undone.push(Number(/\/ops\/(\d+)\//.exec(path)?.[1]))
  if (!IS_ROWS.test(path)) return
  const { op_id: opId } = await answer.json()
  if (typeof opId === 'number') network.taken.push({ opId, rows: JSON.parse(body ?? '{}').rows })
}
