import { read, utils } from '@e965/xlsx'
import { afterAll, expect, test } from 'vitest'
import { type ConnectedAgent, connectAgent, type ToolCall } from '../../../test/connect-agent.ts'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'
import { TOOLS } from './all-tools.ts'

const service = startService()

/** Numbers and texts that stand nowhere else. */
const SECRETS = ['735134401', '735134403', 'zxqvsecretone', 'zxqvsecrettwo']
const CSV = `name,salary,remark\nAiko,${SECRETS[0]},${SECRETS[2]}\nBen,${SECRETS[1]},${SECRETS[3]}\n`

const MANY = 9

const agents: ConnectedAgent[] = []
afterAll(() => Promise.all(agents.map((agent) => agent.close())))

type Payroll = Awaited<ReturnType<typeof newPayroll>>
type ToolRequests = Pick<
  Payroll,
  'workbook_id' | 'table' | 'source' | 'result_id' | 'question_id' | 'op_id' | 'inserted' | 'proposal_id'
>

/** Salaries in a file, the table made of it, one derived from that, and a result from before anybody thought of policies. */
async function newPayroll() {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body: workbook } = await owner.call('POST', '/api/v1/workbooks', { title: 'P', workspace_id: workspace })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  const sent = await uploadTo(service.url(), owner.session, `${at}/sources`, { bytes: CSV, filename: 'staff.csv' })
  const table: string = sent.body.artifacts[0].name
  const editor = await newMember(service, owner, workspace, 'editor')
  const agent = await connectAgent(service.url(), editor.session)
  agents.push(agent)
  const workbook_id: string = workbook.workbook_id
  const sql = `SELECT * FROM "${table}"`
  await agent.call('run_transform', { workbook_id, name: 'copy', code: 'SELECT * FROM {{ t }}', args: { t: table } })
  const { answer } = await agent.call('query', { workbook_id, sql })
  const { answer: kept } = await agent.call('save_question', { workbook_id, name: 'all', sql })
  const { answer: seen } = await agent.call('describe_table', { workbook_id, table })
  const edit = { expected_version: seen.edit_version, rows: [{ __svc_row_id: 1, name: 'Aya' }] }
  const { answer: edited } = await agent.call('edit_rows', { workbook_id, table, ...edit })
  const { answer: inserted } = await agent.call('edit_rows', {
    workbook_id,
    table,
    expected_version: edited.edit_version,
    rows: [{ name: 'Cleo' }],
  })
  const filled = { __svc_row_id: 3, salary: Number(SECRETS[0]), remark: SECRETS[2] }
  await owner.call('POST', `${at}/tables/${table}/rows`, { expected_version: null, rows: [filled] })
  const changes = [{ table, expected_version: null, rows: [{ ...filled, salary: Number(SECRETS[1]) }] }]
  const proposed = await owner.call('POST', `${at}/proposals`, { title: 'Raise', changes })
  const source: string = sent.body.source.name
  return {
    owner,
    agent,
    at,
    workbook_id,
    table,
    source,
    result_id: answer.result_id,
    question_id: kept.question_id,
    op_id: edited.op_id,
    inserted: inserted.op_id,
    proposal_id: String(proposed.body.proposal_id),
  }
}

async function hide({ owner, at, table }: Payroll, effect: 'mask' | 'deny') {
  for (const column of ['salary', 'remark'])
    await owner.call('POST', `${at}/artifacts/${table}/columns/${column}/tags`, { tag: 'pay' })
  const { status } = await owner.call('PUT', `${at}/policies/pay`, { effect })
  expect(status).toBe(201)
}

/** Every tool, in every way that might bring a value of a column out. */
function askings({
  workbook_id,
  table,
  source,
  result_id,
  question_id,
  op_id,
  inserted,
  proposal_id,
}: ToolRequests): [string, object][] {
  const [book, named] = [{ workbook_id }, { workbook_id, table }]
  const file = { workbook_id, source }
  const queries = [
    'SELECT * FROM copy',
    'SELECT max(salary), min(remark) FROM copy',
    'SELECT name FROM copy ORDER BY salary',
  ]
  return [
    ['list_workbooks', book],
    ['search_data', { q: 'zxqvsecretone' }],
    ['search_data', { q: 'salary' }],
    ['describe_table', { ...named, profile: true, comments: true }],
    ['describe_table', { ...book, table: 'copy', profile: true }],
    ...queries.map((sql): [string, object] => ['query', { ...book, sql }]),
    ...queries.map((sql): [string, object] => ['query', { ...book, sql: sql.replace('copy', `"${table}"`) }]),
    ['query', { ...book, sql: `SELECT CAST(remark AS INTEGER) FROM "${table}"` }],
    ['get_result_page', { result_id, offset: 0 }],
    ['list_questions', book],
    ['list_templates', book],
    ['list_links', book],
    ['list_notifications', { state: 'all' }],
    ['mark_notifications_read', { notification_ids: ['ntf_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'] }],
    ['read_company', {}],
    ['read_company', { log: true }],
    ['save_template', { ...file, name: 'form' }],
    ['ask_question', { ...book, question_id }],
    ['save_question', { ...book, name: 'q', sql: `SELECT max(salary) FROM "${table}"` }],
    ['read_rows', named],
    ['read_rows', { ...named, columns: ['salary'] }],
    ['read_rows', { ...named, filter: { column: 'salary', op: '>', value: 1 }, order_by: ['-salary'] }],
    ['edit_rows', { ...named, expected_version: 3, rows: [{ salary: 735134401, name: 'x' }], match_on: ['salary'] }],
    ['propose_rows', { ...book, title: 't', changes: [{ table, expected_version: 3, rows: [{ salary: 1 }] }] }],
    ['read_proposals', book],
    ['read_proposals', { ...book, proposal_id }],
    ['get_rules', named],
    [
      'set_rules',
      { ...named, rules: [{ kind: 'range', column: 'salary', max: 1 }], expected_version: 0, dry_run: true },
    ],
    ['send_quarantined', named],
    ['undo_operation', { ...book, op_id: inserted }],
    ['undo_operation', { ...book, op_id }],
    ['upload_file', { ...book, filename: 'other.csv', text: 'a\n1\n' }],
    ['inspect_workbook', book],
    ['inspect_workbook', file],
    ['read_cells', file],
    ['find_cells', { ...file, find: 'a' }],
    ['explain_cell', { ...file, cell: 'A2' }],
    ['what_if', { ...file, set: [{ range: 'A2', value: 1 }] }],
    ['edit_file', { ...file, edits: [{ range: 'A2', value: 1 }], dry_run: true }],
    ['edit_file', { ...file, restore_revision: 1 }],
    ['get_parse_spec', file],
    ['get_parse_spec', { ...file, region_id: 'r1' }],
    ['correct_parse', { ...file, changes: [{ path: '/regions/0/title', value: 'x' }] }],
    ['materialize_source', { ...file, dry_run: true }],
    ['run_transform', { ...book, name: 'again', code: 'SELECT * FROM {{ t }}', args: { t: table } }],
    [
      'run_transform',
      { ...book, name: 'wrong', code: 'SELECT CAST(remark AS INTEGER) AS n FROM {{ t }}', args: { t: table } },
    ],
    ['recompute', book],
    ['get_lineage', { ...book, table: 'copy' }],
    ['create_chart', { ...named, name: 'c', spec: { mark: 'bar' } }],
    ['export_file', { ...book, tables: [table], format: 'csv' }],
    ['export_file', { ...book, inline: true }],
    ['list_conflicts', book],
    ['resolve_conflict', { ...book, conflict_id: 'cf_none', action: 'acknowledge' }],
  ]
}

/** All that came back, with what a file in it holds. */
function everythingIn({ text, answer, problem }: ToolCall): string {
  const parts = [text, JSON.stringify(answer ?? null), JSON.stringify(problem ?? null)]
  const base64 = answer?.base64
  if (base64) {
    const book = read(Buffer.from(base64, 'base64'))
    for (const sheet of Object.values(book.Sheets))
      parts.push(JSON.stringify(utils.sheet_to_json(sheet, { header: 1 })))
  }
  return parts.join('\n')
}

/** Ways by which a value came out; no more of them are looked for than are wanted. */
async function leaks(payroll: Payroll, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const leaking: string[] = []
  for (const [name, args] of askings(payroll)) {
    if (leaking.length === most) break
    const said = everythingIn(await payroll.agent.call(name, args))
    // What an agent said itself is no secret.
    const found = SECRETS.filter((secret) => said.includes(secret) && !JSON.stringify(args).includes(secret))
    if (found.length > 0) leaking.push(`${name} ${JSON.stringify(args)}`)
  }
  return leaking
}

test('every tool is asked for what policies hide', () => {
  const nowhere = {
    workbook_id: '',
    table: '',
    source: '',
    result_id: '',
    question_id: '',
    op_id: 1,
    inserted: 1,
    proposal_id: '',
  }
  const asked = new Set(askings(nowhere).map(([name]) => name))

  expect(TOOLS.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([])
})

test('where no policy hides them, values come out of many tools: else the next test would see nothing', async () => {
  const leaking = await leaks(await newPayroll(), MANY)

  expect(leaking).toHaveLength(MANY)
})

test.each(['mask', 'deny'] as const)('no tool brings out a value that a policy hides (%s)', async (effect) => {
  const payroll = await newPayroll()
  await hide(payroll, effect)

  expect(await leaks(payroll)).toEqual([])
})
