import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { logInAgain } from '../../server/test/person.ts'
import { judgeCluster } from '../cluster/judge.ts'
import type { Lived } from '../cluster/live.ts'
import { countHandedOver } from './hand-over.ts'
import type { World } from './world.ts'

/** As often as the SDK sends a call again. */
const RETRIES = 3
const ARRIVE_MS = 60_000

/** Whether the stored data matches the answers of clients, and which errors clients met. */
export async function judgeUpgrade(world: World, lived: Lived) {
  const { cluster, tokens, models, found, say } = world
  const judged = { url: cluster.url, token: tokens[0] ?? '', postgresUrl: cluster.postgres.url, models }
  const { lost, done_twice, gaps, refused_yet_done, wrong_reads, jobs, stuck_jobs, failed_jobs } = await judgeCluster(
    judged,
    say,
  )
  for (const fault of found.faults.slice(0, 20)) say(`fault: ${fault}`)
  const events = await judgeEvents(world)
  const unserved = [...lived.unavailable.values()].reduce((sum, n) => sum + n, 0)
  const beyondSdk = lived.attempts.filter((n) => n > RETRIES + 1).length
  const broken = await countBrokenChains(world)
  const unfinished = stuck_jobs + failed_jobs + (found.isLongRunDone ? 0 : 1)
  const parts = { lost, done_twice, gaps, refused_yet_done, unfinished, unheard: events.missing, broken_chains: broken }
  say(`lost, in parts: ${JSON.stringify(parts)}`)
  return {
    lost: lost + done_twice + gaps + refused_yet_done + unfinished + events.missing + broken,
    errors: unserved + beyondSdk + found.faults.length + found.undrained,
    wrong_reads,
    wrong_answers: lived.wrongAnswers,
    ...figuresOf(lived),
    jobs,
    ...(await countJobs(world)),
    events: events.expected,
    old_read_new: found.oldReadNew,
    new_read_old: found.newReadOld,
    swept: found.swept,
    undrained: found.undrained,
    worker_drained: found.isWorkerDrained,
    unavailable: Object.fromEntries(lived.unavailable),
    setbacks: Object.fromEntries(lived.setbacks),
  }
}

function figuresOf({ tookMs, attempts, acknowledged, repeated }: Lived) {
  const sorted = tookMs.toSorted((a, b) => a - b)
  return {
    calls: tookMs.length,
    acknowledged,
    sent_again: repeated,
    most_attempts: Math.max(...attempts),
    p50_ms: Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? 0),
    p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    longest_ms: Math.round(sorted.at(-1) ?? 0),
  }
}

async function asAdmin<T>({ cluster }: World, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.postgres.url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/**
 * Every event of the watched workbooks must have come, the last ones soon. Of the updates of one table within a second only the
 * last is delivered: the others have no delivery any more.
 */
async function judgeEvents(world: World): Promise<{ expected: number; missing: number }> {
  const { models, receiver } = world
  const ids = models.map(({ workbookId }) => fromWireId('wb', workbookId))
  const text = `select wire_id('wb', o.workbook_id) || '/' || o.sequence as place, d.status = 'succeeded' as "isTaken"
    from outbox o left join delivery d using (workbook_id, event_id)
    where o.workbook_id = any($1) and (d.delivery_id is not null or o.kind <> 'artifact.updated')`
  const look = async (client: pg.Client) => {
    const { rows } = await client.query(text, [ids])
    const came = new Set(receiver.arrivals.map(({ workbookId, sequence }) => `${workbookId}/${sequence}`))
    return { expected: rows.length, missing: rows.filter(({ place, isTaken }) => !isTaken || !came.has(place)).length }
  }
  return asAdmin(world, async (client) => {
    const until = performance.now() + ARRIVE_MS
    let seen = await look(client)
    for (; seen.missing > 0 && performance.now() < until; seen = await look(client)) await pause(500)
    return seen
  })
}

async function countBrokenChains({ cluster, owner, models }: World): Promise<number> {
  const { call } = await logInAgain(cluster.url, owner)
  let broken = 0
  for (const { at } of models) {
    const { body } = await call('GET', `${at}/audit-log`)
    if (body.chain_valid !== true) broken += 1
  }
  return broken
}

function countJobs(world: World) {
  const { found, models, long } = world
  const ids = [...models.map(({ workbookId }) => workbookId), long.workbookId]
  const at = found.workerReplacedAt
  return at ? asAdmin(world, (client) => countHandedOver(client, ids, at)) : {}
}
