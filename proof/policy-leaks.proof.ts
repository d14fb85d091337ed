import { describedEndpoints } from '../server/src/main/documents.ts'
import { jobHandlers } from '../server/src/main/job-handlers.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { type Canary, isIn } from './policy-leaks/canaries.ts'
import { isAccountedFor, MATRIX, requestsOf, type Sent } from './policy-leaks/matrix.ts'
import { unfold } from './policy-leaks/unfold.ts'
import { type Asker, buildWorld, type Hiding, setPolicy, type World } from './policy-leaks/world.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** Everybody asks where a column is hidden altogether; where something of its values shows, one of each kind does. */
const HIDINGS: readonly (Hiding & { askers?: readonly string[] })[] = [
  { effect: 'mask' },
  { effect: 'deny' },
  ...(['hash', 'last4', 'year'] as const).map((style) => ({
    effect: 'mask' as const,
    mask_style: style,
    askers: ['viewer session', 'owner token workbook', 'key account', 'exempt session'],
  })),
]
/** Where nothing is hidden names are searched too, as they are under it. */
const OPEN: typeof HIDINGS = [{ effect: 'deny', askers: ['owner session', 'editor session'] }]
const AT_ONCE = 4

/** Every route, asked by everybody in every way, before and after a policy hides a column. */
export const proof: Proof = {
  promise: 'A value hidden by a policy leaves by no door: no route, format, credential or older state shows it',
  isQuick: false,
  measure: (options) => withService((service) => askAll(service, options, true)),
  // The same without any policy: what the search finds then it would have found, and it must find something on every path.
  control: (options) => withService((service) => askAll(service, options, false).then(refuseIfBlind)),
  holds: ({ leaks, routes_without_a_row, unseen_by_the_exempt }) =>
    leaks === 0 && routes_without_a_row === 0 && unseen_by_the_exempt === 0,
}

async function withService(work: (service: RunningService) => Promise<Figures>): Promise<Figures> {
  const service = await runService({ workers: 1, jobHandlers })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

type Tally = {
  cells: number
  leaks: number
  examples: string[]
  leaking: Set<string>
  seen: Set<string>
  answered: Set<string>
}

async function askAll(service: RunningService, { say }: ProofOptions, isGoverned: boolean): Promise<Figures> {
  const tally: Tally = { cells: 0, leaks: 0, examples: [], leaking: new Set(), seen: new Set(), answered: new Set() }
  for (const { askers, ...hiding } of isGoverned ? HIDINGS : OPEN) {
    const world = await buildWorld(service)
    if (isGoverned) await setPolicy(world, hiding)
    const asking = world.askers.filter(({ name }) => askers?.includes(name) ?? true)
    for (const asker of asking) await askAsker(world, asker, hiding, tally)
    say(`${hiding.mask_style ?? hiding.effect}: ${tally.cells} cells, ${tally.leaks} leaks`)
  }
  const asked = Object.keys(MATRIX)
  return {
    routes: asked.length,
    cells: tally.cells,
    leaks: tally.leaks,
    leaking: [...tally.leaking].sort(),
    routes_without_a_row: routesWithoutRow().length,
    without_a_row: routesWithoutRow().map(({ operation }) => operation),
    // Somebody who may see the values does see them on these routes, or the search would be blind.
    seen_by_the_exempt: tally.seen.size,
    unseen_by_the_exempt: DATA_ROUTES.filter((operation) => !tally.seen.has(operation)).length,
    // Asked, and refused by everybody's answer: their rows say little.
    only_refused: asked.filter((operation) => !tally.answered.has(operation)).sort(),
    examples: tally.examples,
  }
}

/** Where whoever may see them finds the values for certain. */
const DATA_ROUTES = ['readTableRows', 'readTableRow', 'readTableRowHistory', 'readTableChanges', 'readTableRange', 'runQuery', 'exportTables', 'profileTable'] // biome-ignore format: a list

/** Paths by which values leave. In the control each of them must be seen to leak. */
const DATA_PATHS = [
  ...DATA_ROUTES,
  'readArtifactRows',
  'readArtifactRow',
  'readArtifactRowHistory',
  'readArtifactChanges',
  'readArtifactRange',
  'readArtifactSchema',
  'profileArtifact',
  'readTableSchema',
  'listTableAnnotations',
  'listArtifactAnnotations',
  'listConflicts',
  'resolveConflict',
  'listTransforms',
  'readTransform',
  'readResult',
  'previewSource',
  'downloadSource',
  'analyzeSource',
  'readParseSpec',
  'readFileVersionCells',
  'downloadFileVersion',
  'makeBundle',
  'renderSheet',
  'renderSheet as pdf',
]

function refuseIfBlind(figures: Figures): Figures {
  // Safe: askAll puts it there.
  const leaking = new Set(figures.leaking as string[])
  const unseen = DATA_PATHS.filter((operation) => !leaking.has(operation))
  if (unseen.length > 0) throw new Error(`without a policy nothing was found on ${unseen.join(', ')}`)
  return { ...figures, data_paths: DATA_PATHS.length }
}

const routesWithoutRow = () => describedEndpoints.filter((endpoint) => !isAccountedFor(endpoint))

async function askAsker(world: World, asker: Asker, { effect }: Hiding, tally: Tally) {
  const isNameHidden = effect === 'deny' && !asker.governs
  const canaries = isNameHidden ? [...world.values, world.columnName] : world.values
  const waiting = describedEndpoints.flatMap((endpoint) => requestsOf(endpoint, world, asker.name))
  const next = () => waiting.shift()
  const worker = async () => {
    for (let sent = next(); sent !== undefined; sent = next()) await askOne(world, asker, sent, canaries, tally)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function askOne(world: World, asker: Asker, sent: Sent, canaries: readonly Canary[], tally: Tally) {
  const { status, bytes } = await send(world, asker, sent)
  tally.cells += canaries.length
  if (status < 300) tally.answered.add(sent.operation)
  const found = await search(bytes, withoutEcho(canaries, sent))
  if (found.length === 0) return
  if (asker.isExempt) {
    tally.seen.add(sent.door)
    return
  }
  tally.leaks += found.length
  tally.leaking.add(sent.door)
  const example = `${sent.method} ${sent.path} ${JSON.stringify(sent.body ?? null)} by ${asker.name}: ${status}, ${found[0]?.value}`
  if (tally.examples.length < 30) tally.examples.push(example)
}

/** Who names a column himself learns nothing from an answer that repeats it. */
const withoutEcho = (canaries: readonly Canary[], { path, body }: Sent) => {
  const said = Buffer.from(decodeURIComponent(path) + JSON.stringify(body ?? ''))
  return canaries.filter((canary) => !isIn(canary, said))
}

async function send({ url }: World, { credential }: Asker, { method, path, body }: Sent) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const headers = Buffer.from(JSON.stringify([...response.headers]))
  return { status: response.status, bytes: [headers, Buffer.from(await response.arrayBuffer())] }
}

async function search(bytes: readonly Buffer[], canaries: readonly Canary[]): Promise<Canary[]> {
  const found = new Set<Canary>()
  for (const part of bytes)
    for await (const piece of unfold(part)) for (const canary of canaries) if (isIn(canary, piece)) found.add(canary)
  return [...found]
}
