import type { Body, Call } from '../../server/test/client.ts'
import type { Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { uploadTo } from '../../server/test/upload.ts'

/** A workbook that is ready for a job of some kind. */
export type Place = { url: string; owner: Person; call: Call; at: string }

export type JobKind = {
  kind: string
  /** All that comes before. */
  prepare: (place: Place) => Promise<void>
  /** Starts the job and returns its id. */
  start: (place: Place) => Promise<string>
  /** Tables and their rows, once it is done. */
  wanted: Readonly<Record<string, number>>
  /** How many ops of which kind tell of it. */
  ops: Readonly<Record<string, number>>
  /** Steps it does not come past. */
  without?: readonly string[]
}

const CSV = 'region,amount\neast,1\nwest,2\nnorth,3\n'
const COPY = { name: 'copy', code: 'SELECT * FROM {{ s }}', args: { s: 'sales' } }

const jobIn = ({ status, body }: { status: number; body: Body }): string => {
  if (status !== 202) throw new Error(`no job was started: ${status} ${JSON.stringify(body)}`)
  return body.job_id
}

const upload = ({ url, owner, at }: Place, fields: Record<string, string>) =>
  uploadTo(url, owner.session, `${at}/sources`, { bytes: CSV, filename: 'orders.csv', fields })

async function makeSales({ call, at }: Place) {
  await call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'region' }] })
  await call('POST', `${at}/tables/sales/rows`, {
    expected_version: null,
    rows: [{ region: 'east' }, { region: 'west' }],
  })
}

export const KINDS: readonly JobKind[] = [
  {
    kind: 'source.ingest',
    prepare: async () => {},
    start: async (place) => jobIn(await upload(place, { async: 'true', structuring: 'skip' })),
    wanted: { orders: 3 },
    ops: { 'table.create': 1 },
  },
  {
    kind: 'materialize',
    prepare: async (place) => {
      await upload(place, { mode: 'staged' })
      await place.call('POST', `${place.at}/sources/orders.csv/analyze`)
    },
    start: async ({ call, at }) => jobIn(await call('POST', `${at}/sources/orders.csv/materialize`, { async: true })),
    wanted: { orders: 3 },
    ops: { 'table.create': 1 },
  },
  {
    kind: 'transform',
    prepare: makeSales,
    start: async ({ call, at }) => jobIn(await call('POST', `${at}/transforms`, { ...COPY, async: true })),
    wanted: { sales: 2, copy: 2 },
    ops: { 'transform.run': 1 },
  },
  {
    kind: 'recompute',
    prepare: async (place) => {
      await makeSales(place)
      await place.call('POST', `${place.at}/transforms`, COPY)
      await place.call('POST', `${place.at}/tables/sales/rows`, { expected_version: null, rows: [{ region: 'north' }] })
    },
    start: async ({ call, at }) => jobIn(await call('POST', `${at}/recompute`, { async: true })),
    wanted: { sales: 3, copy: 3 },
    ops: { recompute: 1 },
    // A few rows more are laid over what is there.
    without: ['writing a segment'],
  },
]

export type Looked = { tables: Record<string, number>; ops: Record<string, number>; ends: number }

/** What everybody can see of a workbook. */
export async function lookAt(service: RunningService, { call, at }: Place, jobId: string): Promise<Looked> {
  const { body } = await call('GET', `${at}/tables`)
  const tables = Object.fromEntries(body.tables.map(({ name, row_count }: Body) => [name, row_count]))
  const ops: Record<string, number> = {}
  for (const { kind } of (await call('GET', `${at}/ops`)).body.ops) ops[kind] = (ops[kind] ?? 0) + 1
  const { rows } = await service.admin.query(
    `select count(*)::integer as ends from outbox where kind = 'job.completed' and payload -> 'data' ->> 'job_id' = $1`,
    [jobId],
  )
  return { tables, ops, ends: rows[0].ends }
}
