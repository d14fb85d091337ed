import { forgetSomeEdits } from '../proof/lib/forget-edits.ts'
import { type Clients, startClients } from '../proof/load/clients.ts'
import { costAlone } from '../proof/load/cost-alone.ts'
import { findRate } from '../proof/load/find-rate.ts'
import { keepPace } from '../proof/load/keep-pace.ts'
import type { SeededTable } from '../proof/load/known-table.ts'
import { type OneNode, startOneNode } from '../proof/load/one-node.ts'
import { seedTables } from '../proof/load/seed.ts'
import { untilQuiet } from '../proof/load/until-quiet.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'

const WORKBOOKS = Number(process.env.WORKBOOKS) || 100
const [MINUTES, LONG_MINUTES] = [2, 60]
const P99_MS = 250
/** Calls a second for each core that the service itself takes. */
const RPS_PER_CORE = 70
const LAST_TENTH_RATIO = 1.2
const SLOPE_PCT_PER_H = 1
/** Of what the node carries. */
const SHARE_KEPT = 0.7
const [CONTROL_WORKBOOKS, CONTROL_SECONDS, CONTROL_PER_SECOND] = [12, 20, 15]
/** Every failure is reported. */
const NO_PATIENCE = { retries: 0, timeoutMs: 60_000 }

export const proof: Proof = {
  promise:
    'A node carries what people do all day at an even pace: an hour of it is as fast at its end as at its beginning',
  isQuick: false,
  minutes: 8,
  about: ['server/src'],
  // MINUTES=… and WORKBOOKS=… for a shorter trial.
  measure: (options) =>
    measureLoad({ minutes: Number(process.env.MINUTES) || (options.isLong ? LONG_MINUTES : MINUTES), options }),
  control: runControls,
  holds,
}

/** No slope is judged of what took minutes: it would be noise, a hundred times magnified. */
function holds({ rps_per_core, p99_ms, errors, last_tenth_p99_ratio, rss_slope_pct_per_h }: Figures): boolean {
  return (
    Number(rps_per_core) >= RPS_PER_CORE &&
    Number(p99_ms) <= P99_MS &&
    errors === 0 &&
    Number(last_tenth_p99_ratio) <= LAST_TENTH_RATIO &&
    (rss_slope_pct_per_h === null || Number(rss_slope_pct_per_h) <= SLOPE_PCT_PER_H)
  )
}

async function measureLoad({ minutes, options }: { minutes: number; options: ProofOptions }): Promise<Figures> {
  const { say } = options
  return withClients(WORKBOOKS, {}, say, async (node, clients, tables) => {
    const carried = await findRate(clients, P99_MS, say)
    const kept = await keepPace(node, clients, { perSecond: carried * SHARE_KEPT, seconds: minutes * 60 })
    const slope = options.isLong ? kept.rss_slope_pct_per_h : null
    const alone = await costAlone(node, clients, tables, say)
    return { ...kept, rss_slope_pct_per_h: slope, carried_per_second: carried, ...alone, workbooks: WORKBOOKS }
  })
}

/** Two ways in which a node can fail. Reports the one that is not noticed, if any. */
async function runControls({ say }: ProofOptions): Promise<Figures> {
  say('with memory for two engines, each workbook waits for one to start')
  const cramped = await control({ SVC_ENGINE_MEMORY_MB: '64' }, async () => {}, say)
  say('edits of one row in five are acknowledged, and their cells not kept')
  const forgetful = await control({}, forgetSomeEdits, say)
  return { ...([cramped, forgetful].find(holds) ?? forgetful), cramped_p99_ms: cramped.p99_ms }
}

function control(
  more: Record<string, string>,
  spoil: (postgresUrl: string) => Promise<void>,
  say: ProofOptions['say'],
) {
  return withClients(CONTROL_WORKBOOKS, more, say, async (node, clients) => {
    await spoil(node.postgresUrl)
    const kept = await keepPace(node, clients, { perSecond: CONTROL_PER_SECOND, seconds: CONTROL_SECONDS })
    // At so slow a pace a call costs more: the answers alone are judged.
    return { ...kept, rps_per_core: RPS_PER_CORE, rss_slope_pct_per_h: null }
  })
}

/** Every workbook has been asked once before anything is measured. */
async function withClients(
  workbooks: number,
  more: Record<string, string>,
  say: ProofOptions['say'],
  work: (node: OneNode, clients: Clients, tables: readonly SeededTable[]) => Promise<Figures>,
): Promise<Figures> {
  const node = await startOneNode(more)
  try {
    const tables = await seedTables(node.url, workbooks, say)
    const clients = await startClients(node.url, tables, NO_PATIENCE)
    try {
      await clients.countLost()
      await untilQuiet(node.postgresUrl)
      say('every workbook was asked for once, and nothing waits in the background')
      return await work(node, clients, tables)
    } finally {
      clients.close()
    }
  } finally {
    await node.close()
  }
}
