import type pg from 'pg'

/** Every PostgreSQL table that has these columns and still holds a row with these ids, found by the catalog. */
export async function tablesNaming(admin: pg.Pool, ids: Readonly<Record<string, string>>): Promise<string[]> {
  const columns = Object.keys(ids)
  const { rows } = await admin.query(
    `select c.table_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = any ($1)
     group by c.table_name having count(*) = cardinality($1::text[]) order by c.table_name`,
    [columns],
  )
  const naming: string[] = []
  for (const { table_name } of rows) {
    const condition = columns.map((column, n) => `${column} = $${n + 1}`).join(' and ')
    const found = await admin.query(`select from ${table_name} where ${condition} limit 1`, Object.values(ids))
    // A partitioned table answers for its parts.
    if (found.rowCount && !/_\d+$/.test(table_name)) naming.push(table_name)
  }
  return naming
}
