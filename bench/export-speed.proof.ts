import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { descendantsNamed } from '../proof/lib/crash-processes.ts'
import { rounded } from '../proof/lib/figures.ts'
import { fillTable, type SeededColumn, seedSql } from '../proof/lib/fill-table.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { fromWireId } from '../server/src/platform/ids.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { costOf } from './export-speed/process-cost.ts'

const ROWS = 1_000_000
/** Of the control, in which every file is made three times. */
const CONTROL_ROWS = 100_000
const BARS = { xlsx: 0.5, csv: 1.5, megabytes: 512 }

const COLUMNS: readonly SeededColumn[] = [
  { name: 'id', type: 'BIGINT', sql: 'n' },
  { name: 'name', type: 'VARCHAR', sql: "'取引先 ' || (n % 1000)" },
  { name: 'kind', type: 'VARCHAR', sql: "'区分 ' || (n % 10)" },
  { name: 'day', type: 'DATE', sql: "DATE '2020-01-01' + CAST(n % 2000 AS INTEGER)" },
  { name: 'qty', type: 'INTEGER', sql: 'CAST(n % 5000 AS INTEGER)' },
  { name: 'price', type: 'DECIMAL(10,2)', sql: 'CAST((n % 99999) / 100.0 AS DECIMAL(10,2))' },
  { name: 'rate', type: 'DOUBLE', sql: '(n % 100) / 1000.0' },
  { name: 'ok', type: 'BOOLEAN', sql: 'n % 2 = 0' },
  { name: 'note', type: 'VARCHAR', sql: "'備考 ' || n || '-' || (n * 7919 % 1000003)" },
  { name: 'at', type: 'TIMESTAMP', sql: "TIMESTAMP '2020-01-01 00:00:00' + INTERVAL (n % 1000000) SECOND" },
]

/** CPU seconds of an api node and its engine, over HTTP, beside those of XlsxWriter and of DuckDB writing the same rows. */
export const proof: Proof = {
  promise:
    'A million rows leave as xlsx for half of what XlsxWriter takes, as csv for little more than DuckDB takes, in 512 MB',
  isQuick: false,
  minutes: 8,
  about: ['server/src/work/exports', 'spreadsheet/src/write'],
  measure: (options) => compare(options, Number(process.env.ROWS ?? ROWS), 1),
  // Every file is made three times.
  control: (options) => compare(options, CONTROL_ROWS, 3),
  holds: ({ xlsx_ratio: xlsx, csv_ratio: csv, peak_mb: peak }) =>
    Number(xlsx) <= BARS.xlsx && Number(csv) <= BARS.csv && Number(peak) <= BARS.megabytes,
}

type Ours = { url: string; token: string; at: string; pid: number; rows: number }

async function compare({ say }: ProofOptions, rows: number, times: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-export-'))
  const service = await runService({ checkResponses: false })
  const node = await startOwnNode(service)
  try {
    const [pid = 0] = descendantsNamed(process.pid, 'bindery.ts')
    const ours = { url: node.url, pid, rows, ...(await newWorkbook(service, rows)) }
    const duckdb = await withDuckDb(folder, rows)
    const peer = await withXlsxWriter(folder)
    say(JSON.stringify({ duckdb, ...peer }))
    const csv = await withUs(ours, 'csv', times)
    const xlsx = await withUs(ours, 'xlsx', times)
    return {
      rows,
      xlsx_ratio: rounded(xlsx / peer.cpuSeconds),
      csv_ratio: rounded(csv / duckdb),
      peak_mb: Math.round(costOf(pid).peakMb),
      xlsx_s: rounded(xlsx),
      csv_s: rounded(csv),
      xlsxwriter_s: rounded(peer.cpuSeconds),
      duckdb_s: rounded(duckdb),
      xlsxwriter_mb: Math.round(peer.peakMb),
    }
  } finally {
    await node.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function newWorkbook(service: RunningService, rowCount: number): Promise<{ token: string; at: string }> {
  const owner = await newPerson(service.urls[0] ?? '')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Big' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = COLUMNS.map(({ name, type }) => ({ name, type }))
  const created = await owner.call('POST', `${at}/tables`, { name: 'big', columns })
  const tableId = fromWireId('art', created.body.table.id)
  await fillTable(service, {
    workbookId: fromWireId('wb', body.workbook_id),
    tableId,
    columns: COLUMNS,
    rowCount,
  })
  // A session belongs to the address of its node.
  return { token: await mintToken(owner.call, ['workbooks:read']), at }
}

async function withUs({ url, token, at, pid, rows }: Ours, format: 'xlsx' | 'csv', times: number): Promise<number> {
  const before = costOf(pid).cpuSeconds
  for (let n = 0; n < times; n++) {
    const response = await fetch(`${url}${at}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format }),
    })
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    if (response.status !== 200 || bytes < rows)
      throw new Error(`an export answered ${response.status}, ${bytes} bytes`)
  }
  return costOf(pid).cpuSeconds - before
}

/** From a table in memory, which is what it is best at; the second time, as the first pays for its threads. */
async function withDuckDb(folder: string, rows: number): Promise<number> {
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
  await duckdb.run(`CREATE TABLE big AS ${seedSql(COLUMNS, 1, rows + 1)}`)
  const copy = `COPY (SELECT * EXCLUDE (__svc_row_id) FROM big) TO '${join(folder, 'big.csv')}' (HEADER)`
  await duckdb.run(copy)
  const before = process.cpuUsage()
  await duckdb.run(copy)
  const { user, system } = process.cpuUsage(before)
  duckdb.closeSync()
  return (user + system) / 1e6
}

const run = promisify(execFile)

async function withXlsxWriter(folder: string): Promise<{ cpuSeconds: number; peakMb: number }> {
  const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const python = execFileSync(script('../scripts/spreadsheet-peers'), { encoding: 'utf8' }).trim()
  const program = script('export-speed/write-with-xlsxwriter.py')
  const { stdout } = await run(python, [program, join(folder, 'big.csv'), join(folder, 'peer.xlsx')])
  const [cpuSeconds = 0, peakMb = 0] = stdout.trim().split(' ').map(Number)
  return { cpuSeconds, peakMb }
}
