import { openAsBlob } from 'node:fs'
import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, rounded, timed } from '../proof/lib/figures.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import { makeSpreadsheet } from '../proof/lib/spreadsheet-files.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { createLoad, type OpenLoad } from '../server/src/engine/loader/create-load.ts'
import { SOURCE_FILE } from '../server/src/engine/loader/load-request.ts'
import { SEGMENT_LIMITS } from '../server/src/engine/storage/segment.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { Body, Call } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { workbookFile } from '../server/test/workbook-file.ts'

const BARS = { ratio_to_reader: 1.5, small_file_s: 1 }
const SMALL_ROWS = 11_000
const SMALL_ROUNDS = 9
const ROUNDS = { a: 1, b: 5 }
const LONG_ROUNDS = { a: 3, b: 9 }

/** Sends a file and waits for the first row of its table. */
type Way = (world: World, at: string, file: string) => Promise<void>
type World = {
  url: string
  session: string
  call: Call
  load: OpenLoad['load']
  folder: string
  say: ProofOptions['say']
}

/** Files over HTTP to the first row that can be read, beside the loader alone: the same process without service and sandbox. */
export const proof: Proof = {
  promise: 'A file is in the service for little more than it takes to read it, and a small one within a second',
  isQuick: false,
  minutes: 8,
  about: ['server/src/work/sources/ingest', 'server/src/engine/loader-program'],
  measure: ({ isLong, say }) => inWorld(say, (world) => measure(world, uploaded, isLong ? LONG_ROUNDS : ROUNDS)),
  // The file is read three times: to land, to be looked at, and to be read by what was found.
  control: ({ say }) => inWorld(say, (world) => measure(world, inThreeSteps, { b: 3 })),
  holds: ({ ratio_to_reader, small_file_s }) =>
    Number(ratio_to_reader) <= BARS.ratio_to_reader && Number(small_file_s) <= BARS.small_file_s,
}

async function inWorld(say: ProofOptions['say'], work: (world: World) => Promise<Figures>): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-ingest-'))
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service)
  const loading = createLoad({
    accountShare: 100,
    cacheFolder: folder,
    isSandboxed: async () => false,
    log: createLog('silent'),
  })
  try {
    const { call, session } = await newPerson(node.url)
    return await work({ url: node.url, session, call, load: loading.load, folder, say })
  } finally {
    await loading.close()
    await node.close()
    await service.close()
    await rm(folder, { recursive: true })
  }
}

type Rounds = Partial<Record<'a' | 'b', number>>

async function measure(world: World, way: Way, rounds: Rounds): Promise<Figures> {
  const small = await smallFile(world)
  await way(world, await newWorkbook(world), small)
  const smallSeconds: number[] = []
  for (let n = 0; n < SMALL_ROUNDS; n++) smallSeconds.push(await secondsOf(world, way, small))
  world.say(`1 MB: ${smallSeconds.map(rounded).join(', ')} s`)
  const ratios: Record<string, number> = {}
  for (const shape of ['b', 'a'] as const) {
    const count = rounds[shape]
    if (count) ratios[shape] = rounded(await ratioOf(world, way, shape, count))
  }
  const worst = Math.max(...Object.values(ratios))
  return { ratio_to_reader: worst, small_file_s: rounded(median(smallSeconds)), ratios }
}

/** In turns, so that a busy moment of the machine meets both. */
async function ratioOf(world: World, way: Way, shape: 'a' | 'b', rounds: number): Promise<number> {
  const file = join(world.folder, `${shape}.xlsx`)
  await makeSpreadsheet(shape, file)
  const served: number[] = []
  const alone: number[] = []
  for (let n = 0; n < rounds; n++) {
    const needed = (await timed(() => readAlone(world, file))) / 1000
    const spent = await secondsOf(world, way, file)
    world.say(`${shape}: ${rounded(spent)} s over HTTP, ${rounded(needed)} s alone`)
    served.push(spent)
    alone.push(needed)
  }
  return median(served) / median(alone)
}

async function secondsOf(world: World, way: Way, file: string): Promise<number> {
  const at = await newWorkbook(world)
  return (await timed(() => way(world, at, file))) / 1000
}

const newWorkbook = async ({ call }: World) =>
  `/api/v1/workbooks/${(await call('POST', '/api/v1/workbooks', { title: 'Ledger' })).body.workbook_id}`

/** Sent, landed as it is, and its first row read. */
async function uploaded(world: World, at: string, file: string) {
  const { artifacts } = await send(world, at, file, { structuring: 'skip' })
  await readFirstRow(world, at, artifacts[0].name)
}

async function inThreeSteps(world: World, at: string, file: string) {
  const { source } = await send(world, at, file, { structuring: 'skip' })
  const path = `${at}/sources/${source.source_id}`
  await mustSucceed(world.call('POST', `${path}/analyze`))
  const { artifacts } = await mustSucceed(world.call('POST', `${path}/materialize`, {}))
  await readFirstRow(world, at, artifacts[0].name)
}

async function send({ url, session }: World, at: string, file: string, fields: Record<string, string>): Promise<Body> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', await openAsBlob(file), 'file.xlsx')
  const headers = { authorization: `Bearer ${session}` }
  const response = await fetch(`${url}${at}/sources`, { method: 'POST', headers, body: form })
  return mustSucceed(response.json().then((body) => ({ status: response.status, body })))
}

async function readFirstRow({ call }: World, at: string, table: string) {
  const { rows } = await mustSucceed(call('GET', `${at}/tables/${encodeURIComponent(table)}/rows?limit=1`))
  if (rows.length !== 1) throw new Error('the table has no row')
}

async function mustSucceed(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The loader's whole pipeline: file, typed table, segments. */
function readAlone({ load }: World, file: string): Promise<void> {
  return load(
    (path) => copyFile(file, path),
    async (loader) => {
      await loader.ask({ kind: 'open', file: SOURCE_FILE, filename: 'file.xlsx', hints: null })
      const [table] = await loader.ask({ kind: 'stage-sheets' })
      const columns = (table?.columns ?? []).map((_, from) => ({ id: from + 1, from }))
      await loader.ask({ kind: 'write', table: 0, columns, idsAfter: 0, limits: SEGMENT_LIMITS })
    },
  )
}

/** A megabyte as people have them. */
async function smallFile({ folder, say }: World): Promise<string> {
  const rows = Array.from({ length: SMALL_ROWS }, (_, n) => [
    n,
    `取引先 ${n % 700}`,
    (n * 37) % 9973,
    n / 8,
    n % 3 === 0,
    `備考 ${n}`,
  ])
  const file = join(folder, 'small.xlsx')
  await writeFile(file, workbookFile({ 明細: [['番号', '取引先', '数量', '単価', '確定', '備考'], ...rows] }))
  say(`the small file has ${(await stat(file)).size} bytes`)
  return file
}
