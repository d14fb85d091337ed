import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What a process tells Prometheus of what it stands on. Layers above add theirs to the same registry. */
export type NodeMetrics = ReturnType<typeof createNodeMetrics>

export type Figure = { name: string; help: string; labelNames?: readonly string[] }
export type Reading = { labels?: Readonly<Record<string, string>>; value: number }
type Read = () => readonly Reading[] | Promise<readonly Reading[]>

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const LONG_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]

export function createNodeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    databaseSeconds: new Histogram({
      name: 'svc_database_query_duration_seconds',
      help: 'Duration of statements, as their callers waited for them',
      buckets: SECONDS,
      registers,
    }),
    storeSeconds: new Histogram({
      name: 'svc_store_duration_seconds',
      help: 'Duration of calls of the object store; of a get until it begins to answer',
      labelNames: ['operation', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    adviserSeconds: new Histogram({
      name: 'svc_adviser_duration_seconds',
      help: 'Duration of questions to the adviser',
      labelNames: ['purpose', 'outcome'],
      buckets: LONG_SECONDS,
      registers,
    }),
    taskSeconds: new Histogram({
      name: 'svc_task_duration_seconds',
      help: 'Duration of background tasks',
      labelNames: ['task', 'outcome'],
      buckets: LONG_SECONDS,
      registers,
    }),
    watch: watchOn(registry),
  }
}

/** Figures that are read at each scrape. Several may give readings of one: the parts of a process do. */
function watchOn(registry: Registry) {
  const readers = new Map<string, Read[]>()
  return ({ name, help, labelNames = [] }: Figure, read: Read) => {
    const known = readers.get(name)
    if (known) return void known.push(read)
    const own = [read]
    readers.set(name, own)
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: async () => {
        gauge.reset()
        for (const { labels = {}, value } of await readAll(own)) gauge.set({ ...labels }, value)
      },
    })
  }
}

/** What cannot be read now is left out: when PostgreSQL is away, all other figures are wanted most. */
async function readAll(readers: readonly Read[]): Promise<Reading[]> {
  const read = await Promise.allSettled(readers.map(async (each) => each()))
  return read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}
