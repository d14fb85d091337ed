import { fromWireId } from '../../../server/src/platform/ids.ts'
import { asCaller } from '../requests/account-requests.ts'
import { fresh } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { type Asking, OWNER, type Stage } from '../stage.ts'

const TABLE = 'open'
/** Five rows of these are more than an answer may have. */
const LONG = "repeat('x', 17000000)"

/** Questions that cannot be answered, in a workbook where nothing is hidden: there the answer says what is wrong with them. */
export async function reachQuestionProblems(stage: Stage): Promise<void> {
  const workbook_id = await newBook(stage.world)
  const asking: Asking = { by: OWNER, names: { workbook_id, name: TABLE, set: TABLE } }
  const columns = [{ name: 'word' }, { name: 'amount', type: 'BIGINT' }]
  await stage.ask('createTable', { ...asking, json: { name: TABLE, columns } })
  const rows = [1, 2, 3, 4, 5].map((n) => ({ word: `w${n}`, amount: n }))
  await stage.ask('writeTableRows', { ...asking, json: { expected_version: null, rows } })
  for (const sql of [
    `SELECT nowhere FROM ${TABLE}`,
    `DELETE FROM ${TABLE}`,
    `SELECT ${LONG} AS long, amount FROM ${TABLE}`,
  ])
    await askAndShare(stage, asking, sql)
  await readLongRow(stage, asking)
  await refuseOData(stage, asking, workbook_id)
}

async function askAndShare(stage: Stage, asking: Asking, sql: string) {
  const { body } = await stage.ask('createQuestion', { ...asking, json: { name: fresh('question'), sql } })
  const question_id = String(body?.question_id)
  await stage.ask('runQuestion', { ...asking, names: { ...asking.names, question_id } })
  const tiles = [{ tile_id: 'a', kind: 'question', question_id, x: 0, y: 0, width: 6, height: 4 }]
  const page = await stage.ask('createDashboard', { ...asking, json: { name: fresh('page'), tiles } })
  const link = { kind: 'dashboard', target: String(page.body?.dashboard_id) }
  const shared = await stage.ask('createLink', { ...asking, json: link })
  const by = asCaller('a link to questions', String(shared.body?.url).split('#')[1] ?? '')
  await stage.ask('readSharedAnswer', { by, names: { tile_id: 'a' } })
}

/** Behind a short one there is a row of a result that no answer has room for. */
async function readLongRow(stage: Stage, asking: Asking) {
  const long = Array.from({ length: 5 }, (_, n) => `CASE WHEN amount = 1 THEN '' ELSE ${LONG} END AS long${n}`)
  const sql = `SELECT ${long.join(', ')} FROM ${TABLE} WHERE amount < 3 ORDER BY amount`
  const { body } = await stage.ask('runQuery', { ...asking, json: { sql, limit: 1 } })
  await stage.ask('readResult', { by: OWNER, names: { result_id: String(body?.id) }, query: 'offset=1&limit=1' })
}

/** Numbers that are too large to be multiplied, and pages of a result that is gone, or no longer for its reader. */
async function refuseOData(stage: Stage, asking: Asking, workbook_id: string) {
  const query = `$filter=${encodeURIComponent('amount mul 9223372036854775807 gt 1')}`
  await stage.ask('readODataEntities', { ...asking, query })
  await stage.ask('readODataPart', { ...asking, names: { ...asking.names, part: '$count' }, query })
  const nextPage = async () => {
    const { body } = await stage.ask('readODataEntities', { ...asking, headers: { prefer: 'odata.maxpagesize=1' } })
    return String(body?.['@odata.nextLink']).split('?')[1] ?? ''
  }
  const { admin } = stage.world.service
  const ended = await nextPage()
  await admin.query("update result set expires_at = now() - interval '1 minute' where workbook_id = $1", [
    fromWireId('wb', workbook_id),
  ])
  await stage.ask('readODataEntities', { ...asking, query: ended })
  const hidden = await nextPage()
  const { owner } = stage.world
  const tags = `/api/v1/workbooks/${workbook_id}/artifacts/${TABLE}/columns/word/tags`
  await owner.call('POST', tags, { tag: 'late' })
  await owner.call('PUT', `/api/v1/workbooks/${workbook_id}/policies/late`, { effect: 'mask' })
  await stage.ask('readODataEntities', { ...asking, query: hidden })
}
