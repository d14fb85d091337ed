import { type RunningService, runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { createRandom, type Random } from './structuring-invariants/random.ts'
import { type DoorFindings, READ_DOORS, readAs, readLink } from './widen/reads.ts'
import { newWorld, type World } from './widen/world.ts'
import { doorFor, someActor, WRITE_DOORS } from './widen/writes.ts'

/** `SEQUENCES=…` for other numbers. */
const SEQUENCES = { short: Number(process.env.SEQUENCES ?? 3_000), long: 20_000, control: 150 }
const LANES = 6
const WRITES = 2
const READS = 2
const LOGIN_EVERY_MS = 10 * 60_000
const READERS = ['east', 'west', 'proposer'] as const

/**
 * People from whom columns and rows are hidden write through every door, and then read through every door: what they put before others,
 * and what decides who sees what, never shows them, or the readers of a link, more than they see themselves.
 */
export const proof: Proof = {
  promise: 'Nothing that restricted people write shows them, or readers of links, more than they may see',
  isQuick: false,
  minutes: 6,
  about: ['server/src/core', 'server/src/people', 'server/src/work', 'server/src/doors'],
  measure: (options) => runSequences(options, options.isLong ? SEQUENCES.long : SEQUENCES.short, async () => {}),
  // As if the maker of a link alone counted: everything is kept as written by the owner.
  control: (options) => runSequences(options, SEQUENCES.control, countMakersAlone),
  holds: ({ sequences, wanted, doors, wider_than_model, shown_by_links, refused_inputs }) =>
    Number(sequences) >= Number(wanted) &&
    Number(doors) > 40 &&
    wider_than_model === 0 &&
    Number(shown_by_links) > 0 &&
    Number(refused_inputs) > 0,
}

async function countMakersAlone({ admin }: RunningService) {
  const owner = `jsonb_build_array(jsonb_build_object('userId', a.owner_id, 'kind', 'user', 'mayPublish', true))`
  const from = `from workbook b join workspace s using (workspace_id) join account a using (account_id) where b.workbook_id = new.workbook_id`
  await admin.query(`
    create function keep_owner() returns trigger language plpgsql as $$ begin
      new.writers := (select ${owner} ${from}); new.writers_version := new.version; return new; end $$;
    create function keep_owner_of_tiles() returns trigger language plpgsql as $$ begin
      new.writers := (select jsonb_object_agg(t ->> 'tileId', (select ${owner} ${from})) from json_array_elements(new.document -> 'tiles') t);
      new.writers_version := new.version; return new; end $$;
    create trigger keep_owner before insert or update on question for each row execute function keep_owner();
    create trigger keep_owner before insert or update on saved_view for each row execute function keep_owner();
    create trigger keep_owner before insert or update on dashboard for each row execute function keep_owner_of_tiles()`)
}

type Tally = {
  sequences: number
  writes: number
  done: number
  reads: number
  wider_than_model: number
  /** Answers of links that held values: else nothing was looked at. */
  shown_by_links: number
  /** Writes that were refused because the table decides who sees what. */
  refused_inputs: number
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
    ...{ sequences: 0, writes: 0, done: 0, reads: 0, wider_than_model: 0, shown_by_links: 0 },
    ...{ refused_inputs: 0, first_wider: null },
  }
  const doors = new Set<string>()
  try {
    await spoil(service)
    const each = Math.ceil(sequences / LANES)
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const run: Run = { world: await newWorld(service), random: createRandom(seed + lane), tally, doors, say }
      await runLane(run, each)
    })
    await Promise.all(lanes)
    return { seed, wanted: sequences, doors: doors.size, ...tally }
  } finally {
    await service.close()
  }
}

type Run = { world: World; random: Random; tally: Tally; doors: Set<string>; say: ProofOptions['say'] }

/** One sequence after the other in the same workbook: each begins where the one before has left it. */
async function runLane(run: Run, sequences: number) {
  const { world, random, tally, say } = run
  let loggedInAt = performance.now()
  for (let n = 0; n < sequences; n++) {
    if (performance.now() - loggedInAt > LOGIN_EVERY_MS) {
      await world.logIn()
      loggedInAt = performance.now()
    }
    const history: string[] = []
    for (let write = 0; write < WRITES; write++) history.push(await takeWrite(run))
    for (let read = 0; read < READS; read++) {
      const actor = random.one(READERS)
      judge(run, `${actor} sees`, history, await readAs(world, actor, random.one(Object.keys(READ_DOORS)), random))
    }
    const shown = await readLink(world, random)
    if (shown.values > 0 && shown.wider.length === 0) tally.shown_by_links += 1
    judge(run, 'a link shows', history, shown)
    tally.sequences += 1
    if (tally.sequences % 250 === 0) say(`${tally.sequences} sequences, ${tally.wider_than_model} wider`)
  }
}

async function takeWrite({ world, random, tally, doors }: Run): Promise<string> {
  const actor = someActor(random)
  const name = doorFor(actor, random)
  const door = WRITE_DOORS[name]
  if (!door) throw new Error(`no door ${name}`)
  const { status, body } = await door(world, actor, random)
  if (status >= 500) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  doors.add(name)
  tally.writes += 1
  if (status < 300) tally.done += 1
  if (body?.code === 'policy_input') tally.refused_inputs += 1
  return `${actor} ${name} ${status}`
}

function judge({ tally, doors }: Run, who: string, history: readonly string[], { door, wider }: DoorFindings) {
  tally.reads += 1
  doors.add(`read ${door}`)
  if (wider.length === 0) return
  tally.wider_than_model += 1
  tally.first_wider ??= `${who} ${wider.join(', ')} by ${door} after ${history.join(', ')}`
}
