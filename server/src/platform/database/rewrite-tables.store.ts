import pg from 'pg'

/** A table up to this size is rewritten; a larger one would block requests for too long. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * Has PostgreSQL forget rows that were changed or deleted: their old forms lie in its pages until these are rewritten.
 * Of a table with parts only those that hold this workbook's rows. Runs as the database's owner; no other role may. What is too
 * large to be locked is vacuumed, which lets its old rows be overwritten by and by.
 */
export async function rewriteTables(url: string, tables: readonly string[], workbookId: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'bindery rewrite' })
  await client.connect()
  try {
    await client.query("set lock_timeout = '5s'")
    for (const table of tables) {
      for (const { name, bytes } of await listParts(client, table, workbookId)) await rewrite(client, name, bytes)
    }
    // The planner's statistics quote values; each table's own are new now, and these are their old ones.
    await rewrite(client, 'pg_statistic', 0)
  } finally {
    await client.end()
  }
}

/** A table, or its parts: of one that is parted by workbook the part of this one. Names come quoted out of the catalog. */
async function listParts(client: pg.Client, table: string, workbookId: string) {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select oid::regclass::text as name, pg_total_relation_size(oid) as bytes from pg_class
     where oid = $1::regclass and relkind = 'r'
     union all
     select i.inhrelid::regclass::text, pg_total_relation_size(i.inhrelid)
     from pg_partitioned_table p join pg_inherits i on i.inhparent = p.partrelid join pg_class c on c.oid = i.inhrelid
     where p.partrelid = $1::regclass and case p.partstrat when 'h' then satisfies_hash_partition(p.partrelid,
       (select count(*)::integer from pg_inherits where inhparent = p.partrelid),
       substring(c.relname from '[0-9]+$')::integer, $2::uuid) else true end`,
    [table, workbookId],
  )
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}

/** A long lock is not waited for: a plain vacuum blocks no one. */
async function rewrite(client: pg.Client, name: string, bytes: number) {
  const lockNotAvailable = '55P03'
  try {
    await client.query(bytes <= MOST_BYTES ? `vacuum (full, analyze) ${name}` : `vacuum (analyze) ${name}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
    await client.query(`vacuum (analyze) ${name}`)
  }
}
