import type pg from 'pg'
import type { NodeMetrics } from '../platform/metrics.ts'
import type { EnginePool } from '../tabular/engine/pool.ts'

/** What a node has open, by the name it gives itself. */
export function tellConnections(metrics: NodeMetrics, name: string, pool: pg.Pool) {
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

export function tellEngines(metrics: NodeMetrics, name: string, pool: EnginePool) {
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
}
