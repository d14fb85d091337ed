import { withCells } from '../fill-world.ts'
import { TAG } from '../place.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { EDITOR, type Stage } from '../stage.ts'

const ANY = { expected_version: null }
const TWINS = ['Table', 'Artifact']

/** Refusals by rules, in a table with hidden cells: of rows, ranges, deletions, types, undo, restore, runs, overrides and files. */
export async function reachRuleRefusals(stage: Stage): Promise<void> {
  const ruled = await newRuled(stage)
  const { name } = ruled
  for (const twin of TWINS) {
    await stage.ask(`write${twin}Rows`, { names: { name }, json: { ...ANY, rows: [{ code: '9', amount: 101 }] } })
    // Where the hidden column is not there at all, the next one has its place.
    for (const range of ['C2', 'B2'])
      await stage.ask(`write${twin}Range`, { names: { name }, json: { ...ANY, range, values: [[101]] } })
    await stage.ask(`delete${twin}Rows`, { names: { name }, json: { ...ANY, row_ids: [1] } })
    await stage.ask(`delete${twin}Row`, { names: { name, row_id: '1' }, query: 'expected_version=null' })
    const types = { digits: 'INTEGER', flag: 'BOOLEAN' }
    for (const [column, type] of Object.entries(types))
      await stage.ask(`alter${twin}Column`, { names: { name, column }, json: { ...ANY, type } })
  }
  await stage.ask('undoOp', { names: { op_id: ruled.mended } })
  await stage.ask('restoreSnapshot', { names: { snapshot_id: ruled.snapshot }, json: { tables: [name] } })
  await stage.ask('revertVersion', { names: { label: ruled.label }, json: { tables: [name] } })
  await refuseHiddenRules(stage)
  await refuseRuns(stage)
  await refuseFiles(stage)
}

/** Its first row broke a rule that came later, and rows of another table refer to it. */
async function newRuled({ world }: Stage) {
  const { owner, people, at, planted } = world
  const [name, hidden] = [fresh('ruled'), String(planted.columnName.value)]
  const call = async (method: string, path: string, body: object) =>
    (await owner.call(method, `${at}${path}`, body)).body
  await call('POST', '/tables', {
    name,
    columns: [
      { name: 'code' },
      { name: hidden },
      { name: 'amount', type: 'INTEGER' },
      { name: 'digits' },
      { name: 'flag' },
    ],
  })
  const rows = [0, 1].map((n) => ({ code: `c${n}`, [hidden]: planted.texts[n]?.value, amount: 200 - 150 * n }))
  await call('POST', `/tables/${name}/rows`, {
    ...ANY,
    rows: rows.map((row, n) => ({ ...row, digits: String(n), flag: n === 0 ? 'true' : 'TRUE' })),
  })
  await call('POST', `/artifacts/${name}/columns/${hidden}/tags`, { tag: TAG })
  const label = fresh('unruled')
  const { snapshot_id } = await call('POST', '/snapshots', { summary: 'before rules' })
  await call('POST', '/versions', { label })
  const mended = await people.editor.call('POST', `${at}/tables/${name}/rows`, {
    ...ANY,
    rows: [{ __svc_row_id: 1, amount: 50 }],
  })
  const set = await owner.call('PUT', `${at}/tables/${name}/rules`, {
    ...ANY,
    rules: [
      { kind: 'range', column: 'amount', max: 100 },
      { kind: 'pattern', column: 'code', pattern: 'c.*|9' },
      { kind: 'pattern', column: 'digits', pattern: '[0-9]' },
      { kind: 'unique', columns: ['flag'] },
    ],
  })
  if (set.status !== 200) throw new Error(`rules were not set: ${JSON.stringify(set.body)}`)
  const refers = fresh('refers')
  await call('POST', '/tables', { name: refers, columns: [{ name: 'to' }] })
  await call('POST', `/tables/${refers}/rows`, { ...ANY, rows: [{ to: 'c0' }] })
  await call('PUT', `/tables/${refers}/rules`, {
    ...ANY,
    rules: [{ kind: 'reference', column: 'to', table: name, table_column: 'code' }],
  })
  return { name, label, snapshot: String(snapshot_id), mended: String(mended.body.op_id) }
}

/** A rule about a column that its author does not see, and a comment on a cell of it that they wrote before. */
async function refuseHiddenRules(stage: Stage) {
  const { world } = stage
  await stage.ask('setTableRules', { json: { ...ANY, rules: [{ kind: 'required', column: 'pay' }] } })
  const { comment_id } = world.names
  await stage.ask('editTableComment', {
    by: 'owner session',
    names: { comment_id: comment_id ?? '' },
    json: { text: 'x' },
  })
  for (const op of [EDITOR, 'owner session'])
    await stage.ask('undoSession', { by: op, json: { session: 'before the policy' } })
  await refuseSessions(stage)
}

/** Cells of a session that another has changed since, and one whose versions are no longer kept. */
async function refuseSessions(stage: Stage) {
  const { owner, people, at, service } = stage.world
  for (const isExpired of [false, true]) {
    const [name, session] = [fresh('said'), fresh('session')]
    await owner.call('POST', `${at}/tables`, { name, columns: [{ name: 'word' }] })
    const path = `${at}/tables/${name}/rows`
    await people.editor.call('POST', path, { ...ANY, rows: [{ word: 'a' }] })
    await people.editor.call('POST', path, { ...ANY, rows: [{ __svc_row_id: 1, word: 'b' }], session })
    await owner.call('POST', path, { ...ANY, rows: [{ __svc_row_id: 1, word: 'c' }] })
    if (isExpired) {
      const client = await service.admin.connect()
      await client.query('set session_replication_role = replica')
      await client.query('delete from table_version where table_id = (select artifact_id from artifact where name = $1) and version < 4', [name]) // biome-ignore format: one statement
      client.release(true)
    }
    await stage.ask('undoSession', { json: { session } })
  }
}

/** A derived table whose next run, next code, or computed value breaks its rules. */
async function refuseRuns(stage: Stage) {
  const { owner, people, at } = stage.world
  const [base, name] = [fresh('base'), fresh('ran')]
  await owner.call('POST', `${at}/tables`, { name: base, columns: [{ name: 'word' }, { name: 'n', type: 'INTEGER' }] })
  const write = (rows: object[]) => owner.call('POST', `${at}/tables/${base}/rows`, { ...ANY, rows })
  await write([
    { word: 'a', n: 200 },
    { word: 'b', n: 2 },
  ])
  const code = 'SELECT word, n FROM {{ s }}'
  const args = { s: base }
  await people.editor.call('POST', `${at}/transforms`, { name, code, args, key: ['word'] })
  const override = { ...ANY, rows: [{ __svc_row_id: 1, n: 20 }] }
  await people.editor.call('POST', `${at}/tables/${name}/rows`, override)
  const { body } = await people.editor.call('GET', `${at}/tables/${name}/overrides`)
  await owner.call('PUT', `${at}/tables/${name}/rules`, { ...ANY, rules: [{ kind: 'range', column: 'n', max: 100 }] })
  const override_id = String(body.overrides?.[0]?.override_id)
  for (const twin of TWINS)
    await stage.ask(`drop${twin}Override`, { names: { name, override_id }, query: 'expected_version=null' })
  await stage.ask('putTransform', { names: { name }, json: { code: 'SELECT word, n + 500 AS n FROM {{ s }}', args } })
  await write([{ word: 'c', n: 300 }])
  await stage.ask('runTransform', { names: { name }, json: {} })
}

/** The file that the editor exported comes back with a city that a rule of the table forbids. */
async function refuseFiles(stage: Stage) {
  const { owner, at, editorFile, planted } = stage.world
  const repeats = String(planted.columnName.value)
  const { body } = await stage.world.people.exempt.call('GET', `${at}/tables/staff/rules`)
  const rules = body.rules.map((rule: object) =>
    Object.fromEntries(Object.entries(rule).filter(([key, value]) => value !== null && key !== 'in_force')),
  )
  const forbidden = { kind: 'row', name: 'not there', expression: "city != 'Hakone'" }
  await stage.world.people.exempt.call('PUT', `${at}/tables/staff/rules`, { ...ANY, rules: [...rules, forbidden] })
  const bytes = withCells(editorFile.bytes, 'D2', [['Hakone'], ['Hakone']])
  const fields = { branch_id: editorFile.branchId }
  for (const operation of ['mergeTable', 'mergeArtifact', 'syncFile'])
    await stage.ask(operation, { repeats, form: fileForm('staff.xlsx', bytes, fields) })
  await stage.world.people.exempt.call('PUT', `${at}/tables/staff/rules`, { ...ANY, rules })
  await owner.call('GET', `${at}/tables/staff/rules`)
}
