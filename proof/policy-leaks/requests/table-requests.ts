import { OWNER, type Stage } from '../stage.ts'
import { alsoForArtifacts, fileForm, fresh, type GoodRequest } from './good-request.ts'

const spare = async (stage: Stage) => ({ name: await stage.spare() })

/** Of a table that keeps its others. */
async function spareColumn(stage: Stage) {
  const { owner, at } = stage.world
  const [name, column] = [await stage.spare(), fresh('dropped')]
  await owner.call('POST', `${at}/tables/${name}/columns`, { expected_version: null, column })
  return { name, column }
}

/** One that the editor has just written. */
async function ownComment({ world }: Stage) {
  const said = { target: { kind: 'row', row_id: 3 }, text: 'said' }
  const { body } = await world.people.editor.call('POST', `${world.at}/tables/staff/comments`, said)
  return { comment_id: String(body.thread_id) }
}

const ANY = { expected_version: null }

const TWINS: Record<string, GoodRequest> = {
  readTableRows: () => ({}),
  readTableRow: () => ({}),
  readTableRowHistory: () => ({}),
  readTableRowOrigin: ({ world }) => ({ names: { name: String(world.spec.regions?.[0]?.table ?? 'payroll') } }),
  readTableChanges: () => ({ query: 'since=1' }),
  readTableRange: () => ({ query: 'range=A1:E10' }),
  readTableSchema: () => ({}),
  readTableColumns: () => ({}),
  readTable: () => ({}),
  readTableLineage: () => ({ names: { name: 'copy' } }),
  listTableAnnotations: () => ({}),
  listTableOverrides: () => ({ names: { name: 'copy' } }),
  profileTable: () => ({}),
  listTableValues: () => ({ query: 'column=city' }),
  findInTable: () => ({ query: 'text=a' }),
  writeTableRows: () => ({ json: { ...ANY, rows: [{ __svc_row_id: 1, city: 'Nara' }], return: 'rows' } }),
  writeTableRange: () => ({ names: { name: 'plain' }, json: { ...ANY, range: 'A2', values: [['word']] } }),
  deleteTableRows: async (stage) => ({ names: await spare(stage), json: { ...ANY, row_ids: [1] } }),
  deleteTableRow: async (stage) => ({
    names: { ...(await spare(stage)), row_id: '2' },
    query: 'expected_version=null',
  }),
  addTableColumn: async (stage) => ({ names: await spare(stage), json: { ...ANY, column: fresh('more') } }),
  alterTableColumn: async (stage) => ({
    names: { ...(await spare(stage)), column: 'city' },
    json: { ...ANY, type: 'VARCHAR' },
  }),
  dropTableColumn: async (stage) => ({
    names: await spareColumn(stage),
    query: 'expected_version=null',
  }),
  describeTableColumn: () => ({ names: { column: 'city' }, json: { description: 'where' } }),
  describeTable: () => ({ json: { description: 'people' } }),
  annotateTable: () => ({ json: { annotations: [{ target: { kind: 'row', row_id: 3 }, note: 'a note' }] } }),
  deleteTableAnnotations: () => ({ json: { targets: [{ kind: 'row', row_id: 3 }] } }),
  removeTableAnnotations: () => ({ json: { targets: [{ kind: 'row', row_id: 3 }] } }),
  bindTable: () => ({
    json: { actor: 'bot', external_kind: 'google_sheets', external_ref: fresh('ref'), direction: 'pull' },
  }),
  archiveTable: async (stage) => ({ names: await spare(stage) }),
  unarchiveTable: async (stage) => {
    const { world } = stage
    const name = await stage.spare()
    await world.owner.call('POST', `${world.at}/tables/${name}/archive`)
    return { names: { name }, json: {} }
  },
  purgeTableValues: async (stage) => ({ by: OWNER, names: await spare(stage), json: { row_ids: [1] } }),
  dropTableOverride: () => ({ names: { name: 'copy' }, query: 'expected_version=null' }),
}

export const TABLE_REQUESTS: Record<string, GoodRequest> = {
  ...alsoForArtifacts(TWINS),
  createTable: () => ({ json: { name: fresh('made'), columns: [{ name: 'a' }] } }),
  renameTable: async (stage) => ({ names: await spare(stage), json: { ...ANY, new_name: fresh('renamed') } }),
  deleteTable: async (stage) => ({ names: await spare(stage), query: 'expected_version=null' }),
  readTableRules: () => ({}),
  readTableQuarantine: () => ({}),
  sendQuarantinedRows: () => ({ json: {} }),
  setTableRules: () => ({ json: { ...ANY, rules: [{ kind: 'range', column: 'name', min: 'x' }], dry_run: true } }),
  listTableComments: () => ({ query: 'state=all' }),
  writeTableComment: () => ({ json: { target: { kind: 'row', row_id: 3 }, text: 'said' } }),
  editTableComment: async (stage) => ({ names: await ownComment(stage), json: { text: 'said better' } }),
  deleteTableComment: async (stage) => ({ names: await ownComment(stage) }),
  resolveTableComment: async (stage) => ({ names: await ownComment(stage), json: { resolved: true } }),
  listWorkbookPeople: () => ({}),
  undoOp: async ({ world }) => {
    const { body } = await world.people.editor.call('POST', `${world.at}/tables/plain/rows`, {
      ...ANY,
      rows: [{ word: 'undone' }],
    })
    return { names: { op_id: String(body.op_id) } }
  },
  undoSession: async ({ world }) => {
    const session = fresh('session')
    await world.people.editor.call('POST', `${world.at}/tables/plain/rows`, {
      ...ANY,
      rows: [{ word: 'undone' }],
      session,
    })
    return { json: { session } }
  },
  runQuery: () => ({ json: { sql: 'select * from staff' } }),
  validateQuery: () => ({ json: { sql: 'select * from staff' } }),
  citeQuery: () => ({ json: { sql: 'select * from staff' } }),
  citeTable: () => ({ json: { row_ids: [1], sets: [{}] } }),
  readResult: async ({ world, caller }) => {
    const { body } = await world.people.editor.call('POST', `${world.at}/query`, { sql: 'select name from staff' })
    return { by: caller('editor session'), names: { result_id: body.id } }
  },
  createTransform: () => ({
    json: { name: fresh('derived'), code: 'SELECT name FROM {{ s }}', args: { s: 'staff' } },
  }),
  putTransform: () => ({
    names: { name: fresh('put') },
    json: { code: 'SELECT name FROM {{ s }}', args: { s: 'staff' } },
  }),
  listTransforms: () => ({}),
  readTransform: () => ({ names: { name: 'copy' } }),
  runTransform: async ({ world }) => {
    const name = fresh('ran')
    const made = { name, code: 'SELECT word FROM {{ s }}', args: { s: 'plain' } }
    await world.people.editor.call('POST', `${world.at}/transforms`, made)
    return { names: { name }, json: {} }
  },
  deleteTransform: async ({ world }) => {
    const name = fresh('gone')
    const made = { name, code: 'SELECT word FROM {{ s }}', args: { s: 'plain' } }
    await world.people.editor.call('POST', `${world.at}/transforms`, made)
    return { names: { name } }
  },
  recomputeWorkbook: () => ({ json: {} }),
  exportTables: () => ({ json: { tables: ['staff'] } }),
  listTables: () => ({}),
  listArtifacts: () => ({}),
  listConflicts: () => ({}),
  listBranches: () => ({}),
  resolveConflict: () => ({ json: { action: 'acknowledge' } }),
  tagColumn: async (stage) => ({
    by: OWNER,
    names: { ...(await spare(stage)), column: 'city' },
    json: { tag: fresh('tag') },
  }),
  untagColumn: async (stage) => {
    const { world } = stage
    const name = await stage.spare()
    await world.owner.call('POST', `${world.at}/artifacts/${name}/columns/city/tags`, { tag: 'loose' })
    return { by: OWNER, names: { name, column: 'city', tag: 'loose' } }
  },
  readTableAccess: () => ({ by: OWNER }),
  readArtifactAccess: () => ({ by: OWNER }),
  tagTableColumn: async (stage) => ({
    by: OWNER,
    names: { ...(await spare(stage)), column: 'city' },
    json: { tag: fresh('tag') },
  }),
  untagTableColumn: async (stage) => {
    const { world } = stage
    const name = await stage.spare()
    await world.owner.call('POST', `${world.at}/artifacts/${name}/columns/city/tags`, { tag: 'loose' })
    return { by: OWNER, names: { name, column: 'city', tag: 'loose' } }
  },
  listClassifications: () => ({}),
  listPolicies: () => ({}),
  listRowPolicies: () => ({ by: OWNER }),
  // One that is true hides nothing.
  setRowPolicy: () => ({ by: OWNER, names: { table: 'plain' }, json: { predicate: 'true' } }),
  readRowPolicy: async ({ world }) => {
    await world.owner.call('PUT', `${world.at}/policies/rows/plain`, { predicate: 'true' })
    return { by: OWNER, names: { table: 'plain' } }
  },
  deleteRowPolicy: async ({ world }) => {
    await world.owner.call('PUT', `${world.at}/policies/rows/plain`, { predicate: 'true' })
    return { by: OWNER, names: { table: 'plain' } }
  },
  readGovernance: () => ({ by: OWNER }),
  setPolicy: () => ({ by: OWNER, names: { tag: 'loose' }, json: { effect: 'mask', role: 'other' } }),
  deletePolicy: async ({ world }) => {
    await world.owner.call('PUT', `${world.at}/policies/loose`, { effect: 'mask', role: 'other' })
    return { by: OWNER, names: { tag: 'loose' }, query: 'role=other' }
  },
  putChart: () => ({ names: { name: fresh('chart') }, json: { table: 'staff', spec: { mark: 'bar' } } }),
  listCharts: () => ({}),
  listSheets: () => ({}),
  readSheet: () => ({ names: { name: 'view' } }),
  putSheet: () => ({
    names: { name: fresh('sheet') },
    json: { title: 'Sheet', spec: { blocks: [{ kind: 'table_view', table: 'staff' }] } },
  }),
  deleteSheet: async ({ world }) => {
    const name = fresh('sheet')
    const spec = { blocks: [{ kind: 'table_view', table: 'plain' }] }
    await world.people.editor.call('PUT', `${world.at}/sheets/${name}`, { title: 'Sheet', spec })
    return { names: { name } }
  },
  renderSheet: () => ({ names: { name: 'view' } }),
  reviewWorkbook: () => ({ json: {} }),
  mergeTable: ({ world: { editorFile } }) => ({
    form: fileForm('staff.xlsx', editorFile.bytes, { branch_id: editorFile.branchId, dry_run: 'true' }),
  }),
  mergeArtifact: ({ world: { editorFile } }) => ({
    form: fileForm('staff.xlsx', editorFile.bytes, { branch_id: editorFile.branchId, dry_run: 'true' }),
  }),
  syncFile: ({ world: { editorFile } }) => ({
    form: fileForm('staff.xlsx', editorFile.bytes, { branch_id: editorFile.branchId, dry_run: 'true' }),
  }),
}
