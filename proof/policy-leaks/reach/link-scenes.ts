import { fromWireId } from '../../../server/src/platform/ids.ts'
import { fresh } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { EDITOR, OWNER, type Stage } from '../stage.ts'

/** Links that have ended or show what is hidden, citations, and OData: refusals in forms of their own. */
export async function reachSharedProblems(stage: Stage): Promise<void> {
  await refuseLinkReaders(stage)
  await refuseCitations(stage)
  await refuseOData(stage)
  await refuseQuestions(stage)
}

async function refuseLinkReaders(stage: Stage) {
  const { world } = stage
  for (const by of world.linkReaders) {
    await stage.ask('readShared', { by })
    await stage.ask('readSharedRows', { by })
    await stage.ask('readSharedAnswer', { by, names: { tile_id: 'a' } })
  }
  // Longer than the token that asks for it.
  await stage.ask('createLink', { json: { kind: 'table', target: 'staff', expires_in_days: 365 } })
  const { body } = await stage.ask('createLink', { json: { kind: 'table', target: 'staff' } })
  const credential: string = body.url.split('#')[1]
  await stage.ask('revokeLink', { names: { link_id: body.link_id } })
  const by = { name: 'a link that was revoked', credential, governs: false, isExempt: false }
  await stage.ask('readShared', { by })
  await stage.ask('readSharedRows', { by })
  await stage.ask('readSharedAnswer', { by, names: { tile_id: 'a' } })
  await makeTooMany(stage)
}

const MOST_LINKS = 200

async function makeTooMany(stage: Stage) {
  const workbook_id = await newBook(stage.world)
  const names = { workbook_id }
  await stage.ask('createTable', { by: OWNER, names, json: { name: 'open', columns: [{ name: 'word' }] } })
  const json = { kind: 'table', target: 'open' }
  const first = await stage.ask('createLink', { by: OWNER, names, json })
  const { admin } = stage.world.service
  const [workbook, link] = [fromWireId('wb', workbook_id), fromWireId('lnk', first.body.link_id)]
  const { rows } = await admin.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'credential' order by ordinal_position",
  )
  const own: Record<string, string> = {
    credential_id: 'gen_random_uuid()',
    secret_hash: 'sha256(n::text::bytea || $2::text::bytea)',
  }
  const columns = rows.map(({ column_name }) => column_name)
  const values = columns.map((column) => own[column] ?? column).join(', ')
  await admin.query(
    `with made as (insert into credential (${columns.join(', ')}) select ${values} from credential, generate_series(2, $3::integer) n
       where credential_id = $2::uuid returning credential_id)
     insert into link_share (workbook_id, credential_id, kind, target_id)
       select s.workbook_id, m.credential_id, s.kind, s.target_id from made m, link_share s where s.workbook_id = $1 and s.credential_id = $2::uuid`,
    [workbook, link, MOST_LINKS],
  )
  await stage.ask('createLink', { by: OWNER, names, json })
}

async function refuseCitations(stage: Stage) {
  const ask = (json: object, name = 'plain') => stage.ask('citeTable', { names: { name }, json })
  await ask({ row_ids: [98_765] })
  await ask({ columns: ['nowhere'], row_ids: [1] })
  await ask({ columns: ['pay'], row_ids: [1] }, 'staff')
  await ask({ sets: [{ filter: { column: 'amount', op: '>', value: 'no number' } }] })
  await ask({ row_ids: [1], as_of: 'version:old' })
  await stage.ask('citeQuery', { json: { sql: "select repeat('x', 17000000) as big from plain" } })
}

const encoded = (option: string, text: string) => `${option}=${encodeURIComponent(text)}`

async function refuseOData(stage: Stage) {
  for (const query of [
    encoded('$filter', 'pay gt'),
    encoded('$filter', 'nowhere eq 1'),
    encoded('$filter', "pay eq 'text'"),
    encoded('$compute', 'pay mul 2 as double'),
    encoded('$search', 'a'),
    encoded('$expand', 'nowhere'),
    encoded('$apply', 'aggregate(name with sum as s)'),
    encoded('$apply', 'aggregate(city with average as s)'),
    '$top=-1',
    '$skiptoken=none',
  ]) {
    await stage.ask('readODataEntities', { names: { set: 'staff' }, query })
    await stage.ask('readODataPart', { names: { set: 'staff', part: '$count' }, query })
  }
  await stage.ask('readODataPart', { names: { set: 'staff(1)', part: '$links' } })
  await stage.ask('readODataPart', { names: { set: 'staff(x)', part: 'name' } })
  await stage.ask('readODataEntities', { names: { set: 'staff(x)' } })
  await stage.ask('readODataValue', { names: { set: 'staff(x)', part: 'name', last: '$value' } })
  await stage.ask('readODataValue', { names: { set: 'staff(1)', part: 'name', last: '$ref' } })
  for (const query of ['$filter=a', '$top=-1', '$expand=a'])
    await stage.ask('readODataValue', { names: { set: 'staff(1)', part: 'name', last: '$value' }, query })
}

/** Of a table that is no longer there. */
async function refuseQuestions(stage: Stage) {
  const name = fresh('asked')
  const { at, owner } = stage.world
  await owner.call('POST', `${at}/tables`, { name, columns: [{ name: 'word' }] })
  const json = { name: fresh('question'), sql: `SELECT word FROM ${name}` }
  const { body } = await stage.ask('createQuestion', { json })
  const gone = await owner.call('DELETE', `${at}/tables/${name}?expected_version=null`)
  if (gone.status !== 204) throw new Error(`deleting answered ${JSON.stringify(gone)}`)
  await stage.ask('runQuestion', { names: { question_id: String(body?.question_id) } })
  const view = await stage.ask('createSavedView', { json: { name: fresh('view'), table: 'plain' } })
  await stage.ask('changeSavedView', {
    by: EDITOR,
    names: { view_id: String(view.body?.view_id) },
    json: { state: { filter: [{ column: 'amount', op: '>', value: 'no number' }] } },
  })
}
