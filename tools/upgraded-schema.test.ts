import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { withDatabase } from './migrated-database.ts'
import { readSchema } from './schema-of-database.ts'

/** The migrations as release 0.2 had them. Release 0.1 had the first of them. */
const PUBLISHED = new URL('releases/migrations-of-0.2.json.gz', import.meta.url)
const LAST_OF = { '0.1': '0043-direct-uploads.sql', '0.2': '0099-cheaper-commits.sql' }

/** Who may do what, which sequences and partitions there are, and which of the lists name what. */
const BESIDES = [
  `select c.relname, c.relkind, a.grantee::regrole, a.privilege_type from pg_class c
   cross join lateral aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
   where c.relnamespace = 'public'::regnamespace and c.relkind <> 'i'`,
  `select c.relname, t.attname, a.grantee::regrole, a.privilege_type, t.attstorage, t.attoptions from pg_attribute t
   join pg_class c on c.oid = t.attrelid left join lateral aclexplode(t.attacl) a on true
   where c.relnamespace = 'public'::regnamespace and t.attnum > 0 and c.relkind <> 'i'`,
  `select p.oid::regprocedure, a.grantee, a.privilege_type from pg_proc p
   cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
   where p.pronamespace = 'public'::regnamespace`,
  'select defaclobjtype, defaclacl::text from pg_default_acl',
  `select c.relname, c.reloptions, pg_get_expr(c.relpartbound, c.oid) as bound from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind <> 'i'`,
  'select name from kysely_migration union all select name from bindery_migration',
  'select name, hash from bindery_function',
]

/** A database that begins at a release, brought to this one. */
function upgradedFrom(release: keyof typeof LAST_OF, url: string): Promise<string[]> {
  // Safe: the file was written from the migrations themselves.
  const published = JSON.parse(gunzipSync(readFileSync(PUBLISHED)).toString()) as Record<string, string>
  const folder = mkdtempSync(join(tmpdir(), 'bindery-release-'))
  for (const [name, text] of Object.entries(published))
    if (name <= LAST_OF[release]) writeFileSync(join(folder, name), text)
  return migrate(url, { folder, functions: [] })
    .then(() => migrate(url))
    .finally(() => rmSync(folder, { recursive: true }))
}

async function describe(client: pg.Client): Promise<string[]> {
  const parts = (await readSchema(client)).map(({ sql }) => sql)
  for (const query of BESIDES) for (const row of (await client.query(query)).rows) parts.push(JSON.stringify(row))
  return parts.toSorted()
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

test('a new database and those of releases 0.1 and 0.2 become the same, and any difference would be found', async () => {
  await withDatabase('fresh', async (url) => {
    await migrate(url)
    const fresh = await withClient(url, describe)

    for (const release of ['0.1', '0.2'] as const) expect(await describeUpgraded(release)).toEqual(fresh)

    expect(await describeChanged(url, 'select 1')).toEqual(fresh)
    for (const change of DIFFERENCES) expect(await describeChanged(url, change), change).not.toEqual(fresh)
  })
})

async function describeUpgraded(release: keyof typeof LAST_OF): Promise<string[]> {
  return withDatabase(`from_${release.replace('.', '_')}`, async (url) => {
    expect(await upgradedFrom(release, url)).toContain('0100-release-0.2.sql')
    expect(await migrate(url)).toEqual([])
    return withClient(url, describe)
  })
}

const DIFFERENCES = [
  "alter table job alter column status set default 'pending'",
  'alter table job rename constraint job_check to job_checked',
  'drop index job_by_user',
  'drop trigger rule_set_epoch on rule_set',
  'create or replace function new_id() returns uuid language sql as $$ select null::uuid $$',
  'grant delete on audit to bindery_service',
  'grant update (audit_seq) on workbook_head to bindery_service',
  'grant execute on function commit_edit to public',
  'drop table audit_7',
  'alter table workbook_head set (fillfactor = 90)',
]

/** As it would be after a change, which is taken back. */
async function describeChanged(url: string, change: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('begin')
    await client.query(change)
    return describe(client)
  })
}

test('an upgrade to 0.2 that was cut off is finished, and a database older than the first release is refused', async () => {
  await withDatabase('cut_off', async (url) => {
    await migrate(url)
    const forget = (names: string) =>
      withClient(url, (client) =>
        client.query(
          `delete from bindery_migration where name ~ '${names}'; delete from kysely_migration where name ~ '${names}'`,
        ),
      )

    await forget('^(0099|0100)')
    expect(await migrate(url)).toEqual(['0099-cheaper-commits.sql', '0100-release-0.2.sql'])

    await forget('^(0043|0100)')
    await expect(migrate(url)).rejects.toThrow('it lacks 0043-direct-uploads.sql')
  })
})
