import { setTimeout as sleep } from 'node:timers/promises'
import { median, rounded, timed } from '../proof/lib/figures.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import { percentile } from '../proof/lib/query-load-clients.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import type { Body, Call } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { workbookFile } from '../server/test/workbook-file.ts'

const BARS = { put_p95_ms: 300, auto_beyond_skip_s: 1 }
const ROUNDS = 40
const LONG_ROUNDS = 200
const UPLOADS = 5
/** A user who corrects a spec looks at the result before the next correction. */
const PAUSE_MS = 1_000

type World = { url: string; session: string; call: Call; say: ProofOptions['say'] }

/** One correction of a spec, as a client sends it; returns the spec as it is then. */
type Way = (world: World, path: string, spec: Body) => Promise<Body>

/** Corrections of the parse spec of 10,000 cells, and what structuring adds to an upload of as many. */
export const proof: Proof = {
  promise:
    'A user who corrects how a sheet is read sees the result at once, and structuring takes no more than a second',
  isQuick: false,
  minutes: 4,
  about: ['spreadsheet/src/structure'],
  measure: ({ isLong, say }) => inWorld(say, (world) => measure(world, correct, isLong ? LONG_ROUNDS : ROUNDS)),
  // Every correction analyzes the whole file again.
  control: ({ say }) => inWorld(say, (world) => measure(world, analyzeAndCorrect, 10)),
  holds: ({ put_p95_ms, auto_beyond_skip_s }) =>
    Number(put_p95_ms) <= BARS.put_p95_ms && Number(auto_beyond_skip_s) <= BARS.auto_beyond_skip_s,
}

async function inWorld(say: ProofOptions['say'], work: (world: World) => Promise<Figures>): Promise<Figures> {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service)
  try {
    const { call, session } = await newPerson(node.url)
    return await work({ url: node.url, session, call, say })
  } finally {
    await node.close()
    await service.close()
  }
}

async function measure(world: World, way: Way, rounds: number): Promise<Figures> {
  const at = await newWorkbook(world)
  await send(world, at, report(0), { mode: 'staged' })
  const path = `${at}/sources/report-0.xlsx`
  let { parse_spec: spec } = await mustSucceed(world.call('POST', `${path}/analyze`))
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    await sleep(PAUSE_MS)
    spec.regions.find(({ kind }: Body) => kind === 'data').columns[0].name = `店_${n}`
    const took = await timed(async () => {
      spec = await way(world, path, spec)
    })
    times.push(took)
  }
  world.say(`corrections: ${times.map(Math.round).join(', ')} ms`)
  const beyond = await autoBeyondSkip(world)
  return {
    put_p95_ms: Math.round(percentile(times, 0.95)),
    put_p50_ms: Math.round(median(times)),
    auto_beyond_skip_s: rounded(beyond),
    cells: ROWS * COLUMNS,
  }
}

const correct: Way = async ({ call }, path, spec) => {
  const { preview: _, ...corrected } = await mustSucceed(call('PUT', `${path}/parse-spec`, spec))
  return corrected
}

const analyzeAndCorrect: Way = async (world, path, spec) => {
  const { parse_spec } = await mustSucceed(world.call('POST', `${path}/analyze?keep_overrides=true`))
  return correct(world, path, { ...spec, spec_version: parse_spec.spec_version })
}

/** In turns, so that a busy moment of the machine meets both. */
async function autoBeyondSkip(world: World): Promise<number> {
  const seconds = { skip: [] as number[], auto: [] as number[] }
  for (let n = 1; n <= UPLOADS; n++) {
    for (const structuring of ['skip', 'auto'] as const) {
      const at = await newWorkbook(world)
      await sleep(PAUSE_MS)
      const file = report(2 * n + (structuring === 'auto' ? 1 : 0))
      seconds[structuring].push((await timed(() => send(world, at, file, { structuring }))) / 1000)
    }
  }
  world.say(`skip: ${seconds.skip.map(rounded).join(', ')} s, auto: ${seconds.auto.map(rounded).join(', ')} s`)
  return median(seconds.auto) - median(seconds.skip)
}

const ROWS = 1_000
const COLUMNS = 10

/** Sales by shop and month under a title, with a total below: what people send. Each number makes another file. */
function report(number: number) {
  const months = Array.from({ length: COLUMNS - 2 }, (_, month) => `${month + 4}月`)
  const rows = Array.from({ length: ROWS - 1 }, (_, n) => [
    `店舗${n}`,
    `地区${n % 7}`,
    ...months.map((_, month) => ((n * 37 + month * 11 + number) % 9_973) + 1),
  ])
  const total = ['合計', null, ...months.map((_, month) => rows.reduce((sum, row) => sum + Number(row[month + 2]), 0))]
  const bytes = workbookFile({ 実績: [['売上実績 2026年度'], [], ['店舗', '地区', ...months], ...rows, total] })
  return { bytes, filename: `report-${number}.xlsx` }
}

async function send(
  { url, session }: World,
  at: string,
  file: ReturnType<typeof report>,
  fields: Record<string, string>,
): Promise<Body> {
  return mustSucceed(uploadTo(url, session, `${at}/sources`, { ...file, fields }))
}

const newWorkbook = async ({ call }: World) =>
  `/api/v1/workbooks/${(await call('POST', '/api/v1/workbooks', { title: 'Ledger' })).body.workbook_id}`

async function mustSucceed(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}
