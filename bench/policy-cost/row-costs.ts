import { descendantsNamed } from '../../proof/lib/crash-processes.ts'
import { median, rounded, timed } from '../../proof/lib/figures.ts'
import { freePort } from '../../proof/lib/free-port.ts'
import { type Client, openClient } from '../../proof/lib/keep-alive.ts'
import { startOwnNode } from '../../proof/lib/own-node.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'
import { runService } from '../../server/test/start-service.ts'
import { DEPARTMENTS, newCallers, newDepartmentTable } from './departments.ts'
import { watchExactly } from './exact-cpu.ts'

/** ROW_ROWS=… and ROW_ROUNDS=… for a shorter trial. */
const ROWS = Number(process.env.ROW_ROWS) || 400_000
const CALLERS = 1_000
const ROUNDS = Number(process.env.ROW_ROUNDS) || 400
const TURN = 20
const WARM_TURNS = 3
const EDITS = 60
/** Of so many edits one moves a row into sight or out of it. */
const MOVE_EVERY = 4
/** The condition that gives every caller rows of their own, for the control. */
const OWN_ROWS = "'admin' in user.roles or owner = user.email"
const BY_DEPARTMENT = "'admin' in user.roles or department in user.roles"
const CONTROL_CALLERS = 60

export const ROW_BARS = { read: 1.3, masks: DEPARTMENTS, afterEdit: 2 }

const PAGE = '/tables/ledger/rows?limit=100&count=false'
const GROUPS = 'select region, count(*) as n, sum(price) as total from ledger group by region order by region'

type Measured = { client: Client; cpu: () => number; token: string; owner: string }
type Table = { at: string; rowCount: number }

const KINDS = {
  page: ({ client, token }: Measured, { at }: Table) => client.ask({ method: 'GET', path: `${at}${PAGE}`, token }),
  query: ({ client, token }: Measured, { at }: Table) =>
    client.ask({ method: 'POST', path: `${at}/query`, token, body: { sql: GROUPS } }),
}
type Kind = keyof typeof KINDS

/**
 * What readers of some rows cost beside those of a table that has just these rows, in CPU time of the node and its engines: warm, and as the
 * first read after an edit of the table. And how many copies of its rows a node makes for a thousand callers of twenty departments.
 */
export async function measureRowCosts(say: (line: string) => void, isOwnRows: boolean) {
  const service = await runService({ apiNodes: 0 })
  const metricsPort = await freePort()
  const node = await startOwnNode(service, { SVC_METRICS_PORT: String(metricsPort), SVC_ENGINE_SPARES: '1' })
  const [pid = 0] = descendantsNamed(process.pid, 'bindery.ts').slice(-1)
  const watch = watchExactly(pid)
  const client = openClient(node.url)
  try {
    const owner = await newPerson(node.url)
    const workspace = (await owner.call('POST', '/api/control/workspaces', { name: 'Finance' })).body.workspace_id
    const seen = { at: await newDepartmentTable(service, owner, workspace, ROWS), rowCount: ROWS }
    const rowCount = ROWS / DEPARTMENTS
    const plain = { at: await newDepartmentTable(service, owner, workspace, rowCount), rowCount }
    const tokens = await newCallers(service, workspace, isOwnRows ? CONTROL_CALLERS : CALLERS)
    await owner.call('PUT', `${seen.at}/policies/rows/ledger`, { predicate: isOwnRows ? OWN_ROWS : BY_DEPARTMENT })
    const place = { client, cpu: watch.ms, token: tokens[0] ?? '', owner: await mintToken(owner.call) }
    const copies = () => copiesMade(`http://127.0.0.1:${metricsPort}/metrics`)
    for (const token of tokens) await expectRows(KINDS.page({ ...place, token }, seen))
    const masks = await copies()
    say(`${tokens.length} callers needed ${masks} copies of their rows`)
    const reads = {
      page: await compareWarm('page', place, plain, seen),
      query: await compareWarm('query', place, plain, seen),
    }
    say(`CPU ms of a warm read: ${JSON.stringify(reads)}`)
    const before = await copies()
    const afterEdit = await compareAfterEdits(place, plain, seen)
    say(`CPU ms of an edit and the first read after it: ${JSON.stringify(afterEdit)}`)
    return {
      row_read_ratio: Math.max(reads.page.ratio, reads.query.ratio),
      row_read_after_edit_ratio: afterEdit.ratio,
      row_masks_for_1000_callers: masks,
      row_copies_per_edit: rounded(((await copies()) - before) / EDITS),
      row_ms: { ...reads, after_edit: afterEdit },
      row_rows: ROWS,
    }
  } finally {
    watch.stop()
    client.close()
    await node.close()
    await service.close()
  }
}

async function copiesMade(metricsUrl: string): Promise<number> {
  const figures = await (await fetch(metricsUrl)).text()
  const found = [...figures.matchAll(/^svc_filtered_copies(?:\{[^}]*\})? (\d+)/gm)]
  if (found.length === 0) throw new Error('the node does not say how many copies it made')
  return found.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function expectRows(asked: Promise<{ status: number; body: Buffer }>) {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`a read was answered with ${status}: ${body.toString().slice(0, 300)}`)
}

/** By turns, so that what else the machine does falls on both; the median of turns. */
async function compareWarm(kind: Kind, place: Measured, plain: Table, seen: Table) {
  const turn = async (table: Table) => {
    const began = place.cpu()
    for (let n = 0; n < TURN; n++) await expectRows(KINDS[kind](place, table))
    return (place.cpu() - began) / TURN
  }
  const spent: { plain: number[]; seen: number[] } = { plain: [], seen: [] }
  for (let n = 0; n < WARM_TURNS + ROUNDS / TURN; n++) {
    const [one, other] = [await turn(plain), await turn(seen)]
    if (n < WARM_TURNS) continue
    spent.plain.push(one)
    spent.seen.push(other)
  }
  const [base, cost] = [median(spent.plain), median(spent.seen)]
  return { plain: rounded(base), seen: rounded(cost), ratio: rounded(cost / base) }
}

/** An edit by the owner, and the first read after it by a caller who sees some rows, or all of the smaller table. */
async function compareAfterEdits(place: Measured, plain: Table, seen: Table) {
  const { client, owner, cpu } = place
  const edit = (table: Table, n: number) => {
    // Row ids count from one. Those of every twentieth row are the reader's.
    const step = table.rowCount / (ROWS / DEPARTMENTS)
    const cells =
      n % MOVE_EVERY === 0 ? { department: n % (2 * MOVE_EVERY) === 0 ? 'd1' : 'd7' } : { note: `edit ${n}` }
    const rows = [{ __svc_row_id: 1 + step * (n >> 1), ...cells }]
    const path = `${table.at}/tables/ledger/rows`
    return expectRows(client.ask({ method: 'POST', path, token: owner, body: { rows, expected_version: null } }))
  }
  const sums = { plain: 0, seen: 0 }
  const waits: { plain: number[]; seen: number[] } = { plain: [], seen: [] }
  for (let n = 0; n < EDITS + 4; n++) {
    for (const [name, table] of [
      ['plain', plain],
      ['seen', seen],
    ] as const) {
      await edit(table, n)
      const began = cpu()
      const wait = await timed(() => expectRows(KINDS.page(place, table)))
      // The first warm up what edits need.
      if (n < 4) continue
      sums[name] += cpu() - began
      waits[name].push(wait)
    }
  }
  const each = (ms: number) => rounded(ms / EDITS)
  return {
    plain: each(sums.plain),
    seen: each(sums.seen),
    ratio: rounded(sums.seen / sums.plain),
    wall_ms: { plain: rounded(median(waits.plain)), seen: rounded(median(waits.seen)) },
  }
}
