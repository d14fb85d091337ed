import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appendRows } from '../../../test/append-rows.ts'
import { compareEveryVersion } from '../../../test/compare-versions.ts'
import { newOwner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import {
  commitOk,
  commitTo,
  createModelTable,
  currentState,
  editRows,
  type ModelTable,
  remember,
} from '../../../test/table-model.ts'
import { findManifestAt } from '../table/tables.store.ts'
import { checkpointTable } from './checkpoint-table.ts'
import { segmentObjectName } from './segment.ts'
import { openStorage, type StoragePlatform } from './storage.ts'

const service = startService()
let folder: string
let platform: StoragePlatform
let workbookId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-checkpoint-'))
  const owner = await newOwner(service.running)
  workbookId = owner.workbookId
  const { db, blobs } = owner.ctx
  platform = {
    db,
    blobs,
    storage: {
      ...openStorage({
        blobs,
        folder,
        budgetBytes: 1_000_000,
        isSandboxed: async () => false,
        accountOf: async (id) => id,
        accountShare: 100,
      }),
      limits: { rows: 50, bytes: 1_000_000 },
    },
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Names below the folders that builders have. */
async function leftByBuilders() {
  const names = await readdir(folder)
  const left = names.filter((name) => name.startsWith('builders-')).map((name) => readdir(join(folder, name)))
  return (await Promise.all(left)).flat().filter((name) => name.startsWith('builder-'))
}

test('a checkpoint rewrites the touched segments, keeps the others, and reads as before', async () => {
  const table = await tableOf(120)
  const before = await segmentIds(table)
  await change(table, 60, 'edited')

  const outcome = await checkpointTable(platform, workbookId, table.tableId)

  const after = await segmentIds(table)
  expect(outcome).toBe('saved')
  expect(after.map((id, n) => id === before[n])).toEqual([true, false, true])
  await compareEveryVersion(platform, table)
  expect(await checkpointTable(platform, workbookId, table.tableId)).toBe('nothing-to-do')
  await vi.waitFor(async () => expect(await leftByBuilders()).toEqual([]))
})

test('a copy damaged on the disk of the node is replaced, and the checkpoint succeeds', async () => {
  const table = await tableOf(20)
  await compareEveryVersion(platform, table)
  const [segmentId] = await segmentIds(table)
  await writeFile(join(folder, 'segments', `${segmentId}.parquet`), 'damaged')
  await change(table, 3, 'edited')

  expect(await checkpointTable(platform, workbookId, table.tableId)).toBe('saved')

  await compareEveryVersion(platform, table)
})

test('while an object is missing in the store, nothing is checkpointed and no reader gets an empty table', async () => {
  const table = await tableOf(20)
  const [segmentId = ''] = await segmentIds(table)
  await platform.blobs.delete(segmentObjectName(workbookId, segmentId))
  await platform.storage.cache.discard([segmentObjectName(workbookId, segmentId)])
  const rows = [{ op: 'U' as const, rowId: 3, cells: { 1: 'edited' }, before: { 1: 'row 2' } }]
  await commitOk(platform, workbookId, { tableId: table.tableId, expected: null, kind: 'rows', rows })

  await expect(checkpointTable(platform, workbookId, table.tableId)).rejects.toMatchObject({ kind: 'unavailable' })

  expect(await segmentIds(table)).toEqual([segmentId])
})

test('the first edit asks for a checkpoint a day later, a thousand edits for one at once', async () => {
  const table = await tableOf(20)
  const asked = async () => {
    const { rows } = await service.running.admin.query(
      `select run_at > now() + interval '23 hours' as is_later from graphile_worker.jobs where key = $1`,
      [`table.checkpoint:${table.tableId}`],
    )
    return rows
  }
  expect(await asked()).toEqual([])

  await change(table, 1, 'first')
  const afterOne = await asked()
  await editRows(platform, table, {
    inserts: Array.from({ length: 1000 }, () => ({ 1: 'x' })),
    sets: new Map(),
    deletes: [],
  })

  expect(afterOne).toEqual([{ is_later: true }])
  expect(await asked()).toEqual([{ is_later: false }])
})

/** A table whose rows came in one append. */
async function tableOf(count: number): Promise<ModelTable> {
  const table = await createModelTable(platform, workbookId, [{ name: 'VARCHAR' }])
  const rows = Array.from({ length: count }, (_, n) => ({ 1: `row ${n}` }))
  const answer = await appendRows(platform, table, rows, commitTo(platform, workbookId))
  expect(answer.status).toBe('ok')
  remember(
    table,
    rows.map((_, n) => n + 1),
  )
  const { columns } = currentState(table)
  table.states.push({ columns, rows: new Map(rows.map((row, n) => [n + 1, row])) })
  return table
}

const change = (table: ModelTable, rowId: number, text: string) =>
  editRows(platform, table, { inserts: [], sets: new Map([[rowId, { 1: text }]]), deletes: [] })

async function segmentIds(table: ModelTable): Promise<string[]> {
  const manifest = await findManifestAt(platform.db, workbookId, table.tableId, table.states.length)
  return manifest?.segments.map(({ segmentId }) => segmentId) ?? []
}
