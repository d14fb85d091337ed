import { loadavg } from 'node:os'
import pg from 'pg'
import { fromWireId } from '../server/src/platform/ids.ts'
import { keepLogs } from './cluster/keep-logs.ts'
import { makeTroubles } from './cluster/make-troubles.ts'
import { type Cluster, startCluster } from './cluster/start-cluster.ts'
import { countDoubled, countGaps } from './lib/crash-judge.ts'
import { rounded } from './lib/figures.ts'
import { forgetSomeEdits } from './lib/forget-edits.ts'
import { type Clients, startClients } from './load/clients.ts'
import { findRate } from './load/find-rate.ts'
import type { SeededTable } from './load/known-table.ts'
import { seedTables } from './load/seed.ts'
import { percentile, sumOf } from './load/tally.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { judgeJobs } from './soak/judge-jobs.ts'
import { watchNodes } from './soak/watch-nodes.ts'

const [MINUTES, LONG_MINUTES, CONTROL_MINUTES] = [3, 60, 0.5]
const WORKBOOKS = 12
/** What clients of the SDK may wish for: it then goes on for half a minute. */
const PATIENCE = { retries: 8, timeoutMs: 8_000 }
const CALM_P99_MS = 250
/** Of what the cluster carries in peace: nodes that come back take the rest of the one machine that all of them share. */
const SHARE_KEPT = 0.5
const CONTROL_PER_SECOND = 10
const GROWTH_RATIO = 1.1

export const proof: Proof = {
  promise:
    'What people do all day goes on while everything below it fails in turn: nothing is lost, wrong or refused, and nothing grows',
  isQuick: false,
  minutes: 20,
  about: ['server/src'],
  // MINUTES=… for a shorter trial.
  measure: (options) => soak(Number(process.env.MINUTES) || (options.isLong ? LONG_MINUTES : MINUTES), options),
  control: (options) => soak(CONTROL_MINUTES, options, { perSecond: CONTROL_PER_SECOND, spoil: forgetSomeEdits }),
  holds: ({ calls, rss_growth_ratio, open_files_growth_ratio, ...found }) =>
    Number(calls) > 0 &&
    ['lost', 'wrong_or_failed', 'unknown', 'done_twice', 'gaps', 'stuck_jobs'].every((name) => found[name] === 0) &&
    [rss_growth_ratio, open_files_growth_ratio].every((ratio) => ratio === null || Number(ratio) <= GROWTH_RATIO),
}

type Spoiled = { perSecond: number; spoil: (postgresUrl: string) => Promise<void> }

async function soak(minutes: number, options: ProofOptions, spoiled?: Spoiled): Promise<Figures> {
  const cluster = await startCluster({ apiNodes: 3, workers: 2 })
  options.say(`the cluster is up at ${cluster.url}`)
  try {
    const tables = await seedTables(cluster.url, WORKBOOKS, options.say)
    const clients = await startClients(cluster.url, tables, PATIENCE)
    try {
      // Once for each node, as HAProxy deals calls out in turn: no workbook is cold.
      for (const _ of cluster.nodeUrls) await clients.countLost()
      await spoiled?.spoil(cluster.postgres.url)
      const perSecond = spoiled?.perSecond ?? SHARE_KEPT * (await findRate(clients, CALM_P99_MS, options.say))
      const lived = await liveThrough(cluster, clients, { perSecond, ms: minutes * 60_000 }, options)
      return { ...lived, ...(await clients.countLost()), ...(await judge(cluster, tables)), minutes }
    } finally {
      clients.close()
    }
  } finally {
    await keepLogs(cluster)
    await cluster.close()
  }
}

type Pace = { perSecond: number; ms: number }

/** Growth is judged of an hour only: in minutes it is what nodes have just begun with. */
async function liveThrough(cluster: Cluster, clients: Clients, pace: Pace, { isLong, say }: ProofOptions) {
  const began = performance.now()
  const isOver = () => performance.now() - began > pace.ms
  const report = (what: string) => say(`${Math.round((performance.now() - began) / 1_000)} s: ${what}`)
  const nodes = watchNodes()
  const [{ all, ingestedMs, examples }, troubles] = await Promise.all([
    clients.drive(pace),
    makeTroubles(cluster, { isOver, report }),
  ])
  const { rssRatio, openFilesRatio, nodesSeen } = nodes.stop()
  return {
    calls: all.tookMs.length,
    per_second: rounded(pace.perSecond),
    wrong_or_failed: sumOf(all.errors),
    errors_by_kind: all.errors,
    ...(examples.length > 0 ? { examples } : {}),
    p50_ms: Math.round(percentile(all.tookMs, 0.5)),
    p99_ms: Math.round(percentile(all.tookMs, 0.99)),
    slowest_ms: Math.round(percentile(all.tookMs, 1)),
    files_ingested: ingestedMs.length,
    rss_growth_ratio: isLong ? rounded(rssRatio) : null,
    open_files_growth_ratio: isLong ? rounded(openFilesRatio) : null,
    troubles,
    nodes_started: nodesSeen,
    load_average: rounded(loadavg()[0] ?? 0),
  }
}

/** What PostgreSQL holds, when all faults are over. */
async function judge({ postgres }: Cluster, tables: readonly SeededTable[]) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const found = { done_twice: 0, gaps: 0 }
  try {
    for (const id of new Set(tables.map(({ workbookId }) => workbookId))) {
      const workbookId = fromWireId('wb', id)
      found.done_twice += await countDoubled(client, workbookId)
      found.gaps += await countGaps(client, workbookId)
    }
    return { ...found, ...(await judgeJobs(client)) }
  } finally {
    await client.end()
  }
}
