import { beforeAll, expect, test, vi } from 'vitest'
import type { Body, Call } from '../../../test/client.ts'
import { edited, newBranch, setCell } from '../../../test/new-branch.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'
import { fromWireId } from '../../platform/ids.ts'
import { EVENT_KINDS } from './event.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

/** No worker runs here: a job stays until it is canceled. */
const service = startService()

/** A value in every cell that an event could quote. */
const CANARY = 'cnry-7f3a'
const ROWS = [
  { region: `${CANARY}-1`, amount: 900_100_001 },
  { region: `${CANARY}-2`, amount: 900_100_002 },
]
const CSV = `region,amount\n${CANARY}-3,900100003\n${CANARY}-4,900100004\n`

let emitted: Body[] = []

/** Causes every kind of event in one workbook, through the API. */
beforeAll(async () => {
  const { owner, call, at, table, bytes, branchId, write, send } = await newBranch(service, { rows: ROWS })
  await call('POST', `${at}/transforms`, { name: 'copy', code: 'SELECT * FROM {{ s }}', args: { s: 'sales' } })
  await write({ rows: [{ __svc_row_id: 1, region: `${CANARY}-ours` }] })
  await send(edited(bytes, (sheet) => setCell(sheet, 'A2', `${CANARY}-theirs`)))
  await call('POST', `${at}/snapshots`, { summary: 'month end' })
  await call('POST', `${at}/versions`, { label: 'v1' })
  const file = { bytes: CSV, filename: 'orders.csv', fields: { mode: 'staged' } }
  await uploadTo(service.url(), owner.session, `${at}/sources`, file)
  await call('POST', `${at}/sources/orders.csv/analyze`)
  await call('POST', `${at}/sources/orders.csv/materialize`, {})
  const { body: job } = await call('POST', `${at}/recompute`, { async: true })
  await call('POST', `/api/v1/jobs/${job.job_id}/cancel`)
  await call('POST', `${table}/comments`, { target: { kind: 'row', row_id: 1 }, text: `${CANARY}-said` })
  await proposeTwice(call, at)
  await call('DELETE', `${table}?expected_version=null`)
  const { rows } = await service.running.admin.query(
    'select payload from outbox where workbook_id = $1 order by sequence',
    [fromWireId('wb', at.split('/').at(-1) ?? '')],
  )
  emitted = rows.map(({ payload }) => payload)
  expect(branchId).toMatch(/^br_/)
})

/** One proposal is applied, the other withdrawn. */
async function proposeTwice(call: Call, at: string) {
  const reviewer = await service.newPerson()
  await call('PUT', `${at}/members/${reviewer.userId}`, { role: 'editor' })
  const changes = [{ table: 'sales', expected_version: null, rows: [{ region: `${CANARY}-proposed` }] }]
  const propose = async () => {
    const { body } = await call('POST', `${at}/proposals`, { title: `${CANARY}-title`, changes })
    return `${at}/proposals/${body.proposal_id}`
  }
  const [applied, withdrawn] = [await propose(), await propose()]
  await reviewer.call('POST', `${applied}/reviews`, { verdict: 'approve', text: `${CANARY}-review` })
  await call('POST', `${applied}/apply`, {})
  await call('PATCH', withdrawn, { state: 'withdrawn' })
}

const dataOf = (kind: string): Body[] => emitted.filter(({ type }) => type === kind).map(({ data }) => data)

const SALES = { id: expect.stringMatching(/^art_/), name: 'sales', type: 'table', layer: 'base' }

test('every kind there is was emitted', () => {
  expect([...new Set(emitted.map(({ type }) => type))].sort()).toEqual(EVENT_KINDS.toSorted())
})

test('no event holds a value of a cell', () => {
  const everything = JSON.stringify(emitted)

  expect(everything).not.toContain(CANARY)
  expect(everything).not.toContain('9001000')
})

test('artifact.updated: each write of a table, with its version, its cause and how many rows', () => {
  expect(dataOf('artifact.updated')).toContainEqual({
    artifact: SALES,
    edit_version: 3,
    cause: 'rows.upsert',
    op_id: expect.any(Number),
    rows: { inserted: 0, updated: 1, deleted: 0 },
  })
})

test('artifact.stale: once, when a table no longer reflects what it was made from', () => {
  const [first] = dataOf('artifact.stale')

  expect(first).toMatchObject({ artifact: { name: 'copy', layer: 'derived' }, upstream: ['sales'] })
  expect(first.stale_since).toEqual(expect.any(String))
  expect(dataOf('artifact.stale').filter(({ artifact }) => artifact.name === 'copy')).toHaveLength(1)
})

test('artifact.deleted: a table that was deleted', () => {
  expect(dataOf('artifact.deleted')).toEqual([{ artifact: SALES, cause: expect.any(String) }])
})

test('snapshot.committed: a snapshot, and a version of the same state', () => {
  expect(dataOf('snapshot.committed')).toMatchObject([
    { snapshot_id: expect.stringMatching(/^snap_/), summary: 'month end', event_type: 'transform', versions: [] },
    { snapshot_id: expect.stringMatching(/^snap_/), versions: ['v1'] },
  ])
})

test('source.analyzed: a source whose reading was proposed', () => {
  expect(dataOf('source.analyzed')).toEqual([
    {
      source: { name: 'orders.csv', id: expect.stringMatching(/^src_/) },
      spec_version: 1,
      regions: 1,
      warnings: expect.any(Number),
    },
  ])
})

test('source.materialized: a source that became tables', () => {
  expect(dataOf('source.materialized')).toMatchObject([
    { source: { name: 'orders.csv' }, artifacts: [{ name: expect.any(String), row_count: 2 }] },
  ])
})

test('conflict.created: cells that two sides have changed, by their conflicts', () => {
  expect(dataOf('conflict.created')).toEqual([
    {
      table: 'sales',
      conflict_ids: [expect.stringMatching(/^cf_/)],
      count: 1,
      kind: 'overwrite',
      branch_id: expect.stringMatching(/^br_/),
    },
  ])
})

test('version.branched and version.merged: a file that went out, and came back', () => {
  expect(dataOf('version.branched')).toMatchObject([
    { branch_id: expect.stringMatching(/^br_/), tables: ['sales'], base_edit_versions: expect.anything() },
  ])
  expect(dataOf('version.merged')).toMatchObject([
    {
      branch_id: expect.stringMatching(/^br_/),
      table: 'sales',
      edit_version: 4,
      inserted: 0,
      updated: 1,
      deleted: 0,
      conflict_count: 1,
    },
  ])
})

test('comment.changed: that something was said about a table, and not what', () => {
  expect(dataOf('comment.changed')).toEqual([{ table: 'sales', table_id: expect.stringMatching(/^art_/) }])
})

test('proposal.*: each step of a proposal by its id and tables, and not what was proposed or said', () => {
  const about = { proposal_id: expect.stringMatching(/^prop_/), tables: ['sales'] }
  expect(dataOf('proposal.opened')).toEqual([about, about])
  expect(dataOf('proposal.reviewed')).toEqual([{ ...about, verdict: 'approve', state: 'open' }])
  expect(dataOf('proposal.applied')).toEqual([{ ...about, op_id: expect.any(Number) }])
  expect(dataOf('proposal.closed')).toEqual([{ ...about, state: 'withdrawn' }])
})

test('job.completed: a job that has ended, and how', () => {
  expect(dataOf('job.completed')).toEqual([
    { job_id: expect.stringMatching(/^job_/), kind: 'recompute', status: 'failed', error: 'canceled' },
  ])
})
