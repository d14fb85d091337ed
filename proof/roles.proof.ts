import { type RunningService, runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { Lane, type Way } from './roles/lane.ts'
import { type Model, newModel, type View, viewOf, widerIn } from './roles/model.ts'
import { apply, randomStep, type Step } from './roles/step.ts'
import { createRandom, type Random } from './structuring-invariants/random.ts'

/** `SEQUENCES=…` for other numbers. */
const SEQUENCES = { short: Number(process.env.SEQUENCES ?? 2_000), long: 20_000, control: 100 }
const STEPS = 6
const LANES = 6
const USERS = 3
/** Of so many sequences one ends with reads of rows, and of those one in four with a query and an export as well. */
const ROWS_EVERY = 25

/**
 * Random steps of role, share, policy, leave, remove and re-invite by admins and by users who may not. After each, every user
 * sees what the model says, and no leaving or removing has shown anything more.
 */
export const proof: Proof = {
  promise: 'No order of roles, shares, leaving and being invited again shows a user more than the rules say',
  isQuick: false,
  minutes: 10,
  about: ['server/src/people/accounts', 'server/src/core/policies'],
  measure: (options) => runSequences(options, options.isLong ? SEQUENCES.long : SEQUENCES.short, async () => {}),
  // What was kept of a member who leaves is dropped, as if roles ended with the membership.
  control: (options) => runSequences(options, SEQUENCES.control, dropKeptRoles),
  holds: ({ sequences, wider_than_model, narrower_than_model, widened_by_leaving, unlike_the_model, read_rows }) =>
    Number(sequences) > 0 &&
    wider_than_model === 0 &&
    narrower_than_model === 0 &&
    widened_by_leaving === 0 &&
    unlike_the_model === 0 &&
    Number(read_rows) > 0,
}

async function dropKeptRoles({ admin }: RunningService) {
  await admin.query(`
    create function drop_kept_roles() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger drop_kept_roles before insert on workspace_guest for each row execute function drop_kept_roles()`)
}

type Tally = {
  sequences: number
  steps: number
  done: number
  reads: number
  read_rows: number
  wider_than_model: number
  narrower_than_model: number
  widened_by_leaving: number
  /** The service did what the model refuses, or the other way round. */
  unlike_the_model: number
  first_wider: string | null
}

async function runSequences(
  { say }: ProofOptions,
  sequences: number,
  spoil: (service: RunningService) => Promise<void>,
): Promise<Figures> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  say(`SEED=${seed}`)
  const service = await runService()
  const tally: Tally = {
    ...{ sequences: 0, steps: 0, done: 0, reads: 0, read_rows: 0, wider_than_model: 0, narrower_than_model: 0 },
    ...{ widened_by_leaving: 0, unlike_the_model: 0, first_wider: null },
  }
  try {
    await spoil(service)
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      runLane(service.urls[0] ?? '', createRandom(seed + lane), Math.ceil(sequences / LANES), tally, say),
    )
    await Promise.all(lanes)
    return { seed, ...tally }
  } finally {
    await service.close()
  }
}

type Run = { lane: Lane; model: Model; lastSeen: Map<number, View>; tally: Tally }

const OTHERS = Array.from({ length: USERS - 1 }, (_, n) => n + 1)

/** One sequence after the other in the same workspace: each begins where the one before has left it. */
async function runLane(
  url: string,
  random: Random,
  sequences: number,
  tally: Tally,
  say: ProofOptions['say'],
): Promise<void> {
  const run: Run = { lane: await Lane.open(url, USERS), model: newModel(), lastSeen: new Map(), tally }
  for (let n = 0; n < sequences; n++) {
    const history: Step[] = []
    for (let step = 0; step < STEPS; step++) {
      history.push(randomStep(random, USERS))
      await takeStep(run, history)
    }
    for (const way of waysAfter(n)) for (const user of OTHERS) await compare(run, user, way, history)
    tally.sequences += 1
    if (tally.sequences % 200 === 0) say(`${tally.sequences} sequences, ${tally.wider_than_model} wider`)
  }
}

function waysAfter(sequence: number): readonly Way[] {
  if (sequence % ROWS_EVERY !== 0) return []
  return sequence % (4 * ROWS_EVERY) === 0 ? ['rows', 'query', 'export'] : ['rows']
}

/** Takes the last step of a history, in the service and in the model, and looks through the eyes of those it is about. */
async function takeStep(run: Run, history: readonly Step[]) {
  const { lane, model, lastSeen, tally } = run
  const step = history.at(-1)
  if (!step) return
  const isEnding = step.kind === 'leave' || step.kind === 'remove'
  const [isDone, isAllowed] = [await lane.act(step), apply(model, step)]
  if (isDone !== isAllowed) tally.unlike_the_model += 1
  tally.steps += 1
  if (isDone) tally.done += 1
  // A rule is about all users, other steps about one.
  for (const user of 'user' in step ? [step.user] : OTHERS) {
    const before = lastSeen.get(user)
    const seen = await compare(run, user, 'table', history)
    lastSeen.set(user, seen)
    if (isEnding && before && widerIn(seen, before).length > 0) tally.widened_by_leaving += 1
  }
}

async function compare({ lane, model, tally }: Run, user: number, way: Way, history: readonly Step[]): Promise<View> {
  const [seen, allowed] = [await lane.see(user, way), viewOf(model, user)]
  tally.reads += 1
  if (way !== 'table') tally.read_rows += 1
  if (widerIn(allowed, seen).length > 0) tally.narrower_than_model += 1
  const wider = widerIn(seen, allowed)
  if (wider.length > 0) {
    tally.wider_than_model += 1
    tally.first_wider ??= `user ${user} sees ${wider.join(', ')} by ${way} after ${JSON.stringify(history)}`
  }
  return seen
}
