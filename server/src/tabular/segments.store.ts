import { sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres.ts'

/** Known before it is uploaded: whoever dies in between leaves a row that the sweep finds. */
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
): Promise<Map<string, string>> {
  if (segmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('segment')
    .select(['segmentId', 'sha256'])
    .where('workbookId', '=', workbookId)
    .where('segmentId', 'in', segmentIds)
    .where('state', '=', 'L')
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

export async function listDoomedSegments(db: Db, workbookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('segment')
    .select('segmentId')
    .where('workbookId', '=', workbookId)
    .where('state', '=', 'D')
    .execute()
  return rows.map(({ segmentId }) => segmentId)
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
