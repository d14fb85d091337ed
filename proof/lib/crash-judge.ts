import { join } from 'node:path'
import pg from 'pg'
import { verifyChain } from '../../server/src/core/audit/verify-chain.ts'
import { openBlobs } from '../../server/src/platform/blobs/open-blobs.ts'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { Keyring } from '../../server/src/platform/keyring.ts'
import { connectDatabase } from '../../server/src/platform/postgres.ts'
import type { Call } from '../../server/test/client.ts'
import { countLostCells, type Track } from './race-tables.ts'

export type Judged = {
  url: string
  secretKey: string
  folder: string
  workbookId: string
  tracks: readonly Track[]
  call: Call
}

/** Compares the answers that clients got with the stored data. */
export async function judgeCrash(judged: Judged) {
  const client = new pg.Client({ connectionString: judged.url })
  await client.connect()
  try {
    const workbookId = fromWireId('wb', judged.workbookId)
    return {
      lost: await countLost(client, workbookId, judged),
      applied_twice: await countDoubled(client, workbookId),
      chain_breaks: (await countGaps(client, workbookId)) + (await countBrokenChains(judged, workbookId)),
    }
  } finally {
    await client.end()
  }
}

/** Acknowledged edits that are not in the history under their version and key, and cells that their last winner would not know. */
export async function countLost(
  client: pg.Client,
  workbookId: string,
  { tracks, call }: Pick<Judged, 'tracks' | 'call'>,
): Promise<number> {
  const { rows } = await client.query({
    text: `select a.name, o.edit_version::int, o.detail ->> 'idempotency_key', d.row_id::int, (d.cells -> '1') #>> '{}'
      from op o join artifact a on a.workbook_id = o.workbook_id and a.artifact_id = o.table_id
      join delta d on d.workbook_id = o.workbook_id and d.table_id = o.table_id and d.version = o.edit_version
      where o.workbook_id = $1`,
    values: [workbookId],
    rowMode: 'array',
  })
  const history = new Set(rows.map((row) => row.join('/')))
  let lost = 0
  for (const track of tracks) {
    const missing = track.wins.filter(
      ({ version, key, rowId, value }) => !history.has([track.name, version, key, rowId, value].join('/')),
    )
    lost += missing.length + (await countLostCells(call, track))
  }
  return lost
}

/** Keys under which more than one edit was made. */
export async function countDoubled(client: pg.Client, workbookId: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from (
       select from op where workbook_id = $1 and detail ? 'idempotency_key' group by detail ->> 'idempotency_key' having count(*) > 1
     ) as doubled`,
    [workbookId],
  )
  return rows[0].n
}

/** Numbers that are missing between 1 and the last one handed out: of each table's versions, of ops, entries and events. */
export async function countGaps(client: pg.Client, workbookId: string): Promise<number> {
  const { rows } = await client.query(
    `select (abs(w.op_id - (select count(*) from op where workbook_id = $1))
       + abs(w.audit_seq - (select count(*) from audit where workbook_id = $1))
       + abs(w.event_seq - (select count(*) from outbox where workbook_id = $1))
       + (select sum(abs(h.edit_version - (
            select count(*) from table_version v where v.workbook_id = $1 and v.table_id = h.table_id)))
          from table_head h where h.workbook_id = $1))::int as n
     from workbook_head w where w.workbook_id = $1`,
    [workbookId],
  )
  return rows[0].n
}

async function countBrokenChains({ url, secretKey, folder }: Judged, workbookId: string): Promise<number> {
  const { db } = connectDatabase({ url, poolSize: 1, name: 'bindery proof' })
  try {
    const blobs = await openBlobs({ kind: 'folder', folder: join(folder, 'blobs') })
    const keyring = new Keyring([secretKey])
    return (await verifyChain({ db, blobs, keyring, now: () => new Date() }, workbookId)) ? 0 : 1
  } finally {
    await db.destroy()
  }
}
