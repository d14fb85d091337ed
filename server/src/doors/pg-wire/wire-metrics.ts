import { Histogram } from 'prom-client'
import type { NodeMetrics } from '../../platform/metrics.ts'
import type { SessionOptions } from './session/session-state.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Figures of the door for clients of PostgreSQL: connections that are open, and how long statements take. */
export function measureStatements(metrics: NodeMetrics, connections: () => number): SessionOptions['onStatement'] {
  metrics.watch({ name: 'svc_pg_connections', help: 'Connections of PostgreSQL clients that are open' }, () => [
    { value: connections() },
  ])
  const seconds = histogramIn(metrics)
  return (statement, took, sqlState) => seconds.observe({ statement, outcome: sqlState.slice(0, 2) }, took)
}

const NAME = 'svc_pg_statement_duration_seconds'

/** Several doors of one process, as tests have them, share it. */
function histogramIn({ registry }: NodeMetrics): Histogram<'statement' | 'outcome'> {
  const known = registry.getSingleMetric(NAME)
  if (known instanceof Histogram) return known
  return new Histogram({
    name: NAME,
    help: 'Duration of statements of PostgreSQL clients, until their last row was taken; outcome is the class of the SQLSTATE',
    labelNames: ['statement', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
}
