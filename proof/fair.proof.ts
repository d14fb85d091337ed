import { setTimeout as pause } from 'node:timers/promises'
import { jobEndpoint } from '../server/test/job-endpoint.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { JOB_HANDLERS, RESOURCES, type Resource } from './fair/resources.ts'
import { newTenant, type Tenant } from './fair/tenant.ts'
import { median, rounded, timed } from './lib/figures.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const MEGABYTE = 1024 * 1024
const SHARE = 50
const LARGE_TABLES = 6
const LARGE_ROWS = 400_000
const CALLS = 5
/** Until the flood holds all that it is given. */
const FLOODED_MS = 2_000
/** A call that takes longer was starved. */
const STARVED_MS = 15_000
/** A wait that no user notices counts as this long: a machine with two cores does not repeat less. */
const LEAST_MS = 150

/** One account floods a resource of the node while another uses it: how long that one waits, beside how long it waits alone. */
export const proof: Proof = {
  promise: 'However much one account asks of a node, another is served there as if it had half of it to itself',
  isQuick: false,
  minutes: 12,
  about: ['server/src/platform', 'server/src/platform/http'],
  measure: (options) => floodAll(options, SHARE),
  // One account may hold all there is.
  control: (options) => floodAll(options, 100),
  holds: ({ resources, starved, worst_wait_ratio: worst }) =>
    Number(resources) >= 6 && starved === 0 && Number(worst) <= 3,
}

async function floodAll({ say }: ProofOptions, accountShare: number): Promise<Figures> {
  const service = await runService({
    workers: 1,
    jobHandlers: JOB_HANDLERS,
    extraEndpoints: [jobEndpoint],
    checkResponses: false,
    settings: {
      accountShare,
      pg: {
        host: '127.0.0.1',
        port: 0,
        tls: null,
        connections: 30,
        connectionsPerCredential: 30,
        messageBytes: 8 * MEGABYTE,
      },
    },
  })
  try {
    const flooding = await newTenant(service, LARGE_TABLES, LARGE_ROWS)
    const other = await newTenant(service, 0, 0)
    const ratios: Record<string, number> = {}
    let starved = 0
    for (const resource of RESOURCES) {
      const outcome = await floodOne(resource, flooding, other, service)
      ratios[resource.name] = rounded(outcome.ratio)
      starved += outcome.starved
      say(`${resource.name}: ${JSON.stringify(outcome)}`)
    }
    const worst = Math.max(...Object.values(ratios))
    return { resources: RESOURCES.length, starved, worst_wait_ratio: worst, ...ratios }
  } finally {
    await service.close()
  }
}

/** Ratios are of medians. */
async function floodOne(resource: Resource, flooding: Tenant, other: Tenant, service: RunningService) {
  await resource.use(other)
  const alone = await waits(resource, other)
  const over = new AbortController()
  const flood = resource.flood(flooding, over.signal)
  await pause(FLOODED_MS)
  const flooded = await waits(resource, other)
  over.abort()
  await flood
  await service.admin.query("select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'job:%'")
  const starved = flooded.filter((ms) => ms >= STARVED_MS).length
  const ratio = median(flooded) / Math.max(LEAST_MS, median(alone))
  return { alone: alone.map(Math.round), flooded: flooded.map(Math.round), starved, ratio: rounded(ratio) }
}

/** A call that is refused has waited in vain. */
async function waits(resource: Resource, tenant: Tenant): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const late = pause(STARVED_MS, 'late' as const, { ref: false })
    let outcome: unknown = 'done'
    const ms = await timed(async () => {
      outcome = await Promise.race([
        resource.use(tenant).then(
          () => 'done',
          () => 'late',
        ),
        late,
      ])
    })
    took.push(outcome === 'done' ? ms : STARVED_MS)
    if (took.filter((each) => each >= STARVED_MS).length > 1) break
  }
  return took
}
