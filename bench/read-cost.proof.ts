import { copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { nativeFiles } from '../proof/lib/bare-duckdb.ts'
import { COLUMNS, type SeededTable, seedTable } from '../proof/lib/edit-cost-table.ts'
import { median, rounded, timed } from '../proof/lib/figures.ts'
import { type Client, openClient } from '../proof/lib/keep-alive.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { canonicalFromDuckDb } from '../server/src/engine/duckdb/duckdb-values.ts'
import { parseColumnType } from '../server/src/engine/table/column-type.ts'
import { commit, type RowEdit } from '../server/src/engine/table/commit.ts'
import { newId } from '../server/src/platform/ids.ts'
import { inTransaction } from '../server/src/platform/postgres.ts'
import type { Call } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { UNDER_NO_RULES } from '../server/test/under-no-rules.ts'

const ROWS = 2_000_000
const LONG_ROWS = 10_000_000
const DELTAS = 10_000
const ROUNDS = 150
const PAGE = 100
/** What any answer over HTTP costs, whatever it reads. */
const FIXED_MS = 3

/** A page of a huge table, over HTTP, beside DuckDB reading the same rows from the same file in this process. */
export const proof: Proof = {
  promise: 'A page of a table of ten million rows costs what DuckDB needs to read it, edits pending or not',
  isQuick: false,
  minutes: 10,
  about: ['server/src/core/tables', 'server/src/engine/duckdb'],
  measure: (options) => measureReads(options, false),
  // Paging as it is often done: rows are sorted and passed over.
  control: (options) => measureReads({ ...options, isLong: false }, true),
  holds: ({ ratio, ratio_with_deltas, offset_ratio }) =>
    Number(ratio) <= 1.2 && Number(ratio_with_deltas) <= 1.5 && Number(offset_ratio) <= 3,
}

type Reading = {
  read: (question: string) => Promise<Page>
  table: SeededTable
  bare: DuckDBConnection
  isSorted: boolean
}
type Page = { next_cursor: string }

async function measureReads({ isLong, say }: ProofOptions, isSorted: boolean): Promise<Figures> {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service)
  const client = openClient(node.url)
  const copy = join(tmpdir(), `bindery-bare-${newId()}.duckdb`)
  try {
    const { call } = await newPerson(node.url)
    const table = await seedTable(service, call, isLong ? LONG_ROWS : ROWS)
    say(`${table.rowCount} rows are there`)
    const read = await pageReader(call, client, table)
    await copyFile(await untilBuilt(service, read), copy)
    const reading = { read, table, bare: await openBare(copy), isSorted }
    const plain = await compare(reading)
    const offset = await compareOffset(reading)
    say('10,000 edits follow')
    await editRows(service, table)
    const edited = await compare(reading)
    return {
      ratio: plain.ratio,
      ratio_with_deltas: edited.ratio,
      offset_ratio: offset,
      fixed_ms: FIXED_MS,
      ms: { plain, edited },
      rows: table.rowCount,
    }
  } finally {
    client.close()
    await node.close()
    await service.close()
    await rm(copy, { force: true })
  }
}

async function pageReader(call: Call, client: Client, table: SeededTable) {
  const token = await mintToken(call, ['workbooks:read'])
  return async (question: string): Promise<Page> => {
    const answer = await client.ask({ method: 'GET', path: `${table.rows}?${question}`, token })
    if (answer.status !== 200) throw new Error(`a page was answered ${answer.status}: ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString())
  }
}

/** Reads until the table is served from a native file, and says where the one it was copied from is. */
async function untilBuilt({ settings }: RunningService, read: Reading['read']): Promise<string> {
  for (let n = 0; n < 1200; n++) {
    const [built] = await nativeFiles(settings.cacheFolder)
    await read('limit=1')
    if (built) return built
    await sleep(100)
  }
  throw new Error('no native file was built within two minutes')
}

async function openBare(path: string): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })).connect()
  await connection.run(`ATTACH '${path}' AS bare (READ_ONLY)`)
  return connection
}

/** First pages and pages from the middle, here and there in turn. */
async function compare({ read, table, bare, isSorted }: Reading) {
  const http: number[] = []
  const alone: number[] = []
  const cursor = isSorted ? '' : await middleCursor(read, table)
  for (let n = -20; n < ROUNDS; n++) {
    const isFirst = n % 2 === 0
    const after = isFirst ? 0 : Math.floor(table.rowCount / 2)
    const sorted = isFirst ? 'order_by=id' : `order_by=id&offset=${after}`
    const question = isSorted ? sorted : isFirst ? '' : `cursor=${cursor}`
    const spent = await timed(() => read(`limit=${PAGE}&${question}`))
    const needed = await timed(() => readBare(bare, after))
    if (n < 0) continue
    http.push(spent)
    alone.push(needed)
  }
  const [overHttp, bareMs] = [median(http), median(alone)]
  return { ratio: rounded((overHttp - FIXED_MS) / bareMs), http_ms: rounded(overHttp), bare_ms: rounded(bareMs) }
}

/** The cursor that a page ending in the middle of the table gave. */
async function middleCursor(read: Reading['read'], { rowCount }: SeededTable): Promise<string> {
  const page = await read(`limit=1&offset=${Math.floor(rowCount / 2) - 1}`)
  return encodeURIComponent(page.next_cursor)
}

async function compareOffset({ read, table, isSorted }: Reading): Promise<number> {
  const first: number[] = []
  const later: number[] = []
  const order = isSorted ? 'order_by=id&' : ''
  for (let n = -10; n < ROUNDS / 2; n++) {
    const offset = Math.floor(table.rowCount / 2) + Math.max(0, n) * 1000
    const spent = await timed(() => read(`limit=${PAGE}&${order}`))
    const spentLater = await timed(() => read(`limit=${PAGE}&${order}offset=${offset}`))
    if (n < 0) continue
    first.push(spent)
    later.push(spentLater)
  }
  return rounded(median(later) / median(first))
}

const TYPES = COLUMNS.map(({ type }) => {
  const parsed = parseColumnType(type)
  if (!parsed) throw new Error(`impossible: ${type}`)
  return parsed
})
const NAMES = COLUMNS.map((_, n) => `c${n + 1}`).join(', ')

/** The window of ids and the JSON of a page, without anything around. */
async function readBare(bare: DuckDBConnection, after: number): Promise<string> {
  const found = await bare.run(
    `SELECT __svc_row_id, ${NAMES} FROM bare.main.rows WHERE __svc_row_id > ${after} AND __svc_row_id <= ${after + PAGE * 1.5} ORDER BY __svc_row_id LIMIT ${PAGE}`,
  )
  const rows = await found.getRows()
  return JSON.stringify(
    rows.map(([id, ...cells]) => [Number(id), ...TYPES.map((type, n) => canonicalFromDuckDb(type, cells[n] ?? null))]),
  )
}

/** Every thousandth row or so, in ten commits. */
async function editRows(service: RunningService, { workbookId, tableId, rowCount }: SeededTable) {
  const apart = Math.floor(rowCount / DELTAS)
  for (let part = 0; part < 10; part++) {
    const rows = Array.from({ length: DELTAS / 10 }, (_, n): RowEdit => {
      const rowId = (part * (DELTAS / 10) + n) * apart + 1
      return { op: 'U', rowId, cells: { 4: `edited ${rowId}` }, before: { 4: `Article ${rowId}` } }
    })
    const answer = await inTransaction(service.db, (tx) =>
      commit(tx, {
        workbookId,
        writes: [{ tableId, expected: null, kind: 'rows', rows }],
        checked: UNDER_NO_RULES,
        op: { kind: 'rows.upsert', actor: { name: 'edits', user_id: null }, detail: {} },
        audit: { action: '"rows.upsert"', actor: '{}', detail: '{}', ip: 'null', outcome: '"ok"', target: '{}' },
      }),
    )
    if (answer.status !== 'ok') throw new Error(`the edits were answered with ${answer.status}`)
  }
}
