import { expect } from 'vitest'
import { readContents } from '../src/engine/storage/bulk/read-content.ts'
import { type StoredSegment, segmentObjectName } from '../src/engine/storage/segment.ts'
import type { StoragePlatform } from '../src/engine/storage/storage.ts'
import { formatColumnType } from '../src/engine/table/column-type.ts'
import { laidRanges, planContent } from '../src/engine/table/content.ts'
import type { SegmentRef } from '../src/engine/table/table.ts'
import { findTableHead, listDeltas, listVersionKinds } from '../src/engine/table/tables.store.ts'
import type { ModelTable } from './table-model.ts'

/** Reads every version from this one on and compares it with what the model remembers; a forgotten one must be gone. */
export async function compareEveryVersion(platform: StoragePlatform, table: ModelTable, from = 1) {
  const { db, storage } = platform
  const { workbookId, tableId, states, forgotten } = table
  const plans = []
  for (let version = from; version < states.length; version++) {
    const plan = await planContent(db, workbookId, tableId, version)
    expect(plan === undefined, `version ${version} is gone`).toBe(forgotten.has(version))
    if (!plan) continue
    expectOrdered(plan.manifest.segments)
    await expectPresent(platform, plan.segments)
    plans.push(plan)
  }
  const contents = await readContents(storage, plans)
  for (const [n, plan] of plans.entries()) {
    const state = states[plan.version]
    const rows = contents[n] ?? new Map()
    const where = `version ${plan.version}`
    expect(plan.columns, where).toEqual(state?.columns)
    expect([...rows.keys()], where).toEqual([...(state?.rows.keys() ?? [])].sort((a, b) => a - b))
    expect(Object.fromEntries(rows), where).toEqual(Object.fromEntries(state?.rows ?? []))
    expect(plan.rowCount, where).toBe(rows.size)
  }
  await expectHeadTrue(platform, table)
  await expectBeforeTrue(platform, table, from)
  expectOneTypePerColumn(table)
}

/** Every object is in the store; that it is whole, its reader checks. */
async function expectPresent({ blobs }: StoragePlatform, segments: readonly StoredSegment[]) {
  for (const { workbookId, segmentId, bytes } of segments) {
    expect(await blobs.size(segmentObjectName(workbookId, segmentId)), segmentId).toBe(bytes)
  }
}

/** Ranges of row ids are disjoint and ascend. */
function expectOrdered(segments: readonly SegmentRef[]) {
  let last = 0
  for (const { rowLo, rowHi, rows } of segments) {
    expect(rowLo).toBeGreaterThan(last)
    expect(rowHi - rowLo + 1).toBeGreaterThanOrEqual(rows)
    last = rowHi
  }
}

/** The head knows the newest version, the ids given so far, and how many edits lie over the newest manifest. */
async function expectHeadTrue({ db }: StoragePlatform, table: ModelTable) {
  const { workbookId, tableId } = table
  const head = await findTableHead(db, workbookId, tableId)
  const plan = head && (await planContent(db, workbookId, tableId, head.editVersion))
  if (!plan) throw new Error('the table is gone')
  const pending = await listDeltas(db, workbookId, tableId, laidRanges(plan.manifest, plan.version))
  expect(head.deltaRows).toBe(pending.length)
  expect(head.manifestVersion).toBe(plan.manifest.version)
  expect(head.rowCount).toBe(plan.rowCount)
  expect(head.editVersion).toBe(table.states.length - 1)
  expect(head.nextColumnId).toBe(table.nextColumnId)
  for (const rowId of table.given) expect(rowId).toBeLessThan(head.nextRowId)
}

/** What an edit says was there before it was there in the version before. */
async function expectBeforeTrue({ db }: StoragePlatform, { workbookId, tableId, states }: ModelTable, from: number) {
  for (let version = Math.max(from, 2); version < states.length; version++) {
    const range = { from: version, to: version }
    const [kind] = await listVersionKinds(db, workbookId, tableId, range)
    if (kind !== 'rows') continue
    const earlier = states[version - 1]?.rows
    for (const { rowId, op, before } of await listDeltas(db, workbookId, tableId, [range])) {
      if (op === 'I') expect(before).toBeNull()
      else expect(earlier?.get(rowId)).toMatchObject(before ?? {})
    }
  }
}

function expectOneTypePerColumn({ states }: ModelTable) {
  const types = new Map<number, string>()
  for (const { id, type } of states.flatMap(({ columns }) => columns)) {
    expect(types.get(id) ?? formatColumnType(type)).toBe(formatColumnType(type))
    types.set(id, formatColumnType(type))
  }
}
