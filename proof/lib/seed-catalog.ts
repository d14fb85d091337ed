import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newSecretText } from '../../server/src/people/credentials/secret-text.ts'
import type { Keyring } from '../../server/src/platform/keyring.ts'

/** How many owners have how many workbooks. */
export type Crowd = readonly { owners: number; workbooksEach: number }[]

/** A user with a token, and one of their workbooks. */
export type Owner = { token: string; workbooks: number; workbookId: string }

/** Ids that sort by time, as the service makes them: 48 bits of time, then chance. */
export const idOf = (kind: string, n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || substr(md5('${kind}' || ${n}), 1, 20))::uuid`

/** Fills a migrated database with a crowd of owners, their workbooks, and ten artifacts in each. */
export async function seedCatalog(db: pg.Pool, crowd: Crowd, artifactsEach: number, say: (line: string) => void) {
  const owners = crowd.reduce((sum, group) => sum + group.owners, 0)
  await db.query(
    `insert into app_user (user_id, email, email_key, name) select ${idOf('u', 'n')}, n || '@example.org', n || '@example.org', 'Owner ' || n from generate_series(1, ${owners}) n`,
  )
  await db.query(
    `insert into account (account_id, kind, name, owner_id, plan) select ${idOf('a', 'n')}, 'default', 'Owner ' || n, ${idOf('u', 'n')}, 'free' from generate_series(1, ${owners}) n`,
  )
  await db.query(
    `insert into workspace (workspace_id, account_id, kind, name) select ${idOf('w', 'n')}, ${idOf('a', 'n')}, 'personal', 'Personal' from generate_series(1, ${owners}) n`,
  )
  await db.query(
    `insert into workspace_member (workspace_id, user_id, base_role) select ${idOf('w', 'n')}, ${idOf('u', 'n')}, 'admin' from generate_series(1, ${owners}) n`,
  )
  say(`${owners} owners`)
  let firstOwner = 1
  let firstWorkbook = 1
  for (const group of crowd) {
    firstWorkbook = await seedWorkbooks(db, group, firstOwner, firstWorkbook)
    firstOwner += group.owners
  }
  say(`${firstWorkbook - 1} workbooks`)
  // What is found by search is another proof's: it would take longer than all the rest.
  await db.query('alter table artifact disable trigger noted')
  for (let from = 1; from < firstWorkbook; from += 100_000) {
    const to = Math.min(from + 99_999, firstWorkbook - 1)
    await db.query(
      `insert into artifact (workbook_id, artifact_id, kind, layer, name, state)
       select ${idOf('b', 'n')}, gen_random_uuid(), 'table', 'base', 'Table ' || k, 'active' from generate_series(${from}, ${to}) n, generate_series(1, ${artifactsEach}) k`,
    )
    say(`${to * artifactsEach} artifacts`)
  }
  await db.query('alter table artifact enable trigger noted')
  await db.query('vacuum analyze')
}

async function seedWorkbooks(
  db: pg.Pool,
  group: Crowd[number],
  firstOwner: number,
  firstWorkbook: number,
): Promise<number> {
  const count = group.owners * group.workbooksEach
  const range = `generate_series(${firstWorkbook}, ${firstWorkbook + count - 1}) n`
  const owner = `(${firstOwner} + (n - ${firstWorkbook}) / ${group.workbooksEach})`
  await db.query(
    `insert into workbook (workbook_id, workspace_id, owner_id, title, table_count) select ${idOf('b', 'n')}, ${idOf('w', owner)}, ${idOf('u', owner)}, 'Workbook ' || n, 10 from ${range}`,
  )
  await db.query(`insert into workbook_head (workbook_id) select ${idOf('b', 'n')} from ${range}`)
  return firstWorkbook + count
}

/** Gives some owners of each group a token the service will know. */
export async function equipOwners(db: pg.Pool, keyring: Keyring, crowd: Crowd, perGroup: number): Promise<Owner[]> {
  const equipped: Owner[] = []
  let firstOwner = 1
  let firstWorkbook = 1
  for (const { owners, workbooksEach } of crowd) {
    for (let k = 0; k < Math.min(perGroup, owners); k++) {
      const place = Math.floor((k * owners) / Math.min(perGroup, owners))
      const { text, prefix } = newSecretText('pat')
      const { rows } = await db.query(
        `insert into credential (credential_id, kind, secret_hash, prefix, account_id, user_id, scopes, reach_kind, rate_per_minute, created_by)
         values (gen_random_uuid(), 'pat', $1, $2, ${idOf('a', String(firstOwner + place))}, ${idOf('u', String(firstOwner + place))}, '{workbooks:write}', 'account', 10000, ${idOf('u', String(firstOwner + place))})
         returning ${idOf('b', String(firstWorkbook + place * workbooksEach))} as workbook_id`,
        [keyring.sign('credential', text), prefix],
      )
      equipped.push({ token: text, workbooks: workbooksEach, workbookId: rows[0].workbook_id })
    }
    firstOwner += owners
    firstWorkbook += owners * workbooksEach
  }
  return equipped
}

/** Many more tokens that are never used, so that a token is looked up among many. */
export async function seedTokens(db: pg.Pool, owners: number) {
  const salt = randomBytes(8).toString('hex')
  await db.query(
    `insert into credential (credential_id, kind, secret_hash, prefix, account_id, user_id, scopes, reach_kind, rate_per_minute, created_by)
     select ${idOf('c', 'n')}, 'pat', sha256(('${salt}' || n)::bytea), 'svc_pat_none', ${idOf('a', 'n')}, ${idOf('u', 'n')}, '{workbooks:read}', 'account', 600, ${idOf('u', 'n')}
     from generate_series(1, ${owners}) n`,
  )
}
