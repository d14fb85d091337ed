import { fromWireId } from '../../server/src/platform/ids.ts'
import type { Body, Call } from '../../server/test/client.ts'
import { downloadBundle } from '../../server/test/move-workbook.ts'
import type { Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { uploadTo } from '../../server/test/upload.ts'

/** A workbook that is ready for a job of some kind. */
export type JobsWorkbook = { url: string; owner: Person; call: Call; at: string }

/** A job, and where what it does is seen. */
export type Started = { jobId: string; at: string }

export type JobKind = {
  kind: string
  /** It makes the workbook it works in. */
  isElsewhere?: true
  /** All that comes before. */
  prepare: (place: JobsWorkbook) => Promise<void>
  /** Starts the job. */
  start: (place: JobsWorkbook) => Promise<Started>
  /** Tables and their rows, once it is done. */
  wanted: Readonly<Record<string, number>>
  /** How many ops of each kind it records. */
  ops: Readonly<Record<string, number>>
  /** What else must be so. */
  isWhole?: (place: JobsWorkbook) => Promise<boolean>
  /** Steps it does not come past. */
  without?: readonly string[]
}

const CSV = 'region,amount\neast,1\nwest,2\nnorth,3\n'
const COPY = { name: 'copy', code: 'SELECT * FROM {{ s }}', args: { s: 'sales' } }

const startedIn = ({ status, body }: { status: number; body: Body }, at: string): Started => {
  if (status !== 202) throw new Error(`no job was started: ${status} ${JSON.stringify(body)}`)
  return { jobId: body.job_id, at }
}

const upload = ({ url, owner, at }: JobsWorkbook, fields: Record<string, string>) =>
  uploadTo(url, owner.session, `${at}/sources`, { bytes: CSV, filename: 'orders.csv', fields })

async function makeSales({ call, at }: JobsWorkbook) {
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
    start: async (place) => startedIn(await upload(place, { async: 'true', structuring: 'skip' }), place.at),
    wanted: { orders: 3 },
    ops: { 'table.create': 1 },
  },
  {
    kind: 'materialize',
    prepare: async (place) => {
      await upload(place, { mode: 'staged' })
      await place.call('POST', `${place.at}/sources/orders.csv/analyze`)
    },
    start: async ({ call, at }) =>
      startedIn(await call('POST', `${at}/sources/orders.csv/materialize`, { async: true }), at),
    wanted: { orders: 3 },
    ops: { 'table.create': 1 },
  },
  {
    kind: 'transform',
    prepare: makeSales,
    start: async ({ call, at }) => startedIn(await call('POST', `${at}/transforms`, { ...COPY, async: true }), at),
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
    start: async ({ call, at }) => startedIn(await call('POST', `${at}/recompute`, { async: true }), at),
    wanted: { sales: 3, copy: 3 },
    ops: { recompute: 1 },
    // A few rows more are laid over what is there.
    without: ['writing a segment'],
  },
  {
    kind: 'bundle',
    isElsewhere: true,
    prepare: async (place) => void (await upload(place, { structuring: 'skip' })),
    start: bringBack,
    wanted: { orders: 3 },
    ops: { 'table.create': 1 },
  },
  {
    kind: 'purge',
    prepare: async (place) => void (await upload(place, { structuring: 'skip' })),
    start: async ({ call, at }) => startedIn(await call('POST', `${at}/tables/orders/purge`, { column: 'region' }), at),
    wanted: { orders: 3 },
    ops: { 'table.create': 1, purge: 1 },
    isWhole: async ({ call, at }) => {
      const { body } = await call('GET', `${at}/tables/orders/rows`)
      return body.rows.every(({ region, amount }: Body) => region === null && amount !== null)
    },
  },
  {
    kind: 'review',
    prepare: makeSales,
    start: async ({ call, at }) => startedIn(await call('POST', `${at}/review`, { async: true }), at),
    wanted: { sales: 2 },
    ops: {},
    // It only reads.
    without: ['writing a segment', 'committing'],
  },
]

async function bringBack({ url, owner, at }: JobsWorkbook): Promise<Started> {
  const { bytes } = await downloadBundle(url, owner, at)
  const sent = { bytes, filename: 'orders.zip' }
  const answer = await uploadTo(url, owner.session, '/api/v1/workbooks/from-bundle', sent)
  return startedIn(answer, `/api/v1/workbooks/${answer.body.workbook_id}`)
}

export type Looked = { tables: Record<string, number>; ops: Record<string, number>; ends: number; commits: number }

/** What everybody can see of a workbook. */
export async function lookAt(service: RunningService, { call }: JobsWorkbook, { jobId, at }: Started): Promise<Looked> {
  const { body } = await call('GET', `${at}/tables`)
  const tables = Object.fromEntries(body.tables.map(({ name, row_count }: Body) => [name, row_count]))
  const ops: Record<string, number> = {}
  for (const { kind } of (await call('GET', `${at}/ops`)).body.ops) ops[kind] = (ops[kind] ?? 0) + 1
  const { rows } = await service.admin.query(
    `select (select count(*)::integer from outbox where kind = 'job.completed' and payload -> 'data' ->> 'job_id' = $1) as ends,
            (select edit_seq::integer from workbook_head where workbook_id = $2) as commits`,
    [jobId, fromWireId('wb', at.split('/').at(-1) ?? '')],
  )
  return { tables, ops, ...rows[0] }
}
