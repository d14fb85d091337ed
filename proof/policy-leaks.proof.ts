import { jobHandlers } from '../server/src/main/job-handlers.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { askingsOf, isAccountedFor, MATRIX } from './policy-leaks/matrix.ts'
import { putOldUndoBack } from './policy-leaks/old-undo.ts'
import { askOutside, askOutsideReaders } from './policy-leaks/outside.ts'
import { type RaceFigures, raceWithPolicy } from './policy-leaks/race.ts'
import { reachProblems } from './policy-leaks/reach/reach-problems.ts'
import { actAsFormerOwner } from './policy-leaks/reach/table-scenes.ts'
import { UNREACHED_BECAUSE } from './policy-leaks/reach/unreached.ts'
import { type Caller, createRecorder, type Recorder } from './policy-leaks/recorder.ts'
import { DECLARED, pairName, ROUTES } from './policy-leaks/routes.ts'
import { compareAnswers } from './policy-leaks/same-answer.ts'
import { FIND, findHiddenTexts, readSharedLooks } from './policy-leaks/shared-looks.ts'
import { createStage, type Stage } from './policy-leaks/stage.ts'
import { buildWorld, type Hiding, setPolicy, type World } from './policy-leaks/world.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** Every caller asks where a column is hidden altogether; where something of its values shows, one of each kind does. */
const HIDINGS: readonly (Hiding & { callers?: readonly string[] })[] = [
  { effect: 'mask' },
  { effect: 'deny' },
  ...(['hash', 'last4', 'year'] as const).map((style) => ({
    effect: 'mask' as const,
    mask_style: style,
    callers: ['viewer session', 'owner token workbook', 'key account', 'exempt session'],
  })),
  { effect: 'rows' },
]
const AT_ONCE = 4
/** Of the codes that routes declare, so many may stay unreached. */
const MOST_UNREACHED = 0.05

/** `ONLY=matrix,looks` runs some parts alone, `HIDE=mask` under some policies alone; what they leave out does not hold. */
const chosen = (name: 'ONLY' | 'HIDE') => process.env[name]?.split(',')
const isAsked = (part: string) => chosen('ONLY')?.includes(part) ?? true

/** Every route, asked by everyone in every way, to success and to its problems, before and after a policy hides columns. */
export const proof: Proof = {
  promise: 'A value hidden by a policy leaves by no door: no route, error, format, credential or older state shows it',
  isQuick: false,
  minutes: 55,
  about: ['server/src/core', 'server/src/work', 'server/src/doors'],
  measure: (options) => withService((service) => measure(service, options)),
  control: async (options) => {
    const open = await withService((service) => askWithoutPolicy(service, options))
    return { ...open, ...(await withOldUndo(options)) }
  },
  holds: ({
    leaks,
    faults,
    broken_off,
    routes_without_a_row,
    unseen_by_the_exempt,
    unreached_share,
    names_confirmed,
    race,
    race_of_rows,
  }) =>
    leaks === 0 &&
    faults === 0 &&
    broken_off === 0 &&
    routes_without_a_row === 0 &&
    unseen_by_the_exempt === 0 &&
    Number(unreached_share) <= MOST_UNREACHED &&
    names_confirmed === 0 &&
    hasRaced(race) &&
    hasRaced(race_of_rows),
}

const hasRaced = (race: unknown) => {
  // Safe: measure puts it there.
  const { seen_before = 0, answers_after = 0, leaks_after = 1 } = (race ?? {}) as Partial<RaceFigures>
  return seen_before > 0 && answers_after > 0 && leaks_after === 0
}

async function withService<T>(work: (service: RunningService) => Promise<T>): Promise<T> {
  const service = await runService({ workers: 1, apiNodes: 2, jobHandlers })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** Canaries of a world that a caller may not see. Under `deny` the name of a column is one of them. */
const secretsOf = (world: World, effect: Hiding['effect']) => (caller: Caller) =>
  effect === 'deny' && !caller.governs ? [...world.values, world.planted.columnName] : world.values

async function measure(service: RunningService, options: ProofOptions): Promise<Figures> {
  const recorders: Recorder[] = []
  const races: { race?: RaceFigures; race_of_rows?: RaceFigures } = {}
  const began = performance.now()
  let names = { compared: 0, different: [] as string[] }
  for (const { callers, ...hiding } of chosenHidings()) {
    const world = await buildWorld(service)
    const recorder = createRecorder(secretsOf(world, hiding.effect))
    recorders.push(recorder)
    const stage = createStage(world, recorder)
    const race = hiding.effect === 'rows' ? 'race_of_rows' : 'race'
    if (isAsked('race') && !races[race])
      await stage.attempt(race, async () => {
        races[race] = await raceWithPolicy(world, recorder, hiding)
      })
    await setPolicy(world, hiding)
    const asking = world.callers.filter(({ name }) => callers?.includes(name) ?? true)
    if (isAsked('matrix'))
      for (const caller of asking) await stage.attempt(`matrix of ${caller.name}`, () => askAll(stage, caller))
    const seconds = Math.round((performance.now() - began) / 1000)
    options.say(`${labelOf(hiding)}: ${recorder.tally.answers} answers of the matrix, ${seconds} s`)
    if (isAsked('names') && hiding.effect === 'deny')
      await stage.attempt('names', async () => {
        names = await compareAnswers(stage)
      })
    if (callers === undefined) await playScenes(stage, options, hiding, recorders.length === 1)
    sayFound(labelOf(hiding), recorder, service, options)
  }
  return { ...figuresOf(recorders), names_compared: names.compared, names_confirmed: names.different.length, names_confirmed_by: names.different, ...races } // biome-ignore format: one object
}

/** What one world showed; of requests that the service broke on, what it logged. */
function sayFound(label: string, { tally }: Recorder, service: RunningService, { say }: ProofOptions) {
  say(`${label}: ${tally.answers} answers, ${tally.cells} cells, ${tally.leaks} leaks`)
  for (const fault of tally.faults) say(`  fault: ${fault}`)
  const failed = tally.faults.size > 0 ? service.logged().split('\n') : []
  for (const line of failed) if (line.includes('"request failed"')) say(`  logged: ${line.slice(0, MOST_OF_A_LINE)}`)
  for (const part of tally.brokenOff) say(`  broke off: ${part}`)
  for (const example of tally.examples) say(`  leak: ${example}`)
}

const MOST_OF_A_LINE = 2_000

const labelOf = ({ effect, mask_style }: Hiding) => mask_style ?? effect

const chosenHidings = () => HIDINGS.filter((hiding) => chosen('HIDE')?.includes(labelOf(hiding)) ?? true)

/** What takes a whole world: acts that change it, and requests that are refused. */
async function playScenes(stage: Stage, { say }: ProofOptions, { effect }: Hiding, isFirst: boolean) {
  if (isAsked('former-owner')) await stage.attempt('former-owner', () => actAsFormerOwner(stage))
  // What makes links and tables of its own, or brings problems about, takes a caller who sees all rows.
  const isOfRows = effect === 'rows'
  const outside = isOfRows ? askOutsideReaders : askOutside
  if (isAsked('outside')) await stage.attempt('outside', () => outside(stage))
  if (isAsked('looks')) {
    await stage.attempt('find', () => findHiddenTexts(stage))
    await stage.attempt('shared looks', () => readSharedLooks(stage))
  }
  if (isAsked('reach') && !isOfRows) await reachProblems(stage, say, isFirst)
}

function figuresOf(recorders: readonly Recorder[]): Figures {
  const tallies = recorders.map(({ tally }) => tally)
  const sum = (of: (tally: Recorder['tally']) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  const union = (of: (tally: Recorder['tally']) => Iterable<string>) =>
    new Set(tallies.flatMap((tally) => [...of(tally)]))
  const reached = union(({ reached }) => reached)
  const succeeded = union(({ succeeded }) => succeeded)
  const seen = union(({ seen }) => seen)
  const unreached = DECLARED.filter((pair) => !reached.has(pairName(pair)))
  const codes = new Set(DECLARED.map(({ code }) => code))
  const reachedCodes = new Set(DECLARED.filter((pair) => reached.has(pairName(pair))).map(({ code }) => code))
  const answeredBy = (operation: string) =>
    [...union(({ statuses }) => statuses.get(operation) ?? [])].sort().join(', ')
  const withoutRow = ROUTES.filter((route) => !isAccountedFor(route))
  return {
    routes: ROUTES.length,
    routes_succeeded: succeeded.size,
    never_succeeded: ROUTES.filter(({ operation }) => !succeeded.has(operation)).map(({ operation }) => operation),
    // A pair is a route and a code that it declares.
    problem_pairs_declared: DECLARED.length,
    problem_pairs_reached: DECLARED.length - unreached.length,
    problem_codes_declared: codes.size,
    problem_codes_reached: reachedCodes.size,
    unreached_share: unreached.length / DECLARED.length,
    unreached: unreached.map(
      (pair) =>
        `${pairName(pair)}: ${UNREACHED_BECAUSE[pairName(pair)] ?? UNREACHED_BECAUSE[pair.code] ?? `not brought about, only ${answeredBy(pair.operation)}`}`,
    ),
    answers: sum(({ answers }) => answers),
    cells: sum(({ cells }) => cells),
    leaks: sum(({ leaks }) => leaks),
    // Answers of 500: a fault of the service, whatever it shows.
    faults: union(({ faults }) => faults).size,
    faults_by: [...union(({ faults }) => faults)].sort(),
    broken_off: union(({ brokenOff }) => brokenOff).size,
    broken_off_parts: [...union(({ brokenOff }) => brokenOff)],
    leaking: [...union(({ leaking }) => leaking.keys())].sort(),
    examples: tallies.flatMap(({ examples }) => examples),
    routes_without_a_row: withoutRow.length,
    without_a_row: withoutRow.map(({ operation }) => operation),
    // A caller who may see the values does see them on these routes, or the search would be blind.
    seen_by_the_exempt: seen.size,
    unseen_by_the_exempt: DATA_ROUTES.filter((operation) => !seen.has(operation)).length,
  }
}

/** Where a caller who may see the values finds them for certain. */
const DATA_ROUTES = ['readTableRows', 'readTableRow', 'readTableRowHistory', 'readTableChanges', 'readTableRange', 'runQuery', 'exportTables', 'profileTable'] // biome-ignore format: a list

/** Ways by which values leave. In the control each of them must be seen to leak. */
const DATA_PATHS = [
  ...DATA_ROUTES,
  'readTableRows as csv', 'readTableRows as arrow', 'readTableRows as ndjson', 'exportTables as csv', 'exportTables as parquet', 'readArtifactRows', 'readArtifactRow',
  'readArtifactRowHistory', 'readArtifactChanges', 'readArtifactRange', 'readArtifactSchema', 'profileArtifact', 'readTableSchema',
  'listTableAnnotations', 'listArtifactAnnotations', 'listConflicts', 'resolveConflict', 'listTransforms', 'readTransform', 'readResult', 'previewSource', 'mapSource', 'findSourceCells',
  'downloadSource', 'analyzeSource', 'readParseSpec', 'readFileVersionCells', 'downloadFileVersion', 'makeBundle', 'renderSheet', 'renderSheet as pdf',
  'listTableOverrides', 'listSources', 'tool query', 'tool read_rows', 'readTableRules', 'listTableComments', 'a trial of a deletion', 'undoSession',
  'readSharedRows', 'readSharedAnswer', 'readODataEntities', 'readODataPart', 'readODataValue', 'summarizeTable', 'runQuestion', FIND,
] // biome-ignore format: a list

async function askAll(stage: Stage, caller: Caller) {
  const waiting = ROUTES.flatMap((route) => askingsOf(route, stage.world).map((asking) => ({ route, asking })))
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await stage.ask(next.route.operation, { ...next.asking, by: caller })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** The same without any policy: the search must find the canaries on every way by which values leave. */
async function askWithoutPolicy(service: RunningService, { say }: ProofOptions): Promise<Figures> {
  const world = await buildWorld(service)
  // Where nothing is hidden names are searched too, as they are under `deny`.
  const recorder = createRecorder(secretsOf(world, 'deny'))
  const stage = createStage(world, recorder)
  for (const name of ['owner session', 'editor session']) await askAll(stage, stage.caller(name))
  await askOutside(stage)
  await findHiddenTexts(stage)
  await readSharedLooks(stage)
  const figures = figuresOf([recorder])
  const unseen = DATA_PATHS.filter((door) => !recorder.tally.leaking.has(door))
  if (unseen.length > 0) throw new Error(`without a policy nothing was found on ${unseen.join(', ')}`)
  say(`without a policy: ${recorder.tally.leaks} found on ${recorder.tally.leaking.size} doors`)
  const { cells, leaks } = figures
  return {
    cells,
    leaks,
    data_paths: DATA_PATHS.length,
    doors_found: recorder.tally.leaking.size,
    asked: Object.keys(MATRIX).length,
  }
}

/** Undo with the fault it once had: its conflict quotes hidden cells. It must be found, and by its name. */
async function withOldUndo({ say }: ProofOptions): Promise<Figures> {
  const takeOut = putOldUndoBack()
  try {
    return await withService(async (service) => {
      const world = await buildWorld(service)
      const recorder = createRecorder(secretsOf(world, 'mask'))
      await setPolicy(world, { effect: 'mask' })
      await actAsFormerOwner(createStage(world, recorder))
      const doors = [...recorder.tally.leaking.keys()]
      const named = doors.find((door) => door.startsWith('undoOp') && door.endsWith('undo_conflict'))
      if (!named) throw new Error(`undo quotes hidden cells, and only ${doors.join(', ') || 'nothing'} was found`)
      say(`old undo: ${recorder.tally.leaks} found by ${named}`)
      return { old_undo_found_by: named, old_undo_leaks: recorder.tally.leaks }
    })
  } finally {
    takeOut()
  }
}
