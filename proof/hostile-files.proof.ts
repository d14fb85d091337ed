import { open } from 'node:fs/promises'
import { createLoad } from '../server/src/engine/loader/create-load.ts'
import { SOURCE_FILE } from '../server/src/engine/loader/load-request.ts'
import { testSandbox } from '../server/src/engine/sandbox/self-test.ts'
import { createLog } from '../server/src/platform/log.ts'
import { type Call, callAs } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { FileRefused } from '../spreadsheet/src/errors.ts'
import { type Damaged, damageInProcesses, NONE_DAMAGED } from './hostile-files/damage-in-processes.ts'
import { damagedCopies } from './hostile-files/damaged-copies.ts'
import { HOSTILE_FILES, type HostileFile, older } from './hostile-files/files.ts'
import { watchLoaders } from './hostile-files/watch-loaders.ts'
import type { ApiNode } from './lib/crash-nodes.ts'
import { rounded } from './lib/figures.ts'
import { startOwnNode } from './lib/own-node.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const FLIPS_OVER_HTTP = 1_000
const KILOBYTE = 1024
const GIGABYTE = 1024 ** 3
const MOST_MB = 512
const MOST_SECONDS = 60
/** Damage that no reader can notice leaves a readable file; all other damage must be reported. */
const DAMAGED = [201, 413, 415]
const CONTROL_FILES = 5
/** A workbook holds some hundreds of sources. */
const FILES_PER_WORKBOOK = 100
const SENDERS = 3

/** Files made to break their reader: over HTTP against a node of its own, and damaged ones in processes of its own too. */
export const proof: Proof = {
  promise: 'No uploaded file harms the service: it is read, or refused with a reason, within a minute and 512 MB',
  isQuick: false,
  minutes: 12,
  about: ['spreadsheet/src', 'server/src/engine/loader-program'],
  measure: ({ say }) => withNode((world) => attack(world, say)),
  // A judge who expects that everything is read.
  control: ({ say }) =>
    withNode(async (world) => {
      const files = HOSTILE_FILES.slice(-CONTROL_FILES - 10, -10).map((file) => ({ ...file, right: [200] }))
      return figuresOf(await sendAll(world, files, say), NONE_DAMAGED)
    }),
  holds: ({ api_crashes, max_rss_mb, max_s, wrong_status }) =>
    api_crashes === 0 && Number(max_rss_mb) <= MOST_MB && Number(max_s) <= MOST_SECONDS && wrong_status === 0,
}

type World = { service: RunningService; node: ApiNode; token: string; call: Call }

async function withNode(work: (world: World) => Promise<Figures>): Promise<Figures> {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service)
  try {
    return await work({ service, node, ...(await newSender(node.url)) })
  } finally {
    await node.close()
    await service.close()
  }
}

/** With a token: a session may end before so many files are sent. */
async function newSender(url: string): Promise<Pick<World, 'token' | 'call'>> {
  const token = await mintToken((await newPerson(url)).call)
  return { token, call: callAs(url, token) }
}

async function attack(world: World, say: ProofOptions['say']): Promise<Figures> {
  const named = await sendAll(world, HOSTILE_FILES, say)
  const cut = await sendAll(world, truncated(older('xlsx')), () => {})
  say(`${cut.files} files cut off: ${cut.wrong} wrong answers`)
  const flipped = await sendAll(world, damagedCopies(older('xlsx'), FLIPS_OVER_HTTP, DAMAGED), () => {})
  say(`${flipped.files} damaged files over HTTP: ${flipped.wrong} wrong answers`)
  const large = await loadLargest(world, say)
  const damaged = await damageInProcesses(say)
  return figuresOf(sum([named, cut, flipped, large]), damaged)
}

type Sent = { files: number; crashes: number; wrong: number; maxSeconds: number; maxRssMb: number; examples: string[] }

async function sendAll(world: World, files: Iterable<HostileFile>, say: ProofOptions['say']): Promise<Sent> {
  const sent: Sent = { files: 0, crashes: 0, wrong: 0, maxSeconds: 0, maxRssMb: 0, examples: [] }
  const watch = watchLoaders()
  const waiting = files[Symbol.iterator]()
  const sender = async () => {
    for (let n = 0, path = ''; ; n++) {
      const { value: file, done } = waiting.next()
      if (done) return
      if (n % FILES_PER_WORKBOOK === 0) path = await newPlace(world)
      await send(world, path, file, sent, say)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  sent.maxRssMb = watch.stop()
  return sent
}

async function newPlace({ call }: World): Promise<string> {
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Hostile' })
  return `/api/v1/workbooks/${body.workbook_id}/sources`
}

async function send({ node, token }: World, path: string, file: HostileFile, sent: Sent, say: ProofOptions['say']) {
  const upload = { bytes: new Uint8Array(file.bytes()), filename: file.filename, fields: { structuring: 'skip' } }
  const began = performance.now()
  const status = await uploadTo(node.url, token, path, upload).then(
    (answer) => answer.status,
    () => 0,
  )
  const seconds = (performance.now() - began) / 1000
  const isAlive = await fetch(`${node.url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )
  sent.files += 1
  sent.maxSeconds = Math.max(sent.maxSeconds, seconds)
  if (!isAlive) sent.crashes += 1
  say(`${file.name}: ${status} after ${rounded(seconds)} s`)
  if (file.right.includes(status) || (status === 200 && file.right.includes(201))) return
  sent.wrong += 1
  if (sent.examples.length < 10) sent.examples.push(`${file.name}: ${status}, not ${file.right.join(' or ')}`)
}

/** Cut off at every kilobyte. */
function* truncated(good: Buffer): Generator<HostileFile> {
  for (let size = KILOBYTE; size < good.length; size += KILOBYTE) {
    yield { name: `cut at ${size}`, filename: 'cut.xlsx', right: [413, 415], bytes: () => good.subarray(0, size) }
  }
}

/** What is too large for a request: a gigabyte without a line's end, which a loader must refuse without holding it. */
async function loadLargest({ service }: World, say: ProofOptions['say']): Promise<Sent> {
  const { holds } = await testSandbox()
  const { cacheFolder } = service.settings
  const loading = createLoad({
    accountShare: 100,
    cacheFolder,
    isSandboxed: async () => holds,
    log: createLog('silent'),
  })
  const watch = watchLoaders()
  const began = performance.now()
  const problem = await loading
    .load(layLine, async (loader) => {
      await loader.ask({ kind: 'open', file: SOURCE_FILE, filename: 'line.csv', hints: null })
      await loader.ask({ kind: 'stage-sheets' })
      return 'read'
    })
    .catch((error: unknown) => (error instanceof FileRefused ? error.problem : String(error)))
    .finally(() => loading.close())
  const seconds = (performance.now() - began) / 1000
  say(`a line of 1 GB: ${problem} after ${rounded(seconds)} s`)
  const wrong = problem === 'too_large' ? 0 : 1
  const examples = wrong ? [`a line of 1 GB: ${problem}`] : []
  return { files: 1, crashes: 0, wrong, maxSeconds: seconds, maxRssMb: watch.stop(), examples }
}

async function layLine(path: string) {
  const file = await open(path, 'wx', 0o644)
  const piece = Buffer.alloc(16 * 1024 * 1024, 'x')
  for (let size = 0; size < GIGABYTE; size += piece.length) await file.write(piece)
  await file.close()
}

function sum(parts: readonly Sent[]): Sent {
  return {
    files: parts.reduce((total, { files }) => total + files, 0),
    crashes: parts.reduce((total, { crashes }) => total + crashes, 0),
    wrong: parts.reduce((total, { wrong }) => total + wrong, 0),
    maxSeconds: Math.max(...parts.map(({ maxSeconds }) => maxSeconds)),
    maxRssMb: Math.max(...parts.map(({ maxRssMb }) => maxRssMb)),
    examples: parts.flatMap(({ examples }) => examples),
  }
}

const figuresOf = (sent: Sent, damaged: Damaged): Figures => ({
  files: sent.files + damaged.files,
  over_http: sent.files,
  api_crashes: sent.crashes + damaged.crashes,
  ended_by_memory: damaged.endedByMemory,
  ended_by_deadline: damaged.endedByDeadline,
  max_rss_mb: Math.round(sent.maxRssMb),
  max_s: rounded(sent.maxSeconds),
  wrong_status: sent.wrong,
  examples: [...sent.examples, ...damaged.examples].slice(0, 20),
})
