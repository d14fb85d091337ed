import { expect } from 'vitest'
import { expectRefusal, type Scene } from '../scene.ts'

/** Queries, transforms, policies; what was done, undone, kept and brought back. */
export async function playWork({ api, workbook_id }: Scene) {
  const at = { workbook_id, name: 'work' }
  await api.createTable({ workbook_id, body: { name: at.name, columns: [{ name: 'n', type: 'INTEGER' }] } })
  const rows = [{ n: 1 }, { n: 2 }, { n: 3 }]
  const { op_id } = await api.writeTableRows({ ...at, body: { rows, expected_version: 1 } })

  expect((await api.validateQuery({ workbook_id, body: { sql: 'SELECT n FROM work' } })).valid).toBe(true)
  const { id } = await api.runQuery({ workbook_id, body: { sql: 'SELECT sum(n) AS total FROM work' } })
  expect((await api.readResult({ result_id: id })).rows).toEqual([{ total: 6 }])

  const code = 'SELECT n * 2 AS twice FROM {{ work }}'
  for (const name of ['doubled', 'twofold']) {
    await api.createTransform({ workbook_id, body: { name, code, args: { work: 'work' } } })
    const derived = { workbook_id, name }
    await api.writeTableRows({ ...derived, body: { rows: [{ __svc_row_id: 1, twice: 100 }], expected_version: null } })
    const [override] = (await api.listTableOverrides(derived)).overrides
    const override_id = override?.override_id ?? ''
    await api.dropTableOverride({ ...derived, override_id, expected_version: 'null' })
  }
  await api.putTransform({ workbook_id, name: 'doubled', body: { code, args: { work: 'work' } } })
  await api.readTransform({ workbook_id, name: 'doubled' })
  expect((await api.listTransforms({ workbook_id })).transforms.length).toBe(2)
  await api.runTransform({ workbook_id, name: 'doubled' })
  await api.recomputeWorkbook({ workbook_id })
  await api.deleteTransform({ workbook_id, name: 'twofold' })

  expect((await api.undoOp({ workbook_id, op_id: String(op_id), dry_run: true })).op_id).toBeNull()
  await api.undoOp({ workbook_id, op_id: String(op_id) })
  expect((await api.listOps({ workbook_id })).ops[0]?.kind).toBe('rows.undo')
  const again = { rows: [{ n: 9 }], expected_version: null, session: 'scene' }
  await api.writeTableRows({ workbook_id, name: 'work', body: again })
  expect((await api.undoSession({ workbook_id, body: { session: 'scene' } })).undone).toHaveLength(1)
  await api.readAuditLog({ workbook_id })

  const tagged = { ...at, column: 'n', body: { tag: 'money' } }
  await api.tagColumn(tagged)
  await api.setPolicy({ workbook_id, tag: 'money', body: { effect: 'mask' } })
  expect((await api.listPolicies({ workbook_id })).policies.length).toBe(1)
  await api.listClassifications({ workbook_id })
  await api.readGovernance({ workbook_id })
  await api.deletePolicy({ workbook_id, tag: 'money' })
  const row = { workbook_id, table: 'work' }
  const body = { predicate: "n > 0 or 'admin' in user.roles", may_write_unseen: true }
  expect((await api.setRowPolicy({ ...row, body })).may_write_unseen).toBe(true)
  expect((await api.listRowPolicies({ workbook_id })).row_policies[0]?.table).toBe('work')
  expect((await api.readRowPolicy(row)).fits).toBe(true)
  await api.deleteRowPolicy(row)
  await api.untagColumn({ ...at, column: 'n', tag: 'money' })
}

/** Proposals of the table `kept`, which another user approves. */
async function playProposals({
  api,
  apiFor,
  workbook_id,
  email,
}: Pick<Scene, 'api' | 'apiFor' | 'workbook_id' | 'email'>) {
  const person = { email: `reviewer.${email}`, password: 'correct horse battery', name: 'Rei' }
  const { user, access_token } = await apiFor(null).register({ body: person })
  await api.shareWorkbook({ workbook_id, user_id: user.user_id, body: { role: 'editor' } })
  expect(await api.readProposalSettings({ workbook_id })).toMatchObject({ minimum: 1 })
  await api.setProposalSettings({ workbook_id, body: { reviewers: [], minimum: 1 } })
  const changes = [{ table: 'kept', expected_version: null, rows: [{ n: 5 }] }]
  const { proposal_id } = await api.proposeRows({ workbook_id, body: { title: 'five', changes } })
  expect((await api.listProposals({ workbook_id })).proposals).toMatchObject([{ proposal_id, row_count: 1 }])
  expect((await api.readProposal({ workbook_id, proposal_id })).tables[0]?.rows).toMatchObject([{ change: 'insert' }])
  const one = { workbook_id, proposal_id }
  await api.reviewProposal({ ...one, body: { verdict: 'comment', text: 'look' } })
  await expectRefusal(api.reviewProposal({ ...one, body: { verdict: 'approve' } }), 'not_a_reviewer')
  await expectRefusal(api.applyProposal({ ...one, body: {} }), 'not_approved')
  await apiFor(access_token).reviewProposal({ ...one, body: { verdict: 'approve' } })
  expect(await api.applyProposal({ ...one, body: {} })).toMatchObject({ inserted: 1, proposal: { state: 'applied' } })
  await api.undoSession({ workbook_id, body: { session: proposal_id } })
  const other = await api.proposeRows({ workbook_id, body: { title: 'again', changes } })
  const back = { workbook_id, proposal_id: other.proposal_id, body: { state: 'withdrawn' as const } }
  expect(await api.withdrawProposal(back)).toMatchObject({ state: 'withdrawn' })
}

/** Saved views, summaries, questions and dashboards of the table `kept`. */
async function playPresentations({ api, apiFor, workbook_id }: Pick<Scene, 'api' | 'apiFor' | 'workbook_id'>) {
  const filter = [{ column: 'n', op: '>=' as const, value: 0 }]
  const { view_id } = await api.createSavedView({ workbook_id, body: { name: 'all', table: 'kept', filter } })
  expect((await api.listSavedViews({ workbook_id, table: 'kept' })).saved_views.length).toBe(1)
  await api.changeSavedView({ workbook_id, view_id, body: { name: 'every', expected_version: 1 } })
  expect((await api.readSavedView({ workbook_id, view_id })).name).toBe('every')

  const summary = { table: 'kept', filter, measures: [{ function: 'count' as const }] }
  expect((await api.summarizeTable({ workbook_id, body: summary })).rows).toEqual([{ count: 1 }])
  const chart = { kind: 'number' as const, y: [0] }
  const { question_id } = await api.createQuestion({ workbook_id, body: { name: 'how many', summary, chart } })
  expect((await api.listQuestions({ workbook_id })).questions.length).toBe(1)
  await api.changeQuestion({ workbook_id, question_id, body: { sql: 'SELECT count(*) AS n FROM kept' } })
  expect((await api.readQuestion({ workbook_id, question_id })).kind).toBe('sql')
  expect((await api.runQuestion({ workbook_id, question_id })).rows).toEqual([{ n: 1 }])

  const tile = { tile_id: 'a', kind: 'question' as const, question_id, x: 0, y: 0, width: 6, height: 3 }
  const { dashboard_id } = await api.createDashboard({ workbook_id, body: { name: 'page', tiles: [tile] } })
  expect((await api.listDashboards({ workbook_id })).dashboards.length).toBe(1)
  await api.changeDashboard({ workbook_id, dashboard_id, body: { tiles: [{ ...tile, x: 6 }] } })
  expect((await api.readDashboard({ workbook_id, dashboard_id })).tiles[0]?.x).toBe(6)
  const sharing = { kind: 'dashboard' as const, target: dashboard_id, expires_in_days: 1 }
  const { link_id, url } = await api.createLink({ workbook_id, body: sharing })
  expect(await api.listLinks({ workbook_id })).toMatchObject({
    links: [{ link_id, status: 'live' }],
    public_links: 'allowed',
  })
  const textIn = (address: string) => address.split('#')[1] ?? ''
  const reader = apiFor(textIn(url))
  expect((await reader.readShared()).tiles.length).toBe(1)
  expect((await reader.readSharedAnswer({ tile_id: 'a' })).rows.length).toBe(1)
  const table = await api.createLink({ workbook_id, body: { kind: 'table', target: 'kept' } })
  expect((await apiFor(textIn(table.url)).readSharedRows()).rows).toMatchObject([{ n: 1 }])
  await api.revokeLink({ workbook_id, link_id })
  await api.revokeLink({ workbook_id, link_id: table.link_id })
  await api.deleteDashboard({ workbook_id, dashboard_id })
  await api.deleteQuestion({ workbook_id, question_id })
  await api.deleteSavedView({ workbook_id, view_id })
}

export async function playHistory({ api, apiFor, workbook_id, email }: Scene) {
  const at = { workbook_id, name: 'kept' }
  await api.createTable({ workbook_id, body: { name: at.name, columns: [{ name: 'n', type: 'INTEGER' }] } })
  const { snapshot_id } = await api.commitSnapshot({ workbook_id, body: { summary: 'empty' } })
  await api.writeTableRows({ ...at, body: { rows: [{ n: 1 }], expected_version: 1 } })
  await api.commitVersion({ workbook_id, body: { label: 'v1' } })
  await api.readVersion({ workbook_id, label: 'v1' })
  expect((await api.listVersions({ workbook_id })).versions.length).toBe(1)
  await api.readSnapshot({ workbook_id, snapshot_id })
  await api.listSnapshots({ workbook_id })
  expect((await api.diffSnapshots({ workbook_id, snapshot_id })).tables.length).toBeGreaterThan(0)
  await api.restoreSnapshot({ workbook_id, snapshot_id })
  await api.revertVersion({ workbook_id, label: 'v1' })
  expect((await api.readTable(at)).row_count).toBe(1)

  await api.putSheet({
    workbook_id,
    name: 'report',
    body: { spec: { blocks: [{ kind: 'table_view', table: 'kept' }] } },
  })
  await api.readSheet({ workbook_id, name: 'report' })
  await api.listSheets({ workbook_id })
  expect((await (await api.renderSheet({ workbook_id, name: 'report' })).arrayBuffer()).byteLength).toBeGreaterThan(0)
  await api.deleteSheet({ workbook_id, name: 'report' })
  await api.listCharts({ workbook_id })
  await playPresentations({ api, apiFor, workbook_id })
  await playProposals({ api, apiFor, workbook_id, email })

  const [row] = (await api.readTableRows({ ...at, limit: 1 })).rows
  await api.purgeTableValues({ ...at, body: { row_ids: [Number(row?.__svc_row_id)] } })
  await expectRefusal(api.readTable({ workbook_id, name: 'nothing' }), 'not_found')
}
