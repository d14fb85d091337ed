import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newPerson } from '../server/test/person.ts'
import { judgeCluster } from './cluster/judge.ts'
import { type Life, type Lived, live } from './cluster/live.ts'
import { type Model, makeModel } from './cluster/model.ts'
import { type Cluster, startCluster } from './cluster/start-cluster.ts'
import { TROUBLES, type Trouble } from './cluster/trouble.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { mintTokens } from './race-tables.ts'

const MINUTES = 5
const MINUTES_LONG = 30
const MINUTES_CONTROL = 0.5
const WORKBOOKS = 2
/** Between two troubles. */
const QUIET_MS = { least: 500, most: 3_000 }
const AVAILABLE_PCT = 99.9
const CALM = 'no trouble'

export const proof: Proof = {
  promise: 'Nothing acknowledged is lost, no read is old, and the service answers, whatever fails below or beside it',
  isQuick: false,
  // MINUTES=… for a shorter trial.
  measure: (options) =>
    runCluster(Number(process.env.MINUTES) || (options.isLong ? MINUTES_LONG : MINUTES), async () => {}, options),
  // One edit in five is acknowledged, and its cells are not kept.
  control: (options) => runCluster(MINUTES_CONTROL, forgetSome, options),
  holds: ({ acknowledged, availability_pct, ...found }) =>
    Number(acknowledged) > 0 &&
    Number(availability_pct) >= AVAILABLE_PCT &&
    ['lost', 'wrong_reads', 'wrong_answers', 'done_twice', 'gaps', 'refused_yet_done', 'stuck_jobs'].every(
      (name) => found[name] === 0,
    ),
}

async function forgetSome(client: pg.Client) {
  await client.query(`
    create function forget() returns trigger language plpgsql as 'begin return null; end';
    create trigger forget before insert on delta for each row when (new.row_id % 5 = 0) execute function forget()`)
}

async function runCluster(
  minutes: number,
  spoil: (client: pg.Client) => Promise<void>,
  options: ProofOptions,
): Promise<Figures> {
  const cluster = await startCluster({ apiNodes: 3, workers: 2 })
  options.say(`the cluster is up at ${cluster.url}`)
  try {
    const owner = await newPerson(cluster.url)
    const models: Model[] = []
    for (let n = 0; n < WORKBOOKS; n++) models.push(await makeModel(owner.call))
    const tokens = await mintTokens(owner.call)
    await asAdmin(cluster, spoil)
    const { lived, troubles } = await liveThrough(minutes, { cluster, tokens, models, options })
    const judged = { url: cluster.url, token: tokens[0] ?? '', postgresUrl: cluster.postgres.url, models }
    return { ...figuresOf(lived), ...(await judgeCluster(judged, options.say)), troubles, minutes }
  } finally {
    await keepLogs(cluster, process.env.KEEP_LOGS)
    await cluster.close()
  }
}

/** KEEP_LOGS=<folder> for whoever wants to know why. */
async function keepLogs({ logFolder }: Cluster, folder: string | undefined) {
  if (!folder) return
  const isLog = (path: string) => path === logFolder || path.endsWith('.log')
  await cp(logFolder, join(folder, basename(logFolder)), { recursive: true, filter: isLog })
}

async function asAdmin({ postgres }: Cluster, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await work(client).finally(() => client.end())
}

type Ground = Pick<Life, 'tokens' | 'models'> & { cluster: Cluster; options: ProofOptions }

/** Troubles one after another, each kind as often as any other, until the time is over. */
async function liveThrough(minutes: number, { cluster, tokens, models, options }: Ground) {
  const began = performance.now()
  const isOver = () => performance.now() - began > minutes * 60_000
  let happening = CALM
  let troubles = 0
  const living = live({ url: cluster.url, tokens, models, isOver, trouble: () => happening, say: options.say })
  let left: Trouble[] = []
  while (!isOver()) {
    if (left.length === 0) left = shuffled(TROUBLES)
    const trouble = left.pop()
    if (!trouble) break
    happening = trouble.name
    options.say(`${Math.round((performance.now() - began) / 1000)} s: ${trouble.name}`)
    await trouble.make(cluster)
    troubles += 1
    await pause(QUIET_MS.least + Math.random() * (QUIET_MS.most - QUIET_MS.least))
    happening = `after: ${trouble.name}`
  }
  return { lived: await living, troubles }
}

const shuffled = (troubles: readonly Trouble[]): Trouble[] =>
  troubles
    .map((trouble) => ({ trouble, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ trouble }) => trouble)

function figuresOf({ tookMs, acknowledged, repeated, unavailable, wrongAnswers, setbacks }: Lived) {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const missed = [...unavailable.values()].reduce((sum, n) => sum + n, 0)
  return {
    calls: tookMs.length,
    acknowledged,
    repeated,
    p50_ms: Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? 0),
    p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    // Rounded down: a bar is not reached by rounding.
    availability_pct: Math.floor(10_000 * (1 - missed / tookMs.length)) / 100,
    wrong_answers: wrongAnswers,
    unavailable: Object.fromEntries(unavailable),
    setbacks: Object.fromEntries(setbacks),
  }
}
