import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobHandlers } from '../../server/src/core/jobs/job.ts'
import { connectPg } from '../../server/test/pg-clients.ts'
import type { Tenant } from './tenant.ts'

/** Something of a node that accounts share. */
export type Resource = {
  name: string
  /** Takes as much of it as the service lets one account have, until the signal fires. */
  flood: (tenant: Tenant, over: AbortSignal) => Promise<unknown>
  /** The same resource, used once and little; throws when it was refused. */
  use: (tenant: Tenant) => Promise<unknown>
}

const SLOW_JOB_MS = 4_000
/** Some seconds of a core. */
const HEAVY =
  '(SELECT count(*) FROM range(3000) a, range(3000) b, range(40) c WHERE (a.range * b.range + c.range) % 7 = 3)'
const HEAVY_SQL = `SELECT ${HEAVY} AS n`
const HEAVY_RUN = `SELECT a, ${HEAVY} AS n FROM {{ small }} LIMIT 1`
const CSV_ROWS = 60_000
const MESSAGE_BYTES = 1_900_000

/** What the worker runs for the jobs of this proof. */
export const JOB_HANDLERS: JobHandlers = {
  export: async ({ signal }, request) => {
    if (request === 'slow') await pause(SLOW_JOB_MS, undefined, { signal }).catch(() => {})
    return request
  },
}

export const RESOURCES: readonly Resource[] = [
  {
    name: 'jobs',
    flood: async ({ call, at }, over) => {
      while (!over.aborted) {
        const { body } = await call('GET', '/api/v1/jobs?limit=100')
        const open = body.jobs.filter((job: { finished_at: string | null }) => job.finished_at === null).length
        for (let n = open; n < 12; n++) await call('POST', `${at}/test-jobs`, { kind: 'export', request: 'slow' })
        await pause(200)
      }
    },
    use: async ({ call, at }) => {
      const { body } = await call('POST', `${at}/test-jobs`, { kind: 'export', request: 'quick' })
      for (;;) {
        const { body: job } = await call('GET', `/api/v1/jobs/${body.job_id}`)
        if (job.status === 'succeeded') return
        await pause(25)
      }
    },
  },
  {
    name: 'builders',
    flood: (tenant, over) => loops(6, over, (n) => retype(tenant, `large${n}`)),
    use: (tenant) => retype(tenant, 'small').then(mustBe(200)),
  },
  {
    name: 'loaders',
    flood: (tenant, over) => loops(8, over, () => tenant.upload(csvOf(CSV_ROWS))),
    use: (tenant) => tenant.upload(csvOf(20)).then(mustBe(201)),
  },
  {
    name: 'statements',
    flood: ({ call, at }, over) =>
      loops(18, over, () => call('POST', `${at}/query`, { sql: HEAVY_SQL, timeout_ms: 20_000 })),
    use: ({ call, at }) => call('POST', `${at}/query`, { sql: 'SELECT count(*) AS n FROM small' }).then(mustBe(200)),
  },
  {
    name: 'runs of transforms',
    flood: ({ call, at }, over) =>
      loops(10, over, (n) => call('POST', `${at}/transforms`, transformOf(`heavy${n}_${Math.random()}`, HEAVY_RUN))),
    use: ({ call, at }) =>
      call('POST', `${at}/transforms`, transformOf(`light_${Math.random()}`, 'SELECT a FROM {{ small }}')).then(
        mustBe(201),
      ),
  },
  {
    name: 'PostgreSQL connections',
    flood: async (tenant, over) => {
      const clients = []
      for (let n = 0; n < 40; n++) clients.push(await connectPg(tenant.pg).catch(() => undefined))
      await until(over)
      for (const client of clients) await client?.end()
    },
    use: async (tenant) => {
      const client = await connectPg(tenant.pg)
      await client.query('SELECT count(*) FROM small')
      await client.end()
    },
  },
  {
    name: 'messages of PostgreSQL clients',
    flood: async (tenant, over) => {
      const sockets: Socket[] = []
      for (let n = 0; n < 12; n++) sockets.push(await leaveUnfinished(tenant))
      await until(over)
      for (const socket of sockets) socket.destroy()
    },
    use: async (tenant) => {
      const client = await connectPg(tenant.pg)
      await client.query(`SELECT count(*) FROM small -- ${'x'.repeat(90_000)}`)
      await client.end()
    },
  },
]

const mustBe = (status: number) => (answer: { status: number; body: unknown }) => {
  if (answer.status !== status)
    throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
}

async function loops(count: number, over: AbortSignal, once: (n: number) => Promise<unknown>) {
  const loop = async (n: number) => {
    while (!over.aborted) {
      // What is refused is tried again, as one does who means harm.
      await once(n).catch(() => {})
      await pause(20)
    }
  }
  await Promise.all(Array.from({ length: count }, (_, n) => loop(n)))
}

const until = (over: AbortSignal) => (over.aborted ? undefined : once(over, 'abort'))

const types = new Map<string, number>()

/** Back and forth between two types, so that every segment is written again. */
async function retype({ call, at }: Tenant, table: string) {
  const turn = (types.get(`${at}/${table}`) ?? 0) + 1
  types.set(`${at}/${table}`, turn)
  const type = turn % 2 === 1 ? 'VARCHAR' : 'BIGINT'
  return call('PATCH', `${at}/tables/${table}/columns/a`, { type, expected_version: null })
}

/** Never the same file, or it would be known. */
function csvOf(rows: number): string {
  const seed = Math.random()
  return ['a,b,c', ...Array.from({ length: rows }, (_, n) => `${n},text ${n} ${seed},${n * 1.5}`)].join('\n')
}

const transformOf = (name: string, code: string) => ({
  name: name.replace('.', ''),
  language: 'sql',
  code,
  args: { small: 'small' },
})

/** A connection that is let in, and has sent a message but for its end. */
async function leaveUnfinished({ pg }: Tenant): Promise<Socket> {
  const socket = connect(pg.port, '127.0.0.1')
  socket.on('error', () => {})
  const parameters = Buffer.from(`user\0reader\0database\0${pg.database}\0\0`)
  const startup = Buffer.alloc(8)
  startup.writeInt32BE(8 + parameters.length, 0)
  startup.writeInt32BE(3 << 16, 4)
  socket.write(Buffer.concat([startup, parameters]))
  await heard(socket)
  socket.write(Buffer.concat([headOf('p', pg.password.length + 1), Buffer.from(`${pg.password}\0`)]))
  await heard(socket)
  socket.write(Buffer.concat([headOf('Q', MESSAGE_BYTES), Buffer.alloc(MESSAGE_BYTES - 100_000, 'a')]))
  return socket
}

function headOf(letter: string, bodyBytes: number): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(4 + bodyBytes, 1)
  return head
}

const heard = (socket: Socket) =>
  Promise.race([once(socket, 'data'), once(socket, 'close'), pause(5_000, undefined, { ref: false })])
