import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { TablePlace } from '../table/table.ts'
import type { ListPart } from './segment.ts'

/** Pending until a commit names it, live while it may be read, doomed before it is deleted. */
export type SegmentState = 'P' | 'L' | 'D'

/** Recorded before the upload: a node that dies in between leaves a row that the sweep finds. */
export async function insertPendingSegments(tx: Tx, workbookId: string, tableId: string, segmentIds: string[]) {
  await tx
    .insertInto('segment')
    .values(
      segmentIds.map((segmentId) => ({ workbookId, segmentId, tableId, state: 'P', leaseUntil: anHourFromNow() })),
    )
    .execute()
}

export async function renewSegmentLeases(tx: Tx, workbookId: string, segmentIds: string[]) {
  await tx
    .updateTable('segment')
    .set({ leaseUntil: anHourFromNow() })
    .where('workbookId', '=', workbookId)
    .where('segmentId', 'in', segmentIds)
    .where('state', '=', 'P')
    .execute()
}

/** The object lies in the store, whole. Only now a commit can make the segment live. */
export async function updateUploadedSegment(
  tx: Tx,
  workbookId: string,
  segmentId: string,
  { rows, bytes, sha256 }: { rows: number; bytes: number; sha256: string },
) {
  await tx
    .updateTable('segment')
    .set({ rows, bytes, sha256: Buffer.from(sha256, 'hex') })
    .where('workbookId', '=', workbookId)
    .where('segmentId', '=', segmentId)
    .where('state', '=', 'P')
    .execute()
}

const anHourFromNow = () => sql<Date>`now() + interval '1 hour'`

/** The hashes of live segments, in hex. */
export async function listSegmentHashes(
  db: Db,
  workbookId: string,
  segmentIds: string[],
  states: readonly SegmentState[] = ['L'],
): Promise<Map<string, string>> {
  if (segmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('segment')
    .select(['segmentId', 'sha256'])
    .where('workbookId', '=', workbookId)
    .where('segmentId', 'in', segmentIds)
    .where('state', 'in', states)
    .execute()
  return new Map(rows.flatMap(({ segmentId, sha256 }) => (sha256 ? [[segmentId, sha256.toString('hex')]] : [])))
}

/** The lock every commit takes first: no manifest changes while the sweep looks. */
export async function lockForSweep(tx: Tx, workbookId: string) {
  await sql`select 1 from lock_workbook_head(${workbookId})`.execute(tx)
}

/** Pending segments whose writer is gone are doomed, live ones after they have been in no manifest for the grace. */
export async function updateSweptSegments(tx: Tx, workbookId: string, graceHours: number) {
  await sql`
    with named as (
      select distinct (e ->> 0)::uuid as segment_id
      from manifest m, jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e
      where m.workbook_id = ${workbookId}
    )
    update segment s set
      state = case
        when s.state = 'P' then 'D'
        when s.unreferenced_since < now() - make_interval(hours => ${graceHours}) and n.segment_id is null then 'D'
        else s.state end,
      unreferenced_since = case when n.segment_id is null then coalesce(s.unreferenced_since, now()) end
    from segment o left join named n on n.segment_id = o.segment_id
    where o.workbook_id = ${workbookId} and s.workbook_id = o.workbook_id and s.segment_id = o.segment_id
      and (s.state = 'P' and s.lease_until < now()
        or s.state = 'L' and (n.segment_id is null or s.unreferenced_since is not null))
  `.execute(tx)
}

export function listDoomedSegments(
  db: Db,
  workbookId: string,
): Promise<{ segmentId: string; listPart: ListPart | null }[]> {
  return db
    .selectFrom('segment')
    .select(['segmentId', 'listPart'])
    .where('workbookId', '=', workbookId)
    .where('state', '=', 'D')
    .execute()
}

/** After its object is gone. */
export async function deleteSegment(tx: Tx, workbookId: string, segmentId: string) {
  await tx
    .deleteFrom('segment')
    .where('workbookId', '=', workbookId)
    .where('segmentId', '=', segmentId)
    .where('state', '=', 'D')
    .execute()
}

/** So long what belongs to a list is kept: no segment that it names goes earlier, since nothing that was live does. */
const LIFE_HOURS = 24
/** A list is handed out while so much of its life is left. */
const USEFUL_HOURS = 12

/** An object of a list; `isThere`: it has been made. */
export type ListedObject = { part: ListPart | null; version: number | null; isThere: boolean }

/** The lists of these versions that will last for a while yet, by version. */
export async function listFileLists(
  db: Db,
  { workbookId, tableId }: TablePlace,
  versions: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('segment')
    .select(['segmentId', 'listVersion'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('listPart', '=', 'list')
    .where('listVersion', 'in', versions)
    .where('state', '=', 'P')
    .where('leaseUntil', '>', inHours(USEFUL_HOURS))
    .orderBy('leaseUntil')
    .execute()
  return new Map(rows.flatMap(({ segmentId, listVersion }) => (listVersion === null ? [] : [[listVersion, segmentId]])))
}

export async function insertFileLists(
  tx: Tx,
  { workbookId, tableId }: TablePlace,
  lists: readonly { segmentId: string; version: number }[],
) {
  await tx
    .insertInto('segment')
    .values(
      lists.map(({ segmentId, version }) => ({
        workbookId,
        tableId,
        segmentId,
        state: 'P',
        leaseUntil: inHours(LIFE_HOURS),
        listPart: 'list',
        listVersion: version,
      })),
    )
    .execute()
}

/** Known before it is uploaded, as every object is. */
export async function insertListedObject(
  tx: Tx,
  { workbookId, tableId }: TablePlace,
  segmentId: string,
  part: Exclude<ListPart, 'list'>,
) {
  await tx
    .insertInto('segment')
    .values({
      workbookId,
      tableId,
      segmentId,
      state: 'P',
      leaseUntil: inHours(LIFE_HOURS),
      listPart: part,
    })
    .execute()
}

/** They lie in the store, whole. Fewer than were asked for: an erasure has doomed the others. */
export async function updateListedObjects(
  tx: Tx,
  workbookId: string,
  made: readonly { segmentId: string; bytes: number; sha256: string }[],
): Promise<number> {
  let updated = 0
  for (const { segmentId, bytes, sha256 } of made) {
    const { numUpdatedRows } = await tx
      .updateTable('segment')
      .set({ bytes, sha256: Buffer.from(sha256, 'hex') })
      .where('workbookId', '=', workbookId)
      .where('segmentId', '=', segmentId)
      .where('state', '=', 'P')
      .executeTakeFirst()
    updated += Number(numUpdatedRows)
  }
  return updated
}

/** For the next sweep. */
export async function updateDoomedObjects(tx: Tx, workbookId: string, segmentIds: readonly string[]) {
  await tx
    .updateTable('segment')
    .set({ state: 'D', leaseUntil: null })
    .where('workbookId', '=', workbookId)
    .where('segmentId', 'in', segmentIds)
    .where('listPart', 'is not', null)
    .execute()
}

/** What may be read of a table: its live segments, and what its lists are made of. */
export async function findListedObject(
  db: Db,
  { workbookId, tableId }: TablePlace,
  segmentId: string,
): Promise<ListedObject | undefined> {
  const found = await db
    .selectFrom('segment')
    .select(['listPart', 'listVersion', 'sha256'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('segmentId', '=', segmentId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'L'),
        eb.and([eb('state', '=', 'P'), eb('listPart', 'is not', null), eb('leaseUntil', '>', sql<Date>`now()`)]),
      ]),
    )
    .executeTakeFirst()
  return found && { part: found.listPart, version: found.listVersion, isThere: found.sha256 !== null }
}

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`
