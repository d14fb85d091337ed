import { fillTable } from '../../proof/lib/fill-table.ts'
import { idOf } from '../../proof/lib/seed-catalog.ts'
import { newSecretText } from '../../server/src/people/credentials/secret-text.ts'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { Keyring } from '../../server/src/platform/keyring.ts'
import type { Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'

export const DEPARTMENTS = 20

/** What row `n` holds: ten columns, and rows of all departments in turn. */
const COLUMNS = [
  { name: 'id', type: 'BIGINT', sql: 'n' },
  { name: 'department', type: 'VARCHAR', sql: `'d' || n % ${DEPARTMENTS}` },
  { name: 'owner', type: 'VARCHAR', sql: `'n' || n % 1000 || '@example.org'` },
  { name: 'name', type: 'VARCHAR', sql: `'Article ' || n` },
  { name: 'region', type: 'VARCHAR', sql: `'region ' || n % 100` },
  { name: 'note', type: 'VARCHAR', sql: `'note ' || n % 9973` },
  { name: 'price', type: 'DOUBLE', sql: 'n % 100000 / 8' },
  { name: 'weight', type: 'DOUBLE', sql: 'n % 1000 / 4' },
  { name: 'sold_on', type: 'DATE', sql: `DATE '2024-01-01' + (n % 365)::INTEGER` },
  { name: 'paid', type: 'BOOLEAN', sql: 'n % 2 = 0' },
] as const

/** A table of a workbook of its own. */
export async function newDepartmentTable(
  service: RunningService,
  { call }: Person,
  workspaceId: string,
  rowCount: number,
): Promise<string> {
  const { body } = await call('POST', '/api/v1/workbooks', { title: `${rowCount}`, workspace_id: workspaceId })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = COLUMNS.map(({ name, type }) => ({ name, type }))
  const created = await call('POST', `${at}/tables`, { name: 'ledger', columns })
  const place = { workbookId: fromWireId('wb', body.workbook_id), tableId: fromWireId('art', created.body.table.id) }
  await fillTable(service, { ...place, columns: COLUMNS, rowCount })
  return at
}

/** Members of a workspace with a token each, in departments by turns. A department is a role of its members. */
export async function newCallers({ admin, settings }: RunningService, workspaceId: string, count: number) {
  const keyring = new Keyring(settings.secretKeys)
  const people = `generate_series(1, ${count}) n`
  const user = idOf('u', 'n')
  await admin.query(
    `insert into app_user (user_id, email, email_key, name, address_proven_at)
     select ${user}, 'n' || n || '@example.org', 'n' || n || '@example.org', 'Caller ' || n, now() from ${people}`,
  )
  await admin.query(
    `insert into workspace_member (workspace_id, user_id, base_role, custom_roles)
     select $1, ${user}, 'viewer', array['d' || n % ${DEPARTMENTS}] from ${people}`,
    [fromWireId('ws', workspaceId)],
  )
  const secrets = Array.from({ length: count }, () => newSecretText('pat'))
  await admin.query(
    `insert into credential (credential_id, kind, secret_hash, prefix, account_id, user_id, scopes, reach_kind, reach_id, rate_per_minute, created_by)
     select gen_random_uuid(), 'pat', s.hash, s.prefix, w.account_id, ${user}, '{workbooks:read}', 'workspace', w.workspace_id, 10000, ${user}
     from unnest($1::bytea[], $2::text[]) with ordinality as s (hash, prefix, n) join workspace w on w.workspace_id = $3`,
    [
      secrets.map(({ text }) => keyring.sign('credential', text)),
      secrets.map(({ prefix }) => prefix),
      fromWireId('ws', workspaceId),
    ],
  )
  return secrets.map(({ text }) => text)
}
