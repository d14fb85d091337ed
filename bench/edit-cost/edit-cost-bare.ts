import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { SeededTable } from '../../proof/lib/edit-cost-table.ts'
import type { RunningService } from '../../server/test/start-service.ts'

/** The least an edit can cost: one call that makes the same rows as a commit, with nothing checked and nothing asked. */
const BARE_EDIT = `
  create or replace function bare_edit(wb uuid, tb uuid, row_no bigint, cells jsonb, before jsonb, actor jsonb, detail jsonb, entry text, payload json)
  returns bigint language plpgsql as $$
  declare
    head workbook_head;
    t table_head;
  begin
    update workbook_head set edit_seq = edit_seq + 1, op_id = op_id + 1, event_seq = event_seq + 1, audit_seq = audit_seq + 1,
      audit_hash = sha256(audit_hash || convert_to(entry, 'UTF8')), last_at = clock_timestamp()
    where workbook_id = wb returning * into head;
    update table_head set edit_version = edit_version + 1, content_version = edit_version + 1, delta_rows = delta_rows + 1,
      delta_bytes = delta_bytes + 100, changed_seq = head.edit_seq
    where workbook_id = wb and table_id = tb returning * into t;
    insert into delta values (wb, tb, row_no, t.edit_version, 'U', cells, before);
    insert into table_version values (wb, tb, t.edit_version, 'd', t.schema_no, t.row_count, head.edit_seq, head.op_id, head.last_at, t.edit_version, null);
    insert into outbox (workbook_id, event_id, sequence, kind, payload, at)
    values (wb, gen_random_uuid(), head.event_seq, 'artifact.updated', payload, head.last_at);
    insert into op values (wb, head.op_id, tb, 'rows.upsert', t.edit_version, actor, detail, head.last_at, null);
    insert into audit values (wb, head.audit_seq, entry, head.audit_hash);
    insert into audit_dirty (workbook_id) values (wb) on conflict do nothing;
    return t.edit_version;
  end $$`

/** What is written is what a real edit of the table left behind, row by row. */
export async function openBareEdit(service: RunningService, like: SeededTable) {
  await service.admin.query(BARE_EDIT)
  const values = await copyOfLastEdit(service.admin, like)
  const { workbookId, tableId } = await copyOfHeads(service.admin, like)
  const client = new pg.Client({ connectionString: service.settings.databaseUrl })
  await client.connect()
  const edit = async (rowId: number) => {
    await client.query({
      name: 'bare_edit',
      text: 'select bare_edit($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      values: [workbookId, tableId, rowId, ...values],
    })
  }
  return { edit, close: () => client.end() }
}

async function copyOfLastEdit(admin: pg.Pool, { workbookId, tableId }: SeededTable): Promise<string[]> {
  const { rows } = await admin.query({
    text: `select d.cells::text, d.before::text, o.actor::text, o.detail::text, a.body, x.payload::text
      from delta d
      join op o on o.workbook_id = d.workbook_id and o.table_id = d.table_id and o.edit_version = d.version
      join lateral (select body from audit where workbook_id = d.workbook_id order by seq desc limit 1) a on true
      join lateral (select payload from outbox where workbook_id = d.workbook_id order by sequence desc limit 1) x on true
      where d.workbook_id = $1 and d.table_id = $2 order by d.version desc limit 1`,
    values: [workbookId, tableId],
    rowMode: 'array',
  })
  const [last] = rows
  if (!last) throw new Error('impossible: the table was never edited')
  return last
}

/** A workbook that the service does not know of. */
async function copyOfHeads(admin: pg.Pool, like: SeededTable) {
  const [workbookId, tableId] = [randomUUID(), randomUUID()]
  await admin.query('insert into workbook_head (workbook_id) values ($1)', [workbookId])
  await admin.query(
    `insert into table_head (workbook_id, table_id, edit_version, content_version, schema_no, row_count, next_row_id, next_column_id, manifest_version, changed_seq)
     select $1, $2, edit_version, content_version, schema_no, row_count, next_row_id, next_column_id, manifest_version, changed_seq
     from table_head where workbook_id = $3 and table_id = $4`,
    [workbookId, tableId, like.workbookId, like.tableId],
  )
  return { workbookId, tableId }
}

/** How long the disk takes to keep one page: what no commit can be faster than. */
export async function measureFsync(times: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-fsync-'))
  const file = await open(join(folder, 'page'), 'w')
  const page = Buffer.alloc(8192, 1)
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await file.write(page, 0, page.length, 0)
    await file.datasync()
    taken.push(performance.now() - began)
  }
  await file.close()
  await rm(folder, { recursive: true })
  return taken
}
