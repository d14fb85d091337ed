import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { descendantsNamed } from '../proof/lib/crash-processes.ts'
import { rounded } from '../proof/lib/figures.ts'
import { fillTable } from '../proof/lib/fill-table.ts'
import { freePort } from '../proof/lib/free-port.ts'
import { openClient } from '../proof/lib/keep-alive.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { fromWireId } from '../server/src/platform/ids.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { connectPg, type PgPlace } from '../server/test/pg-clients.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { COLUMNS, fillPostgres, readSql } from './pg-cost/rows.ts'
import { watchCpu } from './pg-cost/watch-cpu.ts'

/** ROWS=… and POINTS=… for a shorter trial. */
const ROWS = Number(process.env.ROWS) || 1_000_000
const CONTROL_ROWS = 100_000
/** Point queries of a turn; the doors take turns. An engine is replaced after so many statements, so each turn pays for one. */
const POINTS = Number(process.env.POINTS) || 500
const TURNS = 4
/** Times that all rows are read on either side, in turns: what else runs on a machine changes from minute to minute. */
const READINGS = 3
const CONTROL_TURNS = 1
const AT_ONCE = 4
const SMALL_ROWS = 900
const BARS = { point: 1, rows: 0.5 }

export const proof: Proof = {
  promise:
    "A point query costs no more over PostgreSQL's protocol than over HTTP, and psycopg reads rows at half of PostgreSQL's own rate at least",
  isQuick: false,
  minutes: 8,
  about: ['server/src/doors/pg-wire'],
  measure: (options) => compare(options, { rows: ROWS, turns: TURNS, times: 1 }),
  // Every statement is asked three times, and counts once.
  control: (options) => compare(options, { rows: CONTROL_ROWS, turns: CONTROL_TURNS, times: 3 }),
  holds: ({ point_ratio: point, rows_ratio: rows, binary_ratio: binary }) =>
    Number(point) <= BARS.point && Number(rows) >= BARS.rows && Number(binary) >= BARS.rows,
}

type Size = { rows: number; turns: number; times: number }
type World = Size & {
  databaseUrl: string
  place: PgPlace
  url: string
  cpu: () => number
  nodeCpu: () => number
  python: string
}

async function compare({ say }: ProofOptions, size: Size): Promise<Figures> {
  const install = fileURLToPath(new URL('../scripts/pg-peers', import.meta.url))
  const python = execFileSync(install, { encoding: 'utf8' }).trim()
  const service = await runService({ checkResponses: false })
  const port = await freePort()
  const node = await startOwnNode(service, { SVC_PG_PORT: String(port), SVC_PG_HOST: '127.0.0.1' })
  const [pid = 0] = descendantsNamed(process.pid, 'bindery.ts')
  const watch = watchCpu(pid)
  try {
    const place = { port, ...(await newWorkbook(service, size.rows)) }
    const { databaseUrl } = service.settings
    const world = { ...size, databaseUrl, place, url: node.url, cpu: watch.seconds, nodeCpu: watch.rootSeconds, python }
    const point = await comparePoints(world)
    say(`CPU ms of a point query, api node and engines: ${JSON.stringify(point)}`)
    await fillPostgres(service.admin, size.rows)
    const text = await compareRows(world, 'text')
    const binary = await compareRows(world, 'binary')
    say(`CPU s of ${size.rows} rows: ${JSON.stringify({ text, binary })}`)
    return {
      point_ratio: rounded(point.wire / point.http),
      rows_ratio: rateRatio(text),
      binary_ratio: rateRatio(binary),
      rows: size.rows,
      point_ms: point,
      // The servers alone, without psycopg: how many times more PostgreSQL does for its CPU time.
      server_ratio: rounded(text.peer.server / text.ours.server),
      text_s: text,
      binary_s: binary,
    }
  } finally {
    watch.stop()
    await node.close()
    await service.close()
  }
}

/** A small table for point queries, and a large one. */
async function newWorkbook(service: RunningService, rowCount: number) {
  const owner = await newPerson(service.urls[0] ?? '')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Big' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = COLUMNS.map(({ name, type }) => ({ name, type: type === 'DOUBLE PRECISION' ? 'DOUBLE' : type }))
  for (const [name, count] of [
    ['small', SMALL_ROWS],
    ['big', rowCount],
  ] as const) {
    const created = await owner.call('POST', `${at}/tables`, { name, columns })
    const tableId = fromWireId('art', created.body.table.id)
    await fillTable(service, {
      workbookId: fromWireId('wb', body.workbook_id),
      tableId,
      columns: COLUMNS,
      rowCount: count,
    })
  }
  // A session belongs to the address of its node.
  return { database: body.workbook_id as string, password: await mintToken(owner.call, ['workbooks:read']) }
}

const below = (n: number) => Math.floor(Math.random() * n)
const pointSql = () => `SELECT * FROM small WHERE id = ${1 + below(SMALL_ROWS)}`

/** CPU milliseconds of api node and engines for one query, at both doors. */
async function comparePoints({ place, url, cpu, turns, times }: World): Promise<{ wire: number; http: number }> {
  const client = openClient(url)
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => connectPg(place)))
  const overHttp = async () => {
    const path = `/api/v1/workbooks/${place.database}/query`
    const { body } = await client.ask({ method: 'POST', path, token: place.password, body: { sql: pointSql() } })
    if (JSON.parse(body.toString()).rows?.length !== 1) throw new Error(`a query was answered ${body.toString()}`)
  }
  const overWire = async (n: number) => {
    for (let time = 0; time < times; time++) {
      const answer = await clients[n]?.query(pointSql())
      if (answer?.rows.length !== 1) throw new Error(`a query was answered with ${answer?.rows.length} rows`)
    }
  }
  try {
    await spentBy(cpu, overHttp)
    await spentBy(cpu, overWire)
    const spent = { wire: 0, http: 0 }
    for (let turn = 0; turn < turns; turn++) {
      spent.http += await spentBy(cpu, overHttp)
      spent.wire += await spentBy(cpu, overWire)
    }
    const each = (seconds: number) => rounded((seconds * 1_000) / (turns * POINTS))
    return { wire: each(spent.wire), http: each(spent.http) }
  } finally {
    client.close()
    await Promise.all(clients.map((each) => each.end()))
  }
}

async function spentBy(cpu: () => number, call: (n: number) => Promise<void>): Promise<number> {
  const before = cpu()
  let begun = 0
  const askOn = async (_: unknown, n: number) => {
    while (begun++ < POINTS) await call(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return cpu() - before
}

type Spent = { server: number; client: number }
/** `node`: how much of the server's time the api node took; engines took the rest. */
type Compared = { ours: Spent & { node: number }; peer: Spent }

/** How many rows psycopg has for a CPU second of all that takes part, itself included, here and from PostgreSQL. */
const rateRatio = ({ ours, peer }: Compared) => rounded((peer.server + peer.client) / (ours.server + ours.client))

const READER = fileURLToPath(new URL('./pg-cost/read_rows.py', import.meta.url))
const run = promisify(execFile)

/** CPU seconds for all rows: of the api node and engines here, of the backend there, and of psycopg. The mean of some readings after the first. */
async function compareRows(
  { databaseUrl, place, cpu, nodeCpu, rows, times, python }: World,
  form: 'text' | 'binary',
): Promise<Compared> {
  const read = async (address: string, table: string, wanted: 'cells' | 'time') => {
    const { stdout } = await run(python, [READER, address, readSql(table), form, wanted])
    return JSON.parse(stdout) as Spent & { rows: number; cells: number }
  }
  const address = `postgresql://reader:${place.password}@127.0.0.1:${place.port}/${place.database}`
  const [seen, expected] = [await read(address, 'big', 'cells'), await read(databaseUrl, 'peer', 'cells')]
  if (seen.rows !== rows || seen.cells !== expected.cells)
    throw new Error(`${seen.rows} rows are not those of PostgreSQL`)
  const ours = { server: 0, node: 0, client: 0 }
  const peer = { server: 0, client: 0 }
  for (let reading = 0; reading < READINGS; reading++) {
    const before = { all: cpu(), node: nodeCpu() }
    for (let time = 0; time < times; time++) ours.client += (await read(address, 'big', 'time')).client / READINGS
    ours.server += (cpu() - before.all) / READINGS
    ours.node += (nodeCpu() - before.node) / READINGS
    const theirs = await read(databaseUrl, 'peer', 'time')
    peer.server += theirs.server / READINGS
    peer.client += theirs.client / READINGS
  }
  return { ours: eachRounded(ours), peer: eachRounded(peer) }
}

const eachRounded = <T extends Readonly<Record<string, number>>>(spent: T) =>
  Object.fromEntries(Object.entries(spent).map(([name, seconds]) => [name, rounded(seconds)])) as T
