import { newPerson } from '../server/test/person.ts'
import { judgeCluster } from './cluster/judge.ts'
import { keepLogs } from './cluster/keep-logs.ts'
import { type Life, type Lived, live } from './cluster/live.ts'
import { makeTroubles } from './cluster/make-troubles.ts'
import { type Model, makeModel } from './cluster/model.ts'
import { type Cluster, startCluster } from './cluster/start-cluster.ts'
import { forgetSomeEdits } from './lib/forget-edits.ts'
import { mintTokens } from './lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const MINUTES = 5
const MINUTES_LONG = 30
const MINUTES_CONTROL = 0.5
const WORKBOOKS = 2
const AVAILABLE_PCT = 99.9
const CALM = 'no trouble'

export const proof: Proof = {
  promise: 'Nothing acknowledged is lost, no read is old, and the service answers, whatever fails below or beside it',
  isQuick: false,
  minutes: 15,
  about: ['server/src/engine', 'server/src/platform', 'server/src/main'],
  // MINUTES=… for a shorter trial.
  measure: (options) =>
    runCluster(Number(process.env.MINUTES) || (options.isLong ? MINUTES_LONG : MINUTES), async () => {}, options),
  control: (options) => runCluster(MINUTES_CONTROL, forgetSomeEdits, options),
  holds: ({ acknowledged, availability_pct, ...found }) =>
    Number(acknowledged) > 0 &&
    Number(availability_pct) >= AVAILABLE_PCT &&
    ['lost', 'wrong_reads', 'wrong_answers', 'done_twice', 'gaps', 'refused_yet_done', 'stuck_jobs'].every(
      (name) => found[name] === 0,
    ),
}

async function runCluster(
  minutes: number,
  spoil: (postgresUrl: string) => Promise<void>,
  options: ProofOptions,
): Promise<Figures> {
  const cluster = await startCluster({ apiNodes: 3, workers: 2 })
  options.say(`the cluster is up at ${cluster.url}`)
  try {
    const owner = await newPerson(cluster.url)
    const models: Model[] = []
    for (let n = 0; n < WORKBOOKS; n++) models.push(await makeModel(owner.call))
    const tokens = await mintTokens(owner.call)
    await spoil(cluster.postgres.url)
    const { lived, troubles } = await liveThrough(minutes, { cluster, tokens, models, options })
    const judged = { url: cluster.url, token: tokens[0] ?? '', postgresUrl: cluster.postgres.url, models }
    return { ...figuresOf(lived), ...(await judgeCluster(judged, options.say)), troubles, minutes }
  } finally {
    await keepLogs(cluster)
    await cluster.close()
  }
}

type ClusterLife = Pick<Life, 'tokens' | 'models'> & { cluster: Cluster; options: ProofOptions }

async function liveThrough(minutes: number, { cluster, tokens, models, options }: ClusterLife) {
  const began = performance.now()
  const isOver = () => performance.now() - began > minutes * 60_000
  let happening = CALM
  const living = live({ url: cluster.url, tokens, models, isOver, trouble: () => happening, say: options.say })
  const report = (what: string) => {
    happening = what
    options.say(`${Math.round((performance.now() - began) / 1000)} s: ${what}`)
  }
  const troubles = await makeTroubles(cluster, { isOver, report })
  return { lived: await living, troubles }
}

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
