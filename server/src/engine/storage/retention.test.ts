import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendRows } from '../../../test/append-rows.ts'
import { compareEveryVersion } from '../../../test/compare-versions.ts'
import { newOwner } from '../../../test/context.ts'
import { createSegmentCache } from '../../../test/segment-cache.ts'
import { startService } from '../../../test/service.ts'
import {
  changeColumns,
  commitOk,
  commitTo,
  createModelTable,
  currentState,
  editRows,
  type ModelTable,
} from '../../../test/table-model.ts'
import { warmBuilder } from '../../../test/warm-builder.ts'
import { planContent } from '../table/content.ts'
import { planRestore } from './bulk/build-content.ts'
import { readContents } from './bulk/read-content.ts'
import { checkpointTable, thinTable } from './checkpoint-table.ts'
import { segmentObjectName } from './segment.ts'
import type { StoragePlatform } from './storage.ts'
import { sweepSegments } from './sweep-segments.ts'

const service = startService()
let folder: string
let builder: Awaited<ReturnType<typeof warmBuilder>>
let platform: StoragePlatform
let workbookId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-retention-'))
  builder = await warmBuilder(folder)
  const owner = await newOwner(service.running)
  workbookId = owner.workbookId
  const { db, blobs } = owner.ctx
  const cache = createSegmentCache({ blobs, folder: join(folder, 'cache'), budgetBytes: 0 })
  platform = { db, blobs, storage: { cache, build: builder.build, limits: { rows: 10, bytes: 1_000_000 } } }
})
afterAll(async () => {
  await builder.close()
  await rm(folder, { recursive: true })
})

test('thinning takes surplus checkpoints away, and every version reads as before', async () => {
  const table = await longHistory()
  await age(table, 'manifest', '25 hours')
  const before = await countManifests(table)

  const { checkpoints } = await thinTable(platform, workbookId, table.tableId)

  expect(checkpoints).toBeGreaterThan(2)
  expect(await countManifests(table)).toBe(before - checkpoints)
  await compareEveryVersion(platform, table)
})

test('versions past their time are forgotten, pinned ones and younger ones stay readable', async () => {
  const table = await longHistory()
  const pinned = 6
  const young = table.states.length - 3
  await age(table, 'table_version', '91 days', young)
  await pin(table, pinned)

  const { versions } = await thinTable(platform, workbookId, table.tableId)

  expect(versions).toBe(young - 2)
  expect(await planContent(platform.db, workbookId, table.tableId, pinned - 1)).toBeUndefined()
  await compareEveryVersion(platform, table, young)
  const plan = await planContent(platform.db, workbookId, table.tableId, pinned)
  const [rows] = await readContents(platform.storage, plan ? [plan] : [])
  expect(Object.fromEntries(rows ?? [])).toEqual(Object.fromEntries(table.states[pinned]?.rows ?? []))
  expect((await deltasOf(table)).filter((version) => version < pinned)).toEqual([])
})

test('edits that a restored version still lies on outlive their own version', async () => {
  const table = await longHistory()
  const restored = 4
  await restore(table, restored)
  await age(table, 'table_version', '91 days', table.states.length - 1)

  await thinTable(platform, workbookId, table.tableId)

  await compareEveryVersion(platform, table, table.states.length - 1)
})

test('the sweep deletes what nothing names after a day of grace, and nothing else', async () => {
  const table = await longHistory()
  await age(table, 'manifest', '25 hours')
  await age(table, 'table_version', '91 days', table.states.length - 2)
  await thinTable(platform, workbookId, table.tableId)
  expect(await sweepSegments(platform, workbookId)).toBe(0)
  const unnamed = await unreferenced(table)

  await service.running.admin.query(`update segment set unreferenced_since = unreferenced_since - interval '25 hours'`)
  const swept = await sweepSegments(platform, workbookId)

  expect(unnamed.length).toBeGreaterThan(0)
  expect(swept).toBeGreaterThanOrEqual(unnamed.length)
  for (const id of unnamed) {
    expect(await platform.blobs.size(segmentObjectName(workbookId, id))).toBeUndefined()
  }
  await compareEveryVersion(platform, table, table.states.length - 2)
})

test('a segment whose writer died is swept after its lease, and a late commit of it is refused', async () => {
  const table = await createModelTable(platform, workbookId, [{ name: 'VARCHAR' }])
  const late = appendRows(platform, table, [{ 1: 'late' }], async (write) => {
    await service.running.admin.query(`update segment set lease_until = now() - interval '1 second' where state = 'P'`)
    expect(await sweepSegments(platform, workbookId)).toBeGreaterThan(0)
    return commitTo(platform, workbookId)(write)
  })

  await expect(late).rejects.toThrow('is not there any more')
  await compareEveryVersion(platform, table)
})

/** Edits, appends, a new column, a restore, and a checkpoint after nearly each of them. */
async function longHistory(): Promise<ModelTable> {
  const table = await createModelTable(platform, workbookId, [{ name: 'VARCHAR' }])
  const insert = (text: string) =>
    editRows(platform, table, {
      inserts: Array.from({ length: 7 }, (_, n) => ({ 1: `${text} ${n}` })),
      sets: new Map(),
      deletes: [],
    })
  const edit = (sets: Map<number, { 1: string }>, deletes: number[]) =>
    editRows(platform, table, { inserts: [], sets, deletes })
  const checkpoint = () => checkpointTable(platform, workbookId, table.tableId)
  await insert('first')
  await checkpoint()
  await edit(new Map([[2, { 1: 'changed' }]]), [3])
  await insert('second')
  await checkpoint()
  await edit(new Map([[2, { 1: 'again' }]]), [8])
  await changeColumns(platform, table, [
    ...currentState(table).columns.map((column) => ({ ...column, name: 'renamed' })),
  ])
  await edit(new Map([[9, { 1: 'more' }]]), [])
  await checkpoint()
  await restore(table, 4)
  await insert('third')
  await checkpoint()
  await edit(new Map(), [1, 2])
  await checkpoint()
  await edit(new Map([[10, { 1: 'last' }]]), [])
  await insert('fourth')
  return table
}

async function restore(table: ModelTable, version: number) {
  const write = await planRestore(platform.db, workbookId, table.tableId, version)
  const state = table.states[version]
  if (!write || !state) throw new Error('that version is gone')
  await commitOk(platform, workbookId, write)
  table.states.push(state)
}

async function age(table: ModelTable, what: 'manifest' | 'table_version', by: string, before = 1_000_000) {
  await service.running.admin.query(
    `update ${what} set at = at - $3::interval where workbook_id = $1 and table_id = $2 and version < $4`,
    [workbookId, table.tableId, by, before],
  )
}

async function pin(table: ModelTable, version: number) {
  await service.running.admin.query(`insert into pin values ($1, $2, $3, 'snapshot', gen_random_uuid(), null)`, [
    workbookId,
    table.tableId,
    version,
  ])
}

async function countManifests({ tableId }: ModelTable): Promise<number> {
  const { rowCount } = await service.running.admin.query('select from manifest where table_id = $1', [tableId])
  return rowCount ?? 0
}

async function deltasOf({ tableId }: ModelTable): Promise<number[]> {
  const { rows } = await service.running.admin.query('select distinct version from delta where table_id = $1', [
    tableId,
  ])
  return rows.map(({ version }) => Number(version))
}

async function unreferenced({ tableId }: ModelTable): Promise<string[]> {
  const { rows } = await service.running.admin.query(
    'select segment_id from segment where table_id = $1 and unreferenced_since is not null',
    [tableId],
  )
  return rows.map(({ segment_id }) => segment_id)
}
