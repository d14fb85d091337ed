import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { median, rounded, timed } from '../proof/lib/figures.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import { seedTrade, type TradeTable, tradeTables } from '../proof/lib/trade-tables.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { type Call, callAs } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { measurePandas } from './transform-cost/pandas-cost.ts'

const ROWS = 5_000_000
const ROUNDS = 9
const CONTROL_ROUNDS = 3
const WARM_UP = 2
const BAR = 1.5
const QUIET_MS = 1_500
const PANDAS_ROWS = 1_000_000
const PANDAS_ROUNDS = 5
const PANDAS_BAR = 2

const CODE = `SELECT mode, flag, date_trunc('month', shipped_on) AS month, count(*) AS n, sum(quantity) AS pieces,
  sum(price * (1 - discount)) AS revenue, max(price) AS dearest FROM {{ lines }} GROUP BY mode, flag, month`

/** A transform over HTTP, from the request to the committed output, beside DuckDB alone writing the same rows to a file. */
export const proof: Proof = {
  promise:
    'A transform takes little more than DuckDB alone takes to write what it makes, and in Python than bare Python',
  isQuick: false,
  minutes: 8,
  about: ['server/src/work/transforms', 'server/src/engine/python'],
  measure: async (options) => ({
    ...(await inWorld(options, {}, ROUNDS)),
    ...(await measurePandas(options, {}, linesOf(PANDAS_ROWS), PANDAS_ROUNDS)),
  }),
  // No process waits in advance: each run starts its own.
  control: async (options) => ({
    ...(await inWorld(options, NO_SPARES, CONTROL_ROUNDS)),
    ...(await measurePandas(options, NO_SPARES, linesOf(PANDAS_ROWS), CONTROL_ROUNDS)),
  }),
  holds: ({ sql_ratio: sql, pandas_ratio: pandas }) => Number(sql) <= BAR && Number(pandas) <= PANDAS_BAR,
}

const NO_SPARES = { SVC_ENGINE_SPARES: '0', SVC_PYTHON_SPARES: '0' }

async function inWorld({ say }: ProofOptions, environment: Readonly<Record<string, string>>, rounds: number) {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service, { SVC_ENGINE_SPARES: '1', ...environment })
  try {
    const { call } = await newPerson(node.url)
    const lines = linesOf(ROWS)
    const at = await seedTrade(service, call, [lines])
    const token = await mintToken(call)
    say(`${ROWS} rows are there`)
    return await compare({ service, call: callAs(node.url, token), at, lines, say }, rounds)
  } finally {
    await node.close()
    await service.close()
  }
}

function linesOf(rowCount: number): TradeTable {
  const lines = tradeTables(rowCount / 6).find(({ name }) => name === 'lines')
  if (!lines) throw new Error('impossible: no lines in the trade')
  return { ...lines, rowCount, columns: lines.columns.filter(({ name }) => name !== 'comment') }
}

type World = { service: RunningService; call: Call; at: string; lines: TradeTable; say: ProofOptions['say'] }

/** Here and there in turn: what the machine does meanwhile happens to both. */
async function compare({ service, call, at, lines, say }: World, rounds: number): Promise<Figures> {
  const bare = await openBare(service, lines)
  const [served, alone]: [number[], number[]] = [[], []]
  try {
    const created = await call('POST', `${at}/transforms`, { name: 'months', code: CODE, args: { lines: 'lines' } })
    if (created.status !== 201) throw new Error(`answered ${created.status}: ${JSON.stringify(created.body)}`)
    for (let round = -WARM_UP; round < rounds; round++) {
      const there = await timed(async () => {
        const { status, body } = await call('POST', `${at}/transforms/months/run`, {})
        if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
      })
      // The node now starts a replacement of the process it used. The next timing must not include that.
      await pause(QUIET_MS)
      const here = await timed(() => bare.run())
      if (round < 0) continue
      served.push(there)
      alone.push(here)
      say(`${Math.round(there)} ms, DuckDB alone ${Math.round(here)} ms`)
    }
    return {
      rows: ROWS,
      groups: created.body.table.row_count,
      transform_ms: Math.round(median(served)),
      duckdb_ms: Math.round(median(alone)),
      sql_ratio: rounded(median(served) / median(alone)),
    }
  } finally {
    await bare.close()
  }
}

/** DuckDB in this process, over the very segments of the table. */
async function openBare({ settings }: RunningService, { columns }: TradeTable) {
  if (settings.blobs.kind !== 'folder') throw new Error('impossible: the segments are in a folder')
  const segments = join(settings.blobs.folder, 'segments')
  const [workbook = ''] = await readdir(segments)
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bare-'))
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  const connection = await instance.connect()
  const named = columns.map(({ name }, n) => `c${n + 1} AS ${name}`)
  // Those of now: the transform's own output will lie beside them.
  const files = (await readdir(join(segments, workbook))).map((file) => `'${join(segments, workbook, file)}'`)
  await connection.run(`CREATE VIEW lines AS SELECT ${named.join(', ')} FROM read_parquet([${files.join(', ')}])`)
  const sql = `COPY (${CODE.replace('{{ lines }}', 'lines')}) TO '${folder}/months.parquet' (FORMAT parquet, COMPRESSION zstd)`
  return {
    run: () => connection.run(sql),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
