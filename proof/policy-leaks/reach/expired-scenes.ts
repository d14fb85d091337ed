import { fromWireId, toWireId } from '../../../server/src/platform/ids.ts'
import { Keyring } from '../../../server/src/platform/keyring.ts'
import { uploadUrl } from '../../../server/src/work/sources/upload/upload-slot.ts'
import { CSV, slotQuery } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { type Asking, EDITOR, OWNER, type Stage } from '../stage.ts'
import { fillWithTables, newPlace } from './file-place.ts'

/** What is no longer kept, and what is full. */
export async function reachExpiredAndFull(stage: Stage): Promise<void> {
  await askForTheExpired(stage)
  await fillUp(stage)
}

/** Versions, events, results and slots that are gone, as sweeps take them away. */
async function askForTheExpired(stage: Stage) {
  const { world } = stage
  const { admin } = world.service
  const workbook = fromWireId('wb', world.workbookId)
  await world.owner.call('POST', `${world.at}/versions`, { label: 'old' })
  const { body: snapshots } = await world.owner.call('GET', `${world.at}/snapshots`)
  const { body: written } = await world.people.editor.call('POST', `${world.at}/tables/plain/rows`, {
    expected_version: null,
    rows: [{ word: 'late' }],
  })
  await world.people.editor.call('POST', `${world.at}/tables/plain/rows`, {
    expected_version: null,
    rows: [{ word: 'later' }],
  })
  const client = await admin.connect()
  await client.query('set session_replication_role = replica')
  const plain = "(select artifact_id from artifact where workbook_id = $1 and name = 'plain')"
  await client.query(
    `delete from table_version where workbook_id = $1 and table_id = ${plain} and version < (select max(version) from table_version where workbook_id = $1 and table_id = ${plain})`,
    [workbook],
  )
  await client.query("update result set expires_at = now() - interval '1 minute' where workbook_id = $1", [workbook])
  const slot = await stage.ask('createUpload', { json: { filename: 'late.csv' } })
  await client.query("update upload set expires_at = now() - interval '1 hour' where workbook_id = $1", [workbook])
  client.release(true)
  const names = { name: 'plain' }
  const snapshot: string = snapshots.snapshots[0].snapshot_id
  for (const twin of ['Table', 'Artifact']) {
    for (const [operation, query] of [
      ['read$Rows', ''],
      ['read$Row', ''],
      ['read$Schema', ''],
      ['read$Range', 'range=A1:B3&'],
      ['profile$', ''],
      ['list$Values', 'column=amount&'],
      ['findIn$', 'text=a&'],
    ] as const)
      await stage.ask(operation.replace('$', twin), { names, query: `${query}as_of=version:old` })
    await stage.ask(`read${twin}Changes`, { names, query: 'since=1' })
  }
  await stage.ask('citeTable', { names, json: { row_ids: [1], as_of: 'version:old' } })
  await stage.ask('undoOp', { names: { op_id: String(written.op_id) } })
  await stage.ask('restoreSnapshot', { json: { tables: ['plain'] } })
  await stage.ask('revertVersion', { names: { label: 'old' }, json: { tables: ['plain'] } })
  await stage.ask('diffSnapshots', { names: { snapshot_id: snapshot } })
  await stage.ask('diffSnapshots')
  await stage.ask('exportTables', { json: { tables: ['plain'], as_of: { version: 'old' } } })
  await stage.ask('readResult', { by: EDITOR })
  const longAgo = toWireId('evt', '01700000-0000-7000-8000-000000000000')
  await stage.ask('listMyEvents', { query: `after=${longAgo}` })
  for (const after of [longAgo, '-1', '999999'])
    await stage.ask('streamWorkbookEvents', { query: `after=${after}`, timeoutMs: 300 })
  await bringTooLate(stage, slot.body?.upload_id ?? '')
}

/** With the address that the slot would have had if it had been made two hours ago. */
async function bringTooLate(stage: Stage, upload_id: string) {
  const { settings, admin } = stage.world.service
  const uploadId = fromWireId('up', upload_id)
  const { rows } = await admin.query('select max_bytes, expires_at from upload where upload_id = $1', [uploadId])
  const [{ max_bytes, expires_at }] = rows
  const expires = Math.floor(expires_at.getTime() / 1_000)
  const signed = { uploadId, maxBytes: Number(max_bytes), wantedSha256: null, expires }
  const query = slotQuery(uploadUrl(new Keyring(settings.secretKeys), settings.baseUrl, signed))
  await stage.ask('putUpload', { names: { upload_id }, query, bytes: new Uint8Array(Buffer.from(CSV)) })
}

/** As many saved views, questions and dashboards as fit. */
async function fillPresentations(
  client: { query: (sql: string, values: unknown[]) => Promise<unknown> },
  workbook: string,
) {
  const rest = "'full ' || n, '{}', 1, gen_random_uuid() from generate_series(1, $2::integer) n"
  const columns = 'name, document, version, created_by'
  await client.query(
    `insert into saved_view (workbook_id, view_id, table_id, ${columns}) select $1, gen_random_uuid(), gen_random_uuid(), ${rest}`,
    [workbook, 500],
  )
  await client.query(
    `insert into question (workbook_id, question_id, ${columns}) select $1, gen_random_uuid(), ${rest}`,
    [workbook, 500],
  )
  await client.query(
    `insert into dashboard (workbook_id, dashboard_id, ${columns}) select $1, gen_random_uuid(), ${rest}`,
    [workbook, 200],
  )
}

/** As many of everything as fits. Rows are put into the catalog directly: a workbook of 500 tables would take minutes. */
async function fillUp(stage: Stage) {
  const { world } = stage
  const place = await newPlace(stage)
  const workbook = fromWireId('wb', place.workbook_id)
  const names = { workbook_id: place.workbook_id, source_name: place.source_name, link_id: place.link_id }
  const asking: Asking = { by: OWNER, names }
  const csv = () => fileForm(`${fresh('full')}.csv`, `${CSV}${fresh('w')},1\n`)
  await world.owner.call('POST', `${place.at}/tables`, { name: 'plain', columns: [{ name: 'word' }] })
  const staged = await stage.ask('uploadSource', { ...asking, form: fileForm('kept.csv', CSV, { mode: 'staged' }) })
  const kept: Asking = { ...asking, names: { ...names, source_name: staged.body?.source?.name ?? 'none' } }
  await stage.ask('analyzeSource', kept)
  const client = await world.service.admin.connect()
  await client.query('set session_replication_role = replica')
  const ids = await fillWithTables(stage, place)
  const transform = { code: 'SELECT word FROM {{ s }}', args: { s: 'plain' } }
  await stage.ask('createTable', { ...asking, json: { name: fresh('full'), columns: [{ name: 'a' }] } })
  await stage.ask('createTransform', { ...asking, json: { name: fresh('full'), ...transform } })
  await stage.ask('putTransform', { ...asking, names: { ...names, name: fresh('full') }, json: transform })
  for (const operation of ['uploadSource', 'trackLocalFile', 'pushFileVersion', 'reviseSource'])
    await stage.ask(operation, { ...asking, form: csv() })
  await stage.ask('revertFileVersion', { ...asking, names: { ...names, n: '1' } })
  await stage.ask('materializeSource', { ...kept, json: {} })
  await client.query(
    "insert into sheet (workbook_id, name, spec, version) select $1, 'full ' || n, '{\"blocks\":[]}', 1 from generate_series(1, 200) n",
    [workbook],
  )
  await stage.ask('putSheet', {
    ...asking,
    names: { ...names, name: 'one more' },
    json: { title: 'x', spec: { blocks: [{ kind: 'text', text: 'x' }] } },
  })
  await client.query(
    "insert into chart (workbook_id, artifact_id, table_id, config) select $1, id, id, '{}' from unnest($2::uuid[]) id",
    [workbook, ids],
  )
  await stage.ask('putChart', {
    ...asking,
    names: { ...names, name: 'one more' },
    json: { table: 'plain', spec: { mark: 'bar' } },
  })
  await fillPresentations(client, workbook)
  await stage.ask('createSavedView', { ...asking, json: { name: 'one more', table: 'plain' } })
  await stage.ask('createQuestion', { ...asking, json: { name: 'one more', sql: 'SELECT 1' } })
  await stage.ask('createDashboard', { ...asking, json: { name: 'one more' } })
  const workspace = fromWireId('ws', world.workspace)
  await client.query(
    "insert into invitation (invitation_id, workspace_id, email, base_role, token_hash, invited_by, expires_at) select gen_random_uuid(), $1::uuid, 'full' || n || '@example.org', 'viewer', sha256((n || ' ' || $1::uuid)::bytea), $2, now() + interval '1 day' from generate_series(1, 1000) n",
    [workspace, fromWireId('usr', world.owner.userId)],
  )
  await stage.ask('inviteToWorkspace', {
    by: 'owner session',
    json: { email: `${fresh('one')}@example.org`, base_role: 'viewer' },
  })
  await client.query('delete from invitation where workspace_id = $1 and accepted_at is null', [workspace])
  client.release(true)
}
