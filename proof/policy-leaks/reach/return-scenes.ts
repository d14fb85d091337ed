import { fromWireId } from '../../../server/src/platform/ids.ts'
import { withCells } from '../fill-world.ts'
import { fileForm } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { type Asking, OWNER, type Stage } from '../stage.ts'

const ANY = { expected_version: null }
const TABLE = 'staff'

/** Files that come back to tables, rows and versions that are no longer there, and states whose names are taken. */
export async function reachReturnProblems(stage: Stage): Promise<void> {
  const { world, ask } = stage
  const workbook_id = await newBook(world)
  const asking: Asking = { by: OWNER, names: { workbook_id, name: TABLE } }
  await ask('createTable', { ...asking, json: { name: TABLE, columns: [{ name: 'word' }] } })
  const write = (rows: object[]) => ask('writeTableRows', { ...asking, json: { ...ANY, rows } })
  await write([{ word: 'a' }, { word: 'b' }, { word: 'c' }])
  await disagree(stage, asking, write)
  await takeNames(stage, asking)
  await breakRules(stage, asking)
  const file = await sendOut(stage, asking)
  await write([{ __svc_row_id: 3, word: 'later' }])
  await forgetVersions(stage, workbook_id)
  for (const operation of ['mergeTable', 'mergeArtifact', 'syncFile'])
    await ask(operation, { ...asking, form: fileForm('staff.xlsx', file.changed, file.fields) })
}

/** The table as a file that is expected back, and the same with other words in it. */
async function sendOut({ ask }: Stage, asking: Asking, word = 'theirs') {
  const exported = await ask('exportTables', { ...asking, json: { tables: [asking.names?.name], record_branch: true } })
  const fields = { branch_id: exported.headers.get('x-svc-branch-id') ?? '' }
  return { fields, changed: withCells(exported.bytes, 'A2', [[word], [word]], asking.names?.name) }
}

/** Two conflicts: one is decided for a version that is not the table's, one for a row that was deleted. */
async function disagree(stage: Stage, asking: Asking, write: (rows: object[]) => Promise<unknown>) {
  const { ask } = stage
  const { fields, changed } = await sendOut(stage, asking)
  await write([
    { __svc_row_id: 1, word: 'ours' },
    { __svc_row_id: 2, word: 'ours' },
  ])
  await ask('mergeTable', { ...asking, form: fileForm('staff.xlsx', changed, fields) })
  const { body } = await ask('listConflicts', asking)
  const conflicts: { conflict_id: string }[] = body?.conflicts ?? []
  await ask('deleteTableRows', { ...asking, json: { ...ANY, row_ids: [1, 2] } })
  for (const { conflict_id } of conflicts) {
    const names = { ...asking.names, conflict_id }
    await ask('resolveConflict', { ...asking, names, json: { action: 'revert', expected_version: 1_000 } })
    await ask('resolveConflict', { ...asking, names, json: { action: 'revert' } })
  }
}

/** A file comes back with a word that a rule forbids since, and a word that it forbids is to come back. */
async function breakRules(stage: Stage, asking: Asking) {
  const { ask } = stage
  const names = { ...asking.names, name: 'ruled' }
  const ruled: Asking = { ...asking, names }
  await ask('createTable', { ...asking, json: { name: 'ruled', columns: [{ name: 'word' }] } })
  const write = (rows: object[]) => ask('writeTableRows', { ...ruled, json: { ...ANY, rows } })
  await write([{ word: 'a' }, { word: 'b' }])
  const merged = await sendOut(stage, ruled)
  await write([1, 2].map((id) => ({ __svc_row_id: id, word: 'ours' })))
  await ask('mergeTable', { ...ruled, form: fileForm('ruled.xlsx', merged.changed, merged.fields) })
  const refused = await sendOut(stage, ruled, 'forbidden')
  const expression = "word not in ('ours', 'forbidden')"
  const rules = [{ kind: 'row', name: 'w', expression }]
  await ask('setTableRules', { ...ruled, json: { ...ANY, enforce: 'new', rules } })
  const { body } = await ask('listConflicts', asking)
  for (const { conflict_id } of body?.conflicts ?? [])
    await ask('resolveConflict', { ...asking, names: { ...names, conflict_id }, json: { action: 'revert' } })
  for (const operation of ['mergeTable', 'mergeArtifact', 'syncFile'])
    await ask(operation, { ...ruled, form: fileForm('ruled.xlsx', refused.changed, refused.fields) })
}

/** A state is to come back in which a table has the name of another one now. */
async function takeNames({ ask }: Stage, asking: Asking) {
  const { names = {} } = asking
  const make = (name: string) => ask('createTable', { ...asking, json: { name, columns: [{ name: 'a' }] } })
  await make('first')
  const { body } = await ask('commitVersion', { ...asking, json: { label: 'then' } })
  await ask('renameTable', { ...asking, names: { ...names, name: 'first' }, json: { ...ANY, new_name: 'second' } })
  await make('first')
  const json = { tables: ['first'] }
  await ask('revertVersion', { ...asking, names: { ...names, label: 'then' }, json })
  await ask('restoreSnapshot', { ...asking, names: { ...names, snapshot_id: body?.snapshot_id ?? 'none' }, json })
}

/** As the sweep of old versions leaves it. */
async function forgetVersions({ world }: Stage, workbookId: string) {
  const client = await world.service.admin.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    'delete from table_version v where workbook_id = $1 and version < (select max(version) from table_version where workbook_id = $1 and table_id = v.table_id)',
    [fromWireId('wb', workbookId)],
  )
  client.release(true)
}
