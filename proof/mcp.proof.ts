import { type ConnectedAgent, connectAgent, type ToolCall } from '../server/test/connect-agent.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import type { Figures, Proof } from './proof.ts'

/** Of all answers of a run together, and of one of them: agents pay by the word. */
const MOST_BYTES = 60_000
const MOST_BYTES_AT_ONCE = 24_000
const MOST_TOOLS = 40

/** A report as people send it: a title, a header below it, a code with a leading zero, and a total that is no row. */
const REPORT = [
  'Orders of April,,',
  ',,',
  'code,day,amount',
  ...Array.from({ length: 400 }, (_, n) => `0${600_000 + n},2026/4/${(n % 28) + 1},${(n + 1) * 10}`),
  `Total,,${400 * 401 * 5}`,
  '',
].join('\n')

/** A scripted agent does a common piece of work through the official client, with nothing but what tools tell it. */
export const proof: Proof = {
  promise:
    'An agent uploads a file, looks at it, corrects how it is read, queries, charts and exports it, in small answers',
  isQuick: true,
  minutes: 1,
  about: ['server/src/doors/mcp'],
  measure: () => onService((service) => work(service, ['workbooks:write'])),
  // The same agent with a credential that may only read: it cannot get through.
  control: () => onService((service) => work(service, ['workbooks:read'])),
  holds: ({ failed, wrong, tools, bytes_returned, largest_bytes }) =>
    failed === 0 &&
    wrong === 0 &&
    Number(tools) <= MOST_TOOLS &&
    Number(bytes_returned) <= MOST_BYTES &&
    Number(largest_bytes) <= MOST_BYTES_AT_ONCE,
}

async function onService(measure: (service: RunningService) => Promise<Figures>): Promise<Figures> {
  const service = await runService()
  try {
    return await measure(service)
  } finally {
    await service.close()
  }
}

async function work(service: RunningService, scopes: string[]): Promise<Figures> {
  const [url = ''] = service.urls
  const person = await newPerson(url)
  const agent = await connectAgent(url, await mintToken(person.call, scopes))
  const run = recorded(agent)
  try {
    const tools = (await agent.tools()).length
    const wrong = await goThrough(run.call)
    const sizes = run.calls.map(({ bytes }) => bytes)
    return {
      tools,
      calls: run.calls.length,
      failed: run.calls.filter(({ problem }) => problem !== undefined).length,
      wrong,
      bytes_returned: sizes.reduce((sum, size) => sum + size, 0),
      largest_bytes: Math.max(...sizes),
    }
  } finally {
    await agent.close()
  }
}

type Call = (name: string, args: object) => Promise<ToolCall['answer']>

function recorded(agent: ConnectedAgent) {
  const calls: ToolCall[] = []
  const call: Call = async (name, args) => {
    const called = await agent.call(name, args)
    calls.push(called)
    // An agent that fails goes on with what it has, and fails again.
    return called.answer ?? {}
  }
  return { calls, call }
}

/** The work itself; tells how many of its findings were not what the file says. */
async function goThrough(call: Call): Promise<number> {
  const findings: boolean[] = []
  const { workbook_id = '', source = '' } = await call('upload_file', {
    filename: 'orders.csv',
    text: REPORT,
    staged: true,
  })
  const file = { workbook_id, source }
  const sheet = await call('read_cells', file)
  findings.push(sheet.rows?.[2]?.[0] === 'code')
  const spec = await call('get_parse_spec', file)
  const region = spec.regions?.find(({ kind }: { kind: string }) => kind === 'data') ?? {
    path: '/regions/0',
    columns: [],
  }
  const column = region.columns.findIndex((line: string) => line.startsWith('amount'))
  const type = { path: `${region.path}/columns/${column}/type`, value: 'DECIMAL(14,2)' }
  const corrected = await call('correct_parse', { ...file, changes: [type] })
  findings.push(corrected.revision === spec.revision + 1)
  const made = await call('materialize_source', file)
  const table: string = made.tables?.[0]?.table ?? 'orders'
  const about = await call('describe_table', { workbook_id, table, profile: true })
  findings.push(about.row_count === 400)
  const sql = `SELECT sum(amount) AS total, min(code) AS first FROM "${table}"`
  const sum = await call('query', { workbook_id, sql })
  findings.push(Number(sum.rows?.[0]?.[0]) === 400 * 401 * 5, sum.rows?.[0]?.[1] === '0600000')
  findings.push((await readOn(call, workbook_id, table)) === 400)
  const drawing = { mark: 'bar', data: { name: table }, encoding: { x: { field: 'day' }, y: { field: 'amount' } } }
  const chart = await call('create_chart', { workbook_id, name: 'Amounts by day', table, spec: drawing })
  findings.push(chart.created === true)
  const exported = await call('export_file', { workbook_id, tables: [table], format: 'xlsx', record_branch: true })
  findings.push(exported.size_bytes > 5_000)
  return findings.filter((isRight) => !isRight).length
}

/** Every row of a result, a small page at a time. */
async function readOn(call: Call, workbook_id: string, table: string): Promise<number> {
  const codes = new Set<unknown>()
  let page = await call('query', { workbook_id, sql: `SELECT code, amount FROM "${table}" ORDER BY code`, limit: 500 })
  for (;;) {
    for (const [code] of page.rows ?? []) codes.add(code)
    if (page.next_offset === null || page.next_offset === undefined) return codes.size
    page = await call('get_result_page', { result_id: page.result_id, offset: page.next_offset, limit: 500 })
  }
}
