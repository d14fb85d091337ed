import type pg from 'pg'
import { readQueueOverview } from '../../core/jobs/read-job-overview.ts'
import type { EnginePool } from '../../engine/duckdb/pool.ts'
import type { Platform } from '../../platform/context.ts'
import type { NodeMetrics, Reading } from '../../platform/metrics.ts'

/** What a node has open, by the name it gives itself. */
export function reportConnections(metrics: NodeMetrics, name: string, pool: pg.Pool) {
  const figure = {
    name: 'svc_database_connections',
    help: 'Connections to PostgreSQL, and callers that wait for one',
    labelNames: ['pool', 'state'],
  }
  metrics.watch(figure, () => [
    { labels: { pool: name, state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { pool: name, state: 'idle' }, value: pool.idleCount },
    { labels: { pool: name, state: 'waiting' }, value: pool.waitingCount },
  ])
}

export function reportEngines(metrics: NodeMetrics, name: string, pool: EnginePool) {
  const labels = { node: name }
  const labelNames = ['node']
  metrics.watch({ name: 'svc_engines', help: 'Engine processes that hold a workbook', labelNames }, () => [
    { labels, value: pool.figures().engines },
  ])
  metrics.watch({ name: 'svc_engine_memory_bytes', help: 'What engines took when last measured', labelNames }, () => [
    { labels, value: pool.figures().memoryBytes },
  ])
  metrics.watch({ name: 'svc_engine_memory_limit_bytes', help: 'What engines may take', labelNames }, () => [
    { labels, value: pool.figures().limitBytes },
  ])
  const copies = { name: 'svc_filtered_copies', help: 'Copies of tables without hidden rows made so far', labelNames }
  metrics.watch(copies, () => [{ labels, value: pool.figures().filteredCopies }])
}

type Overview = Awaited<ReturnType<typeof readQueueOverview>>

/** Several figures come from one query, so that frequent scrapes do not load PostgreSQL. */
const KEPT_MS = 5_000

/** What all workers together have before them; every worker node tells it, so take the largest and not the sum. */
export function reportQueue(metrics: NodeMetrics, platform: Platform) {
  const look = keptFor(KEPT_MS, () => readQueueOverview(platform))
  const from = (read: (overview: Overview) => Reading[]) => async () => read(await look())
  metrics.watch(
    { name: 'svc_queue_tasks', help: 'Tasks of the queue', labelNames: ['task', 'state'] },
    from(({ tasks }) => tasks.flatMap(tasksOf)),
  )
  metrics.watch(
    { name: 'svc_queue_oldest_wait_seconds', help: 'How long the oldest due task waits', labelNames: ['task'] },
    from(({ at, tasks }) =>
      tasks.map(({ task, waitingSince }) => ({ labels: { task }, value: ageOf(at, waitingSince) })),
    ),
  )
  metrics.watch(
    { name: 'svc_jobs', help: 'Jobs that have not ended', labelNames: ['kind', 'state'] },
    from(({ kinds }) => kinds.flatMap(jobsOf)),
  )
  metrics.watch(
    { name: 'svc_workers', help: 'Worker nodes that were heard of lately' },
    from(({ workers }) => [{ value: workers.length }]),
  )
}

const tasksOf = ({ task, waiting, running, retrying, givenUp }: Overview['tasks'][number]): Reading[] =>
  Object.entries({ waiting, running, retrying, given_up: givenUp }).map(([state, value]) => ({
    labels: { task, state },
    value,
  }))

const jobsOf = ({ kind, waiting, running, retrying }: Overview['kinds'][number]): Reading[] =>
  Object.entries({ waiting, running, retrying }).map(([state, value]) => ({ labels: { kind, state }, value }))

const ageOf = (at: Date, since: Date | null) => (since ? Math.max(0, (at.getTime() - since.getTime()) / 1_000) : 0)

function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | undefined
  return () => {
    if (!kept || kept.until < performance.now()) kept = { until: performance.now() + ms, value: read() }
    return kept.value
  }
}
