import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { type Client, type ClientFindings, everyClient } from './pg-peers/clients.ts'
import { canonical, KINDS, ROWS } from './pg-peers/kinds.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const READ = 'SELECT * FROM kinds ORDER BY __svc_row_id'
/** One type is sent as another: a decimal as a double, which has fewer digits. */
const SHOWN = KINDS.map(({ name }) => (name === 'dec' ? 'dec::float8 AS dec' : `"${name}"`))
const WRONG = `SELECT ${SHOWN.join(', ')}, __svc_row_id FROM kinds ORDER BY __svc_row_id`
const PROGRAMS = [
  'psql',
  'node-postgres',
  'psycopg',
  'psycopg2',
  'asyncpg',
  'sqlalchemy',
  'pgjdbc',
  'odbc',
  'dbt',
  'libreoffice',
  'superset',
]
const MOST_SHOWN = 10

/** PostgreSQL's own clients read a table with every type, and see what the API answers. */
export const proof: Proof = {
  promise: 'Clients of PostgreSQL find the tables and columns of a workbook, and read every type as the API answers it',
  isQuick: false,
  minutes: 8,
  about: ['server/src/doors/pg-wire'],
  measure: (options) => compare(options, READ),
  control: (options) => compare(options, WRONG),
  holds: ({ peers, checks, failed }) => peers === PROGRAMS.length && Number(checks) > 0 && failed === 0,
}

async function compare({ say }: ProofOptions, sql: string): Promise<Figures> {
  const clients = everyClient()
  const pg = {
    host: '127.0.0.1',
    port: 0,
    tls: null,
    connections: 50,
    connectionsPerCredential: 50,
    messageBytes: 2 ** 26,
  }
  const service = await runService({ settings: { pg }, checkResponses: false })
  try {
    const [url = ''] = service.urls
    const owner = await newPerson(url)
    const { body: book } = await owner.call('POST', '/api/v1/workbooks', { title: 'Kinds' })
    const at = `/api/v1/workbooks/${book.workbook_id}`
    await done(owner.call('POST', `${at}/tables`, { name: 'kinds', columns: KINDS }))
    await done(owner.call('POST', `${at}/tables/kinds/rows`, { expected_version: null, rows: ROWS }))
    const { body } = await done(owner.call('GET', `${at}/tables/kinds/rows`))
    const place = { port: service.apis[0]?.pgPort ?? 0, database: book.workbook_id, password: owner.session }
    const faults: string[] = []
    let checks = 0
    for (const client of clients) {
      const found = await judge(client, () => client.read(place, sql), body.rows)
      checks += found.checks
      faults.push(...found.faults)
    }
    for (const fault of faults.slice(0, MOST_SHOWN)) say(fault)
    const peers = PROGRAMS.filter((name) => clients.some((client) => client.name.split(' ')[0] === name)).length
    return { peers, ways: clients.length, checks, failed: faults.length }
  } finally {
    await service.close()
  }
}

async function done<T extends { status: number; body: unknown }>(called: Promise<T>): Promise<T> {
  const answer = await called
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return answer
}

/** How much of a value a program can hold. ODBC's times of day have whole seconds. */
function heldBy(client: string, type: string, text: string | null): string | null {
  if (client === 'odbc' && type === 'TIME' && text !== null) return text.replace(/\.\d+$/, '')
  return client === 'superset' && text !== null ? heldBySuperset(type, text) : text
}

/** Numbers are doubles in a chart, and moments too: milliseconds since 1970. */
function heldBySuperset(type: string, text: string): string {
  if (/^(?:INTEGER|BIGINT|DECIMAL)/.test(type)) return String(Number(text))
  if (!/^(?:DATE|TIMESTAMP)/.test(type)) return text
  if (/^-?[\d.]+$/.test(text)) return String(Number(text))
  const [day, clock = '00:00:00'] = text.split(' ')
  const [seconds, fraction = '0'] = clock.split('.')
  return String(Date.parse(`${day}T${seconds}Z`) + Number(`0.${fraction}`) * 1_000)
}

type Row = Readonly<Record<string, unknown>>

async function judge({ name }: Client, read: () => Promise<ClientFindings>, expected: readonly Row[]) {
  const faults: string[] = []
  let checks = 0
  const check = (what: string, isRight: boolean) => {
    checks += 1
    if (!isRight) faults.push(`${name}: ${what}`)
  }
  const seen = await read().catch((error: Error) => error)
  if (seen instanceof Error) return { checks: 1, faults: [`${name}: ${seen.message.slice(0, 500)}`] }
  check(
    'schemas',
    // Superset shows no schema whose name begins with pg_.
    ['public', name === 'superset' ? 'information_schema' : 'pg_catalog'].every((each) => seen.schemas.includes(each)),
  )
  check('tables', seen.tables.join() === 'kinds')
  check('columns', seen.columns.join() === [...KINDS.map((kind) => kind.name), '__svc_row_id'].join())
  check('rows', seen.rows.length === expected.length)
  expected.forEach((row, r) => {
    KINDS.forEach((kind, c) => {
      const type = 'type' in kind ? kind.type : 'VARCHAR'
      const held = (cell: unknown) => heldBy(name, type, canonical(type, cell))
      const [ours, theirs] = [held(row[kind.name]), held(seen.rows[r]?.[c])]
      check(`${kind.name} of row ${r}: ${theirs} is not ${ours}`, ours === theirs)
    })
  })
  return { checks, faults }
}
