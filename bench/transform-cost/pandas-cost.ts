import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { median, rounded, timed } from '../../proof/lib/figures.ts'
import { startOwnNode } from '../../proof/lib/own-node.ts'
import { seedTrade, type TradeTable } from '../../proof/lib/trade-tables.ts'
import type { Figures, ProofOptions } from '../../proof/proof.ts'
import type { Call } from '../../server/test/client.ts'
import { newPerson } from '../../server/test/person.ts'
import { type RunningService, runService } from '../../server/test/start-service.ts'

const CODE = readFileSync(new URL('monthly.py', import.meta.url), 'utf8')
const BARE = join(import.meta.dirname, 'bare.py')
const SCRIPT = join(import.meta.dirname, '../../scripts/python-runtime')
/** Until the next process has its imports done: in production they do not run one after the other. */
const REST_MS = 4_000
const WARM_UP = 1

/** A transform in pandas over HTTP, beside the same function in a bare Python that reads the same files and writes one. */
export async function measurePandas(
  { say }: ProofOptions,
  environment: Readonly<Record<string, string>>,
  lines: TradeTable,
  rounds: number,
): Promise<Figures> {
  const runtime = execFileSync(SCRIPT, { encoding: 'utf8' }).trim()
  const service = await runService({ apiNodes: 0 })
  const started = { SVC_ENGINE_SPARES: '1', SVC_PYTHON_SPARES: '1', SVC_PYTHON_RUNTIME: runtime }
  const node = await startOwnNode(service, { ...started, ...environment })
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bare-python-'))
  try {
    const { call } = await newPerson(node.url)
    const at = await seedTrade(service, call, [lines])
    const bare = await bareCommand(service, lines, runtime, folder)
    const body = { name: 'months', language: 'python', code: CODE, args: { lines: 'lines' } }
    const created = await call('POST', `${at}/transforms`, body)
    if (created.status !== 201) throw new Error(`answered ${created.status}: ${JSON.stringify(created.body)}`)
    return await compare({ call, at, bare, rows: lines.rowCount, say }, rounds)
  } finally {
    await node.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs it, and returns the milliseconds it took after its imports. */
async function bareCommand({ settings }: RunningService, { columns }: TradeTable, runtime: string, folder: string) {
  if (settings.blobs.kind !== 'folder') throw new Error('impossible: the segments are in a folder')
  const segments = join(settings.blobs.folder, 'segments')
  const [workbook = ''] = await readdir(segments)
  const files = (await readdir(join(segments, workbook))).map((file) => join(segments, workbook, file))
  const names = columns.map(({ name }, n) => `c${n + 1}=${name}`).join(',')
  const args = ['-I', '-S', '-B', BARE, join(runtime, 'packages'), join(folder, 'months.parquet'), names, ...files]
  return async () => {
    const env = { LD_LIBRARY_PATH: join(runtime, 'lib') }
    const { stdout } = await promisify(execFile)(join(runtime, 'bin/python3'), args, { env })
    return Number(stdout) * 1000
  }
}

type World = { call: Call; at: string; bare: () => Promise<number>; rows: number; say: ProofOptions['say'] }

async function compare({ call, at, bare, rows, say }: World, rounds: number): Promise<Figures> {
  const [served, alone, imported]: [number[], number[], number[]] = [[], [], []]
  for (let round = -WARM_UP; round < rounds; round++) {
    await sleep(REST_MS)
    const there = await timed(async () => {
      const { status, body } = await call('POST', `${at}/transforms/months/run`, {})
      if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
    })
    await sleep(REST_MS)
    let work = 0
    const whole = await timed(async () => {
      work = await bare()
    })
    if (round < 0) continue
    served.push(there)
    alone.push(whole)
    imported.push(work)
    say(`${Math.round(there)} ms, bare Python ${Math.round(whole)} ms, ${Math.round(work)} of them after its imports`)
  }
  return {
    pandas_rows: rows,
    pandas_ms: Math.round(median(served)),
    bare_python_ms: Math.round(median(alone)),
    bare_python_imported_ms: Math.round(median(imported)),
    pandas_ratio: rounded(median(served) / median(alone)),
    pandas_ratio_imported: rounded(median(served) / median(imported)),
  }
}
