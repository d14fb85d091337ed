import { availableParallelism, loadavg } from 'node:os'
import { rounded } from '../lib/figures.ts'
import type { Clients, DriveReport } from './clients.ts'
import { readFootprint } from './footprint.ts'
import { KINDS } from './mix.ts'
import type { OneNode } from './one-node.ts'
import { lastTenthRatio, p99OfTenths, percentile, sumOf, type Tally } from './tally.ts'
import { cpuMsPerCall, readSpent, spentSince, watchMemory } from './watch.ts'

export type KeptPace = { perSecond: number; seconds: number }

/** The mix at an even rate: how fast it was answered, and what that took of the service. */
export async function keepPace(node: OneNode, clients: Clients, { perSecond, seconds }: KeptPace) {
  const { parts } = node
  const memory = watchMemory(node)
  const footprint = await readFootprint(node)
  const [before, began] = [readSpent(parts), performance.now()]
  const report = await clients.drive({ perSecond, ms: seconds * 1_000 })
  // Before everything is read again, which takes memory of its own.
  const held = await memory.stop()
  const spent = spentSince(before, readSpent(parts))
  const wallSeconds = (performance.now() - began) / 1_000
  const answered = report.all.tookMs.length
  const grown = (await readFootprint(node)).postgresBytes - footprint.postgresBytes
  const { lost } = await clients.countLost()
  const tenths = p99OfTenths(report.all, seconds * 1_000)
  return {
    rps_per_core: rounded(answered / sumOf(spent)),
    p99_ms: Math.round(percentile(report.all.tookMs, 0.99)),
    errors: sumOf(report.all.errors) + lost,
    last_tenth_p99_ratio: rounded(lastTenthRatio(tenths)),
    p99_ms_of_tenths: tenths.map(Math.round),
    per_second: rounded(answered / seconds),
    rps_per_machine_core: rounded(answered / seconds / availableParallelism()),
    cores_used: rounded(sumOf(spent) / wallSeconds),
    cpu_ms_per_call: cpuMsPerCall(spent, answered),
    by_kind: Object.fromEntries(KINDS.map((kind) => [kind, timesOf(report.byKind[kind])])),
    ingested: ingestedOf(report),
    errors_by_kind: report.all.errors,
    ...(report.examples.length > 0 ? { examples: report.examples } : {}),
    lost,
    postgres_bytes_per_call: Math.round(grown / answered),
    ...held,
    load_average: rounded(loadavg()[0] ?? 0),
    kept_seconds: seconds,
  }
}

const timesOf = (tally: Tally | undefined) => ({
  calls: tally?.tookMs.length ?? 0,
  p50_ms: rounded(percentile(tally?.tookMs ?? [], 0.5)),
  p99_ms: rounded(percentile(tally?.tookMs ?? [], 0.99)),
})

const ingestedOf = ({ ingestedMs }: DriveReport) => ({
  files: ingestedMs.length,
  p50_s: rounded(percentile(ingestedMs, 0.5) / 1_000),
  p99_s: rounded(percentile(ingestedMs, 0.99) / 1_000),
})
