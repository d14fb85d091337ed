import { utils, write } from '@e965/xlsx'
import type { Body } from '../../server/test/client.ts'
import { exportFile, openBook } from '../../server/test/export-file.ts'
import type { Person } from '../../server/test/person.ts'
import { uploadTo } from '../../server/test/upload.ts'
import { type Canary, fileCanary } from './canaries.ts'
import { ruleOut, shareByLinks, uniteFiles, writeInSession } from './fill-doors.ts'
import { FIRST_ROWS, type LeakWorkbook, type Planted, TAG } from './place.ts'
import type { Caller } from './recorder.ts'

/** Of things in the workbook: ids and names by the path parameter that takes them, and ops by who did what. */
export type Filled = {
  names: Readonly<Record<string, string>>
  ops: Readonly<Record<'editorInsert' | 'editorWrite' | 'ownerEdit' | 'ownerRename', string>>
  /** A file that the editor exported with a branch before anything was hidden. */
  editorFile: { branchId: string; bytes: Uint8Array<ArrayBuffer> }
  /** Hash and size of files that are closed to callers from whom something in them is hidden. */
  fileMarks: readonly Canary[]
  /** Readers of links that were made before anything was hidden. */
  linkReaders: readonly Caller[]
}

/** Everything that may keep a copy: edits, deletions, snapshots, notes, files, branches, transforms, overrides. */
export async function fillWorld(place: LeakWorkbook, planted: Planted): Promise<Filled> {
  const { owner, at } = place
  const hidden = String(planted.columnName.value)
  const call = caller(owner, at)
  const rows = await makeStaff(place, planted)
  const renamed = await renameTwice(call, hidden)
  const snapshot = await call('POST', '/snapshots', { summary: 'before' })
  await call('POST', '/versions', { label: 'first' })
  const edit = { __svc_row_id: 1, [hidden]: planted.texts[FIRST_ROWS]?.value }
  const edited = await call('POST', '/tables/staff/rows', { expected_version: null, rows: [edit] })
  await call('POST', '/tables/staff/rows/delete', { expected_version: null, row_ids: [2] })
  await call('POST', '/tables/staff/annotations', {
    annotations: [
      { target: { kind: 'cell', row_id: 1, column: hidden }, note: planted.texts[FIRST_ROWS + 1]?.value },
      { target: { kind: 'row', row_id: 1 }, note: 'seen by everyone' },
    ],
  })
  await call('POST', '/tables/staff/comments', {
    target: { kind: 'cell', row_id: 1, column: hidden },
    text: planted.texts[FIRST_ROWS + 1]?.value,
    mentions: [place.people.viewer.userId],
  })
  const proposalId = await propose(call, hidden, planted)
  const lines = rows.map((row) => `${row.name},${row[hidden]},${row.pay},${row.born},${REMARK}`)
  const text = `name,${hidden},pay,born,remark\n${lines.join('\n')}\n`
  const source = await bringFile(place, text)
  await derive(call, hidden, planted)
  // By a user who sees everything: a reader may see what they compared rows with themselves, and nothing of others.
  const presented = await present(caller(place.people.exempt, at), hidden, planted)
  await ruleOut(call, hidden, planted)
  const makers = (['owner', 'exempt', 'editor'] as const).map((name) => ({
    name,
    call: caller(place.people[name], at),
  }))
  const linkReaders = await shareByLinks(makers, presented)
  const united = await uniteFiles(place, hidden, rows)
  const conflictId = await disagree(place, hidden, planted.texts)
  const mine = await haveEditorOwnRows(place, hidden, planted)
  await writeInSession(caller(place.people.editor, at), hidden, planted)
  const link = await uploadTo(place.url, owner.session, `${at}/file-links/local`, {
    bytes: text,
    filename: 'tracked.csv',
  })
  const { artifacts } = await call('GET', '/artifacts?state=all')
  const tracked = artifacts.filter(({ name }: { name: string }) => name.startsWith('tracked'))
  const made = [...source.artifacts, ...tracked].map(({ id }: { id: string }) => id)
  for (const table of ['staff', ...made, ...united.tables])
    for (const column of united.tables.includes(table) ? [hidden, 'pay'] : [hidden, 'pay', 'born'])
      await call('POST', `/artifacts/${encodeURIComponent(table)}/columns/${column}/tags`, { tag: TAG })
  const { overrides } = await call('GET', '/tables/copy/overrides')
  const { annotations } = await call('GET', '/tables/staff/annotations')
  const { threads } = await call('GET', '/tables/staff/comments')
  return {
    names: {
      workbook_id: place.workbookId,
      workspace_id: place.workspace,
      name: 'staff',
      column: hidden,
      tag: TAG,
      row_id: '1',
      snapshot_id: snapshot.snapshot_id,
      label: 'first',
      op_id: String(edited.op_id),
      source_name: source.source.name,
      united_source: united.sources[1] ?? '',
      united_table: united.tables[0] ?? '',
      conflict_id: conflictId,
      ...presented,
      link_id: link.body.link_id,
      n: '1',
      override_id: overrides[0].override_id,
      annotation_id: annotations[0].annotation_id,
      comment_id: threads[0].thread_id,
      proposal_id: proposalId,
      user_id: place.people.viewer.userId,
    },
    ops: { ...mine.ops, ownerEdit: String(edited.op_id), ownerRename: String(renamed) },
    editorFile: mine.file,
    fileMarks: [fileCanary(Buffer.from(text)), ...united.marks],
    linkReaders,
  }
}

/** Makes the file longer than any short answer: the length of an answer is taken for that of the file where they are equal. */
const REMARK = 'nothing that is hidden, '.repeat(12).replaceAll(',', ';')

type Call = (method: string, path: string, body?: unknown) => Promise<Body>

const caller =
  ({ call }: Pick<Person, 'call'>, at: string): Call =>
  async (method, path, body) => {
    const answer = await call(method, `${at}${path}`, body)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

/** A proposal about hidden cells, which says what stands there; one row is to be deleted. */
async function propose(call: Call, hidden: string, { texts, numbers }: Planted): Promise<string> {
  const changed = { __svc_row_id: 3, [hidden]: texts[FIRST_ROWS]?.value, pay: numbers[0]?.value, city: 'Kobe' }
  const changes = [{ table: 'staff', expected_version: null, rows: [changed], delete: [4] }]
  const said = String(texts[1]?.value)
  const { proposal_id } = await call('POST', '/proposals', { title: 'change', description: said, changes })
  await call('POST', `/proposals/${proposal_id}/reviews`, { verdict: 'comment', text: said })
  return proposal_id
}

async function makeStaff({ owner, at }: LeakWorkbook, { columnName, texts, numbers, dates }: Planted) {
  const call = caller(owner, at)
  const hidden = String(columnName.value)
  const columns = [
    { name: 'name' },
    { name: hidden },
    { name: 'pay', type: 'INTEGER' },
    { name: 'city' },
    { name: 'born', type: 'DATE' },
  ]
  const rows = dates.map(({ value }, n) => ({
    name: `p${n}`,
    [hidden]: texts[n]?.value,
    pay: numbers[n]?.value,
    city: 'Tokyo',
    born: value,
  }))
  await call('POST', '/tables', { name: 'staff', columns })
  await call('POST', '/tables/staff/rows', { expected_version: null, rows })
  await call('POST', '/tables', { name: 'plain', columns: [{ name: 'word' }, { name: 'amount', type: 'INTEGER' }] })
  const plain = [1, 2, 3].map((n) => ({ word: `w${n}`, amount: n }))
  await call('POST', '/tables/plain/rows', { expected_version: null, rows: plain })
  return rows
}

async function renameTwice(call: Call, hidden: string): Promise<number> {
  const rename = (from: string, to: string) =>
    call('PATCH', `/tables/staff/columns/${from}`, { expected_version: null, new_name: to })
  await rename(hidden, `${hidden}s`)
  return (await rename(`${hidden}s`, hidden)).op_id
}

async function bringFile({ url, owner, at }: LeakWorkbook, text: string): Promise<Body> {
  const { body } = await uploadTo(url, owner.session, `${at}/sources`, {
    bytes: text,
    filename: 'payroll.csv',
    fields: { structuring: 'skip' },
  })
  await caller(owner, at)('POST', `/sources/${encodeURIComponent(body.source.name)}/analyze`, {})
  return body
}

/** A table from the hidden columns with overrides in it, a sheet and a chart. */
async function derive(call: Call, hidden: string, { texts }: Planted) {
  await call('POST', '/transforms', {
    name: 'copy',
    code: `SELECT name, "${hidden}" AS kept, pay + 0 AS paid FROM {{ staff }} WHERE pay > 1`,
    args: { staff: 'staff' },
    key: ['name'],
  })
  const overridden = [{ __svc_row_id: 1, kept: texts[FIRST_ROWS + 2]?.value, name: 'p0 again' }]
  await call('POST', '/tables/copy/rows', { expected_version: null, rows: overridden })
  await call('PUT', '/sheets/view', { title: 'View', spec: { blocks: [{ kind: 'table_view', table: 'staff' }] } })
}

/** A view, questions and a page whose filters hold hidden values, made while nothing was hidden from who made them. */
async function present(call: Call, hidden: string, { texts }: Planted): Promise<Record<string, string>> {
  const filter = [{ column: hidden, op: 'in', values: [texts[0]?.value, texts[1]?.value] }]
  const { view_id } = await call('POST', '/saved-views', {
    name: 'view',
    table: 'staff',
    filter,
    order_by: [{ column: hidden }],
    columns: [{ column: hidden, width_px: 90 }, { column: 'name' }],
  })
  const { question_id } = await call('POST', '/questions', {
    name: 'by column',
    summary: { table: 'staff', filter, group_by: [{ column: hidden }], measures: [{ function: 'count' }] },
    chart: { kind: 'bar', x: 0, y: [1] },
  })
  await call('POST', '/questions', {
    name: 'in SQL',
    sql: `SELECT "${hidden}" AS h FROM staff WHERE "${hidden}" = '${texts[0]?.value}'`,
  })
  const { question_id: asked } = await call('POST', '/questions', { name: 'all', sql: 'SELECT * FROM staff' })
  const { dashboard_id } = await call('POST', '/dashboards', {
    name: 'page',
    tiles: [{ tile_id: 'a', kind: 'question', question_id, x: 0, y: 0, width: 6, height: 4 }],
  })
  return { view_id, question_id, asked_question_id: asked, dashboard_id }
}

/** A file is exported and comes back with a cell that was changed here too: both values wait for a decision. */
async function disagree({ url, owner, at }: LeakWorkbook, hidden: string, texts: readonly Canary[]): Promise<string> {
  const { headers, bytes } = await exportFile(url, owner, at, { tables: ['staff'], record_branch: true })
  const rows = [1, 3].map((id) => ({ __svc_row_id: id, [hidden]: texts[4]?.value }))
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows })
  const { body } = await uploadTo(url, owner.session, `${at}/tables/staff/merge`, {
    // One conflict is resolved by the first caller who may; the other waits on.
    bytes: withCells(bytes, 'B2', [[texts[3]?.value], [texts[3]?.value]]),
    filename: 'staff.xlsx',
    fields: { branch_id: headers.get('x-svc-branch-id') ?? '' },
  })
  if (body.conflict_count !== 2) throw new Error(`the merge found ${JSON.stringify(body)}`)
  await exportFile(url, owner, at, { tables: ['staff'], record_branch: true })
  // Branches that know a hidden value as their part.
  await exportFile(url, owner, at, { tables: ['staff'], split_by: hidden })
  return (await owner.call('GET', `${at}/conflicts`)).body.conflicts[0].conflict_id
}

/**
 * The editor inserts a row and writes a hidden column while nothing is tagged, and exports the table with a branch; then the
 * owner fills and changes the same cells. What the editor did must show them nothing of it later.
 */
async function haveEditorOwnRows(
  { url, owner, people, at }: LeakWorkbook,
  hidden: string,
  { texts, numbers }: Planted,
) {
  const { editor } = people
  const insert = { expected_version: null, rows: [{ name: 'mine', city: 'Osaka' }] }
  const inserted = await caller(editor, at)('POST', '/tables/staff/rows', insert)
  const written = await caller(editor, at)('POST', '/tables/staff/rows', {
    expected_version: null,
    rows: [{ __svc_row_id: 4, [hidden]: texts[FIRST_ROWS + 3]?.value, pay: numbers[FIRST_ROWS]?.value }],
  })
  const exported = await exportFile(url, editor, at, { tables: ['staff'], record_branch: true })
  const rowId: number = inserted.row_ids?.[0] ?? inserted.rows[0].__svc_row_id
  await caller(owner, at)('POST', '/tables/staff/rows', {
    expected_version: null,
    rows: [
      { __svc_row_id: rowId, [hidden]: texts[FIRST_ROWS + 4]?.value, pay: numbers[FIRST_ROWS + 1]?.value },
      { __svc_row_id: 4, [hidden]: texts[FIRST_ROWS + 5]?.value },
    ],
  })
  return {
    ops: { editorInsert: String(inserted.op_id), editorWrite: String(written.op_id) },
    file: { branchId: exported.headers.get('x-svc-branch-id') ?? '', bytes: new Uint8Array(exported.bytes) },
  }
}

/** A workbook's bytes with other cells in its sheet. */
export function withCells(
  bytes: Uint8Array,
  origin: string,
  cells: unknown[][],
  name = 'staff',
): Uint8Array<ArrayBuffer> {
  const book = openBook(Buffer.from(bytes))
  const sheet = book.Sheets[name]
  if (!sheet) throw new Error('the export has no sheet of the table')
  utils.sheet_add_aoa(sheet, cells, { origin })
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}
