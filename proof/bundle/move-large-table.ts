import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { costOf } from '../../bench/export-speed/process-cost.ts'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { type Call, callAs } from '../../server/test/client.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { descendantsNamed } from '../lib/crash-processes.ts'
import { fillTable } from '../lib/fill-table.ts'
import { startOwnNode } from '../lib/own-node.ts'
import type { Figures } from '../proof.ts'

const ROWS = 1_000_000
const COLUMNS = [
  { name: 'text', type: 'VARCHAR', sql: "'text ' || n" },
  { name: 'code', type: 'VARCHAR', sql: "lpad((n % 5000)::VARCHAR, 7, '0')" },
  { name: 'small', type: 'INTEGER', sql: 'n % 1000' },
  { name: 'large', type: 'BIGINT', sql: 'n * 7919' },
  { name: 'share', type: 'DOUBLE', sql: 'n / 8.0' },
  { name: 'price', type: 'DECIMAL(18,4)', sql: '(n / 100.0)::DECIMAL(18,4)' },
  { name: 'paid', type: 'BOOLEAN', sql: 'n % 2 = 0' },
  { name: 'day', type: 'DATE', sql: "DATE '2024-01-01' + (n % 1000)::INTEGER" },
]
const LOOK_MS = 200
const PATIENCE_MS = 10 * 60_000
/** A job is begun three times. */
const KILLS = 2

type Deployment = { url: string; token: string; call: Call }

/**
 * A table of a million rows out of one node and into another, each in a process of its own whose memory is watched. The
 * receiving one is killed while it works: at every look the workbook is empty, or there whole.
 */
export async function moveLargeTable(
  here: RunningService,
  there: RunningService,
  say: (line: string) => void,
): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-large-'))
  const file = join(folder, 'large.zip')
  try {
    const out = await sendOut(here, file)
    say(`made: ${JSON.stringify(out)}`)
    const back = await takeIn(there, file, say)
    return { ...out, ...back, peakMb: Math.max(out.makerMb, back.takerMb) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sendOut(service: RunningService, file: string) {
  const { token, call } = await newPlace(service, service.urls[0] ?? '')
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Large' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const created = await call('POST', `${at}/tables`, { name: 'large', columns: COLUMNS })
  const tableId = fromWireId('art', created.body.table.id)
  const workbookId = fromWireId('wb', body.workbook_id)
  await fillTable(service, { workbookId, tableId, columns: COLUMNS, rowCount: ROWS })
  const node = await startOwnNode(service)
  try {
    const pid = ownNode()
    const before = costOf(pid).cpuSeconds
    const answer = await fetch(`${node.url}${at}/bundle`, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200 || !answer.body) throw new Error(`a bundle answered ${answer.status}`)
    await pipeline(Readable.from(answer.body), createWriteStream(file))
    const { cpuSeconds, peakMb } = costOf(pid)
    const largeMb = Math.round((await stat(file)).size / 2 ** 20)
    return { largeRows: ROWS, largeMb, makerCpuSeconds: rounded(cpuSeconds - before), makerMb: Math.round(peakMb) }
  } finally {
    await node.close()
  }
}

async function takeIn(service: RunningService, file: string, say: (line: string) => void) {
  const { token } = await newPlace(service, service.urls[0] ?? '')
  const node = await startOwnNode(service, {}, 'all')
  try {
    const call = callAs(node.url, token)
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'large.zip')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${node.url}/api/v1/workbooks/from-bundle`, { method: 'POST', headers, body: form })
    const { job_id, workbook_id } = (await answer.json()) as { job_id: string; workbook_id: string }
    const seen = { halves: 0, looks: 0, kills: 0, takerMb: 0 }
    const deadline = Date.now() + PATIENCE_MS
    for (let status = 'pending'; status !== 'succeeded'; await pause(LOOK_MS)) {
      if (status === 'failed' || Date.now() > deadline) throw new Error(`the job is ${status}`)
      const job = await call('GET', `/api/v1/jobs/${job_id}`).catch(() => undefined)
      status = job?.body.status ?? status
      seen.looks += 1
      seen.takerMb = Math.max(seen.takerMb, Math.round(costOf(ownNode()).peakMb))
      if (await isHalf(service, workbook_id)) seen.halves += 1
      if (status === 'running' && seen.kills < KILLS && job?.body.progress?.phase === 'rows') {
        seen.kills += 1
        say(`killed after ${JSON.stringify(job.body.progress)}`)
        node.kill()
        await node.up()
      }
    }
    const { body } = await call('GET', `/api/v1/workbooks/${workbook_id}/tables/large/rows?limit=1&offset=${ROWS - 1}`)
    return { ...seen, largeIsWhole: body.row_count === ROWS && body.rows[0]?.__svc_row_id === ROWS }
  } finally {
    await node.close()
  }
}

/** Part of it is committed and part is not. */
async function isHalf({ admin }: RunningService, workbook: string): Promise<boolean> {
  const { rows } = await admin.query(
    `select (select count(*) from table_head where workbook_id = $1) as tables,
       (select op_id from workbook_head where workbook_id = $1) as op_id,
       (select count(*) from manifest where workbook_id = $1) as manifests`,
    [fromWireId('wb', workbook)],
  )
  const { tables, op_id, manifests } = rows[0]
  return new Set([tables, op_id, manifests].map((n) => Number(n) > 0)).size > 1
}

/** With a token: a session belongs to the address of its node. */
async function newPlace({ urls }: RunningService, url: string): Promise<Deployment> {
  const person = await newPerson(urls[0] ?? url)
  return { url, token: await mintToken(person.call), call: person.call }
}

const ownNode = () => descendantsNamed(process.pid, 'bindery.ts')[0] ?? 0
const rounded = (n: number) => Math.round(n * 100) / 100
