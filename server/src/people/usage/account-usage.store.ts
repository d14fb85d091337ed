import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

export type UsageDay = {
  date: string
  requests: number
  ops: number
  credits: number
  storageBytes: number | null
  tables: number | null
}

/** Days on which something happened, oldest first. Ops that are not counted yet are counted here, so that none is missing. */
export async function listUsageDays(db: Db, accountId: string, days: number): Promise<UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    with since as (select (now() at time zone 'UTC')::date - ${days}::int as day),
    flow as (
      select day, requests, 0::bigint as ops, 0::bigint as credits from account_requests where account_id = ${accountId}
      union all
      select day, 0, ops, 0 from account_ops where account_id = ${accountId}
      union all
      select (o.at at time zone 'UTC')::date, 0, 1, 0
      from workspace s join workbook w using (workspace_id) left join ops_counted c using (workbook_id) join op o using (workbook_id)
      where s.account_id = ${accountId} and o.op_id > coalesce(c.op_id, 0)
      union all
      select (e.at at time zone 'UTC')::date, 0, 0, p.amount
      from ledger_entry e join ledger_posting p using (account_id, entry_id)
      where e.account_id = ${accountId} and p.book = 'spent'
        and e.at >= ((select day from since) + 1)::timestamp at time zone 'UTC'
    ), total as (
      select day, sum(requests)::bigint as requests, sum(ops)::bigint as ops, sum(credits)::bigint as credits
      from flow where day > (select day from since) group by day
    )
    select t.day as date, t.requests, t.ops, t.credits, k.storage_bytes, k.tables
    from total t left join account_stock k on k.account_id = ${accountId} and k.day = t.day
    where t.requests + t.ops + t.credits > 0
    order by t.day
  `.execute(db)
  return rows
}

/** Counts the ops of workbooks that have new ones, by the day on which each was made. How many workbooks there were. */
export async function countOps(tx: Tx, most: number): Promise<number> {
  // Two who count at once would count the same ops.
  await sql`select pg_advisory_xact_lock(hashtext('ops counted'))`.execute(tx)
  const { rows } = await sql<{ workbooks: number }>`
    with due as materialized (
      select h.workbook_id, s.account_id, coalesce(c.op_id, 0) as counted, h.op_id as newest
      from workbook_head h join workbook w using (workbook_id) join workspace s using (workspace_id)
      left join ops_counted c using (workbook_id)
      where h.op_id > coalesce(c.op_id, 0) limit ${most}
    ), marked as (
      insert into ops_counted (workbook_id, op_id) select workbook_id, newest from due
      on conflict (workbook_id) do update set op_id = excluded.op_id
    ), added as (
      insert into account_ops as a (account_id, day, ops)
      select d.account_id, (o.at at time zone 'UTC')::date, count(*)
      from due d join op o on o.workbook_id = d.workbook_id and o.op_id > d.counted and o.op_id <= d.newest
      group by 1, 2
      on conflict (account_id, day) do update set ops = a.ops + excluded.ops
    )
    select count(*) as workbooks from due
  `.execute(tx)
  return rows[0]?.workbooks ?? 0
}

/** What every account has now is its stock of today. */
export async function sampleStocks(tx: Tx) {
  await sql`
    with held as (
      select w.workbook_id, s.account_id from workbook w join workspace s using (workspace_id)
    ), part as (
      select account_id, bytes, 0 as tables from held join segment g using (workbook_id) where g.state = 'L'
      union all
      select account_id, size_bytes, 0 from held join source_revision using (workbook_id)
      union all
      select account_id, 0, 1 from held join artifact a using (workbook_id)
      join workbook w using (workbook_id)
      where a.kind = 'table' and a.state = 'active' and a.deleted_at is null and w.deleted_at is null
    )
    insert into account_stock as k (account_id, day, storage_bytes, tables)
    select account_id, (now() at time zone 'UTC')::date, sum(bytes), sum(tables) from part group by account_id
    on conflict (account_id, day) do update set storage_bytes = excluded.storage_bytes, tables = excluded.tables
  `.execute(tx)
}

/** Nothing looks further back. */
export async function deleteOldUsage(tx: Tx, days: number) {
  for (const table of ['accountOps', 'accountStock'] as const)
    await tx.deleteFrom(table).where('day', '<', sql<string>`(now() at time zone 'UTC')::date - ${days}::int`).execute()
}

/** Those of an account that is gone. */
export async function deleteUsageOf(tx: Tx, accountId: string) {
  for (const table of ['accountOps', 'accountStock'] as const)
    await tx.deleteFrom(table).where('accountId', '=', accountId).execute()
}
