import type pg from 'pg'
import { thinTable } from '../src/engine/storage/checkpoint-table.ts'
import type { StoragePlatform } from '../src/engine/storage/storage.ts'
import { sweepSegments } from '../src/engine/storage/sweep-segments.ts'
import type { ModelTable } from './table-model.ts'

/** The storage of a test, and the database as its owner: who can turn the clock. */
export type ModelPlatform = StoragePlatform & { admin: pg.Pool }

/** A day passes, and what is surplus by then is taken away. */
export async function thinAfterDay(platform: ModelPlatform, table: ModelTable) {
  await platform.admin.query(
    `update manifest set at = at - interval '25 hours' where workbook_id = $1 and table_id = $2`,
    [table.workbookId, table.tableId],
  )
  await thin(platform, table)
}

/** A quarter of a year passes for every version before this one; what is not pinned of them is forgotten. */
export async function forgetBefore(platform: ModelPlatform, table: ModelTable, version: number) {
  await platform.admin.query(
    `update table_version set at = at - interval '91 days'
     where workbook_id = $1 and table_id = $2 and version < $3 and at > now() - interval '90 days'`,
    [table.workbookId, table.tableId, version],
  )
  table.oldBefore = Math.max(table.oldBefore, version)
  await thin(platform, table)
}

async function thin(platform: ModelPlatform, table: ModelTable) {
  await thinTable(platform, table.workbookId, table.tableId)
  for (let version = 1; version < table.states.length - 1; version++) {
    if (version < table.oldBefore && !table.pinned.has(version)) table.forgotten.add(version)
  }
}

export async function pinVersion({ admin }: ModelPlatform, table: ModelTable, version: number) {
  if (table.forgotten.has(version)) return
  await admin.query(`insert into pin values ($1, $2, $3, 'snapshot', gen_random_uuid(), null)`, [
    table.workbookId,
    table.tableId,
    version,
  ])
  table.pinned.add(version)
}

/** Marks what nothing names, lets the grace pass, and takes its objects away. */
export async function sweepAfterGrace(platform: ModelPlatform, { workbookId }: ModelTable) {
  await sweepSegments(platform, workbookId)
  await platform.admin.query(
    `update segment set unreferenced_since = unreferenced_since - interval '25 hours' where workbook_id = $1`,
    [workbookId],
  )
  await sweepSegments(platform, workbookId)
}
