import { expect } from 'vitest'
import type { Api } from '../../src/api.ts'
import type { Scene } from '../scene.ts'

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ANNOTATION = { target: { kind: 'column' as const, column: 'region' }, note: 'checked' }
const BINDING = { actor: 'Aiko', external_kind: 'google_sheets' as const }

type At = { workbook_id: string; name: string }

/** Tables: made, changed, annotated, looked at; and what artifacts have of their own. */
export async function playTables({ api, workbook_id }: Scene) {
  for (const kind of ['Table', 'Artifact'] as const) {
    const at = { workbook_id, name: `sales of ${kind}` }
    await api.createTable({ workbook_id, body: { name: at.name, columns: COLUMNS } })
    await playColumns(api, at)
    await playRows(api, at)
    await playNotes(api, at)
    await api[kind === 'Table' ? 'describeTable' : 'describeArtifact']({ ...at, body: { description: 'per region' } })
    await api[kind === 'Table' ? 'archiveTable' : 'archiveArtifact'](at)
    await api[kind === 'Table' ? 'unarchiveTable' : 'unarchiveArtifact'](at)
  }
  const at = { workbook_id, name: 'sales of Table' }
  await api.renameTable({ ...at, body: { new_name: 'sales', expected_version: null } })
  const table = await api.readTable({ ...at, name: 'sales' })
  expect(table).toMatchObject({ name: 'sales', row_count: 1 })
  expect((await api.listTables({ workbook_id })).tables.length).toBe(2)
  expect((await api.listArtifacts({ workbook_id })).artifacts.length).toBe(2)
  await api.readArtifact({ workbook_id, name: 'sales' })
  await api.readTableAccess({ workbook_id, name: 'sales' })

  await api.deleteTable({ workbook_id, name: 'sales of Artifact', expected_version: 'null' })
  const { trash } = await api.listTrash()
  await api.restoreFromTrash({ id: trash[0]?.id ?? '' })
  await api.deleteTable({ workbook_id, name: 'sales of Artifact', expected_version: 'null' })
  await api.purgeFromTrash({ id: trash[0]?.id ?? '' })
  expect((await api.emptyTrash()).purged).toBe(0)
}

async function playColumns(api: Api, at: At) {
  const version = async () => (await api.readTableColumns(at)).edit_version
  await api.addTableColumn({ ...at, body: { column: 'note', expected_version: await version() } })
  await api.alterTableColumn({
    ...at,
    column: 'note',
    body: { new_name: 'remark', expected_version: await version() },
  })
  await api.describeTableColumn({ ...at, column: 'remark', body: { description: 'free text' } })
  await api.dropTableColumn({ ...at, column: 'remark', expected_version: String(await version()) })
  expect((await api.readTableColumns(at)).columns.length).toBe(2)
  await api.readTableSchema(at)
}

async function playRows(api: Api, at: At) {
  const rows = ['east', 'west', 'north', 'south'].map((region, n) => ({ region, amount: n }))
  const body = { rows, expected_version: null }
  const { row_ids, op_id } = await api.writeTableRows({ ...at, body })
  const [first, second, third] = row_ids.map(String)
  expect((await api.readTableRows({ ...at, limit: 2 })).next_cursor).not.toBeNull()
  expect((await api.readTableRow({ ...at, row_id: first ?? '' })).row).toMatchObject({ region: 'east' })
  await api.deleteTableRow({ ...at, row_id: first ?? '', expected_version: 'null' })
  await api.deleteTableRows({ ...at, body: { row_ids: [Number(second), Number(third)], expected_version: null } })
  await api.readTableRowHistory({ ...at, row_id: first ?? '' })
  await api.readTableChanges({ ...at, since: 1 })
  await api.writeTableRange({ ...at, body: { range: 'B2', values: [[7]], expected_version: null } })
  expect((await api.readTableRange({ ...at, range: 'A1:B2' })).values).toEqual([
    ['region', 'amount'],
    ['south', 7],
  ])
  await api.profileTable(at)
  expect((await api.listTableValues({ ...at, column: 'region' })).values.length).toBeGreaterThan(0)
  await api.findInTable({ ...at, text: 'a' })
  await api.readTableLineage(at)
  expect(op_id).not.toBeNull()
}

async function playNotes(api: Api, at: At) {
  const targets = { targets: [ANNOTATION.target] }
  for (const remove of ['removeTableAnnotations', 'deleteTableAnnotations'] as const) {
    await api.annotateTable({ ...at, body: { annotations: [ANNOTATION] } })
    expect((await api.listTableAnnotations(at)).annotations.length).toBe(1)
    expect(await api[remove]({ ...at, body: targets })).toMatchObject({ deleted: 1 })
  }
  await api.bindArtifact({ ...at, body: { ...BINDING, external_ref: at.name } })
  await api.listTableOverrides(at)
  await playComments(api, at)
  await playRules(api, at)
}

async function playRules(api: Api, at: At) {
  const { version } = await api.readTableRules(at)
  const set = await api.setTableRules({ ...at, body: { expected_version: version, rules: [], dry_run: true } })
  expect(set).toMatchObject({ version, broken_count: 0 })
  expect(await api.readTableQuarantine(at)).toMatchObject({ quarantine_table: null })
}

async function playComments(api: Api, at: At) {
  const { people } = await api.listWorkbookPeople({ workbook_id: at.workbook_id })
  const mentions = people.map(({ user_id }) => user_id)
  const body = { target: { kind: 'table' as const }, text: 'Is it right?', mentions }
  const { thread_id: comment_id } = await api.writeTableComment({ ...at, body })
  await api.editTableComment({ ...at, comment_id, body: { text: 'Is it whole?' } })
  await api.resolveTableComment({ ...at, comment_id, body: { resolved: true } })
  expect((await api.listTableComments({ ...at, state: 'resolved' })).threads.length).toBe(1)
  await api.deleteTableComment({ ...at, comment_id })
}
