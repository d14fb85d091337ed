import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { callAs } from '../server/test/client.ts'
import { mintToken, newPerson, type Person } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { type Get, RULES } from './odata/conformance.ts'
import { COLUMNS, generatedFilter, generatedRows, randomNumbers } from './odata/filters.ts'
import { canonical, KINDS, ROWS } from './pg-peers/kinds.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const FILTERS = 500
const ROW_COUNT = 120
const SEED = 20_261_118
const MOST_SHOWN = 10
const INSTALL = fileURLToPath(new URL('../scripts/odata-client', import.meta.url))
const PROGRAM = fileURLToPath(new URL('./odata/ReadEntities.java', import.meta.url))
const run = promisify(execFile)

/** A client that is not ours, the rules of the protocol, and filters whose rows are known from SQL. */
export const proof: Proof = {
  promise: 'Programs that speak OData find tables and types, read every value, and filters keep the rows they should',
  isQuick: false,
  minutes: 5,
  about: ['server/src/doors/odata'],
  measure: (options) => judge(options, false),
  // Unequal is compared as SQL does it: rows without a value are missed.
  control: (options) => judge(options, true),
  holds: ({ olingo_checks, rules, filters, failed, kept_rows }) =>
    Number(olingo_checks) > 0 &&
    rules === RULES.length &&
    filters === FILTERS &&
    Number(kept_rows) > FILTERS &&
    failed === 0,
}

async function judge({ say }: ProofOptions, isWrong: boolean): Promise<Figures> {
  const jars = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const service = await runService({ checkResponses: false })
  try {
    const [url = ''] = service.urls
    const person = await newPerson(url)
    const token = await mintToken(person.call)
    // Of a token, which may ask more often than a session.
    const owner = { call: callAs(url, token) }
    const { body: book } = await done(owner.call('POST', '/api/v1/workbooks', { title: 'Kinds' }))
    const place: ODataWorkbook = {
      owner,
      at: `/api/v1/workbooks/${book.workbook_id}`,
      root: `${url}/odata/${book.workbook_id}`,
    }
    await fill(place, 'edges', KINDS, ROWS)
    await fill(place, 'kinds', KINDS, ROWS.map(forOlingo))
    await fill(place, 'many', COLUMNS, generatedRows(ROW_COUNT, randomNumbers(SEED)))
    const olingo = await askOlingo(place, token, jars)
    const edges = await askEdges(place, reader(place.root, token))
    const rules = await askRules(reader(place.root, token))
    const filters = await askFilters(place, reader(place.root, token), isWrong)
    const faults = [...olingo.faults, ...edges.faults, ...rules, ...filters.faults]
    for (const fault of faults.slice(0, MOST_SHOWN)) say(fault)
    return {
      olingo_checks: olingo.checks,
      edge_checks: edges.checks,
      rules: RULES.length,
      filters: filters.asked,
      kept_rows: filters.kept,
      failed: faults.length,
    }
  } finally {
    await service.close()
  }
}

type ODataWorkbook = { owner: Pick<Person, 'call'>; at: string; root: string }

async function fill({ owner, at }: ODataWorkbook, name: string, columns: readonly object[], rows: readonly object[]) {
  await done(owner.call('POST', `${at}/tables`, { name, columns }))
  await done(owner.call('POST', `${at}/tables/${name}/rows`, { expected_version: null, rows }))
}

async function done<T extends { status: number; body: unknown }>(called: Promise<T>): Promise<T> {
  const answer = await called
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return answer
}

function reader(root: string, token: string): Get {
  const authorization = `Basic ${Buffer.from(`anything:${token}`).toString('base64')}`
  return async (path, headers = {}, method = 'GET') => {
    const url = path.startsWith('http') ? path : `${root}${path.replaceAll(' ', '%20')}`
    const response = await fetch(url, { method, headers: { authorization, ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

const TYPES: Readonly<Record<string, string>> = {
  VARCHAR: 'String', JSON: 'String', INTEGER: 'Int32', BIGINT: 'Int64', DOUBLE: 'Double', DECIMAL: 'Decimal', BOOLEAN: 'Boolean', DATE: 'Date',
  TIME: 'TimeOfDay', TIMESTAMP: 'DateTimeOffset', TIMESTAMPTZ: 'DateTimeOffset', UUID: 'Guid',
} // biome-ignore format: a list

/**
 * What Olingo can hold of the edges: without the facets of metadata, which it does not look at here, fifteen digits before the point,
 * and of a time of day milliseconds.
 */
const forOlingo = ({ ...row }: Record<string, unknown>) => ({
  ...row,
  ...(typeof row.dec === 'string' ? { dec: row.dec.replace(/\d+(\d{15}\.)/, '$1') } : {}),
  ...(typeof row.clock === 'string' ? { clock: row.clock.replace(/(\.\d{3})\d+/, '$1') } : {}),
})

const typeOf = (kind: (typeof KINDS)[number]) => ('type' in kind ? kind.type : 'VARCHAR')

/** Every value at the edge of its type, as JSON has it. */
async function askEdges({ owner, at }: ODataWorkbook, get: Get) {
  const { text } = await get('/edges', { accept: 'application/json;IEEE754Compatible=true' })
  const seen: Record<string, unknown>[] = JSON.parse(text).value
  const { body } = await done(owner.call('GET', `${at}/tables/edges/rows`))
  const faults: string[] = []
  let checks = 0
  body.rows.forEach((row: Record<string, unknown>, r: number) => {
    for (const kind of KINDS) {
      checks += 1
      const [ours, theirs] = [row, seen[r] ?? {}].map((one) => plainly(typeOf(kind), one[kind.name]))
      if (ours !== theirs) faults.push(`edges: ${kind.name} of row ${r}: ${theirs} is not ${ours}`)
    }
  })
  return { checks, faults }
}

async function askOlingo({ owner, at, root }: ODataWorkbook, token: string, jars: string) {
  const { stdout } = await run('java', ['-cp', `${jars}/*`, PROGRAM, root, 'kinds'], {
    env: { ...process.env, TOKEN: token },
    maxBuffer: 1 << 26,
    timeout: 600_000,
  })
  const seen = JSON.parse(stdout)
  const { body } = await done(owner.call('GET', `${at}/tables/kinds/rows`))
  const faults: string[] = []
  let checks = 0
  const check = (what: string, isRight: boolean) => {
    checks += 1
    if (!isRight) faults.push(`olingo: ${what}`)
  }
  check('sets', seen.sets.toSorted().join() === 'edges,kinds,many')
  check('keys', seen.keys.join() === '__svc_row_id')
  check('names', seen.names.join() === ['__svc_row_id', ...KINDS.map(({ name }) => name)].join())
  const types = KINDS.map((kind) => TYPES[typeOf(kind).replace(/\(.*/, '')])
  check(`types ${seen.types.join()}`, seen.types.join() === ['Int64', ...types].join())
  check('pages', seen.pages === 3)
  check('found by a filter', seen.found === 1)
  check('count', seen.count === 5)
  check('refusal', seen.refusal === 'invalid_odata')
  check('one entity', seen.second.join() === seen.rows[1].join())
  body.rows.forEach((row: Record<string, unknown>, r: number) => {
    KINDS.forEach((kind, c) => {
      const type = typeOf(kind)
      const [ours, theirs] = [plainly(type, row[kind.name]), plainly(type, seen.rows[r]?.[c + 1])]
      check(`${kind.name} of row ${r}: ${theirs} is not ${ours}`, ours === theirs)
    })
  })
  return { checks, faults }
}

/** JSON comes as a text; Olingo writes midnight without its seconds. */
function plainly(type: string, cell: unknown): string | null {
  if (type === 'JSON' && typeof cell !== 'string') return cell === null ? null : JSON.stringify(cell)
  const text = canonical(type, cell)
  return type === 'TIME' && text?.length === 5 ? `${text}:00` : text
}

async function askRules(get: Get): Promise<string[]> {
  const faults: string[] = []
  for (const { rule, isKept } of RULES) {
    const kept = await isKept(get).catch((error: Error) => error)
    if (kept !== true) faults.push(`rule: ${rule}${kept instanceof Error ? ` (${kept.message})` : ''}`)
  }
  return faults
}

async function askFilters({ owner, at }: ODataWorkbook, get: Get, isWrong: boolean) {
  const random = randomNumbers(SEED + 1)
  const faults: string[] = []
  let [asked, kept] = [0, 0]
  for (; asked < FILTERS; asked++) {
    const { odata, sql } = generatedFilter(random, isWrong)
    const { status, text } = await get(`/many?$select=__svc_row_id&$filter=${encodeURIComponent(odata)}`)
    const truth = await owner.call('POST', `${at}/query`, {
      sql: `SELECT __svc_row_id FROM many WHERE ${sql} ORDER BY 1`,
      shape: 'arrays',
      limit: ROW_COUNT,
    })
    if (truth.status !== 200) throw new Error(`${sql}: ${JSON.stringify(truth.body)}`)
    const theirs = truth.body.rows.map(([id]: [number]) => id)
    const ours = status === 200 ? JSON.parse(text).value.map((row: { __svc_row_id: number }) => row.__svc_row_id) : text
    if (String(ours) === String(theirs)) kept += theirs.length
    else faults.push(`filter: ${odata} → ${String(ours).slice(0, 200)}, by SQL ${String(theirs).slice(0, 100)}`)
  }
  return { asked, kept, faults }
}
