import { newPerson, type Person } from '../../server/test/person.ts'
import { uploadTo } from '../../server/test/upload.ts'
import { type Model, makeModel } from '../cluster/model.ts'
import { type Cluster, startCluster } from '../cluster/start-cluster.ts'
import { mintTokens } from '../lib/race-tables.ts'
import type { ProofOptions } from '../proof.ts'
import { openReceiver, type Receiver } from '../webhooks/receivers.ts'
import type { Release } from './check-out-release.ts'
import { type LongRun, makeLongRun } from './hand-over.ts'
import { planSweep, type Sweep } from './sweep.ts'

/** A cluster of the old release, and the data on it. */
export type World = {
  old: Release
  cluster: Cluster
  owner: Person
  tokens: readonly string[]
  models: readonly Model[]
  long: LongRun
  receiver: Receiver
  sweep: Sweep
  found: Found
  /** What is being done to the cluster, for the clients to report. */
  phase: string
  say: ProofOptions['say']
}

/** What came out on the way. */
export type Found = {
  migrations: string[]
  /** Of all that migrated at once, how many did something. */
  migrators: number
  /** What the nodes answered otherwise than they should. */
  faults: string[]
  swept: number
  oldReadNew: number
  newReadOld: number
  /** api nodes that did not end by themselves after the signal to stop. */
  undrained: number
  /** False: its task took longer than a node waits, and was left to the next worker. */
  isWorkerDrained: boolean
  workerReplacedAt: Date | undefined
  isLongRunDone: boolean
}

const API_NODES = 3
const WORKBOOKS = 2

export async function makeWorld(old: Release, { say }: ProofOptions): Promise<World> {
  const settings = { SVC_WEBHOOK_ALLOW_PRIVATE: 'true' }
  const cluster = await startCluster({ apiNodes: API_NODES, workers: 1, program: old.program, settings })
  say(`${API_NODES} api nodes and a worker of ${old.commit.slice(0, 7)} are up at ${cluster.url}`)
  try {
    const owner = await newPerson(cluster.url)
    const receiver = await listen(owner)
    const models: Model[] = []
    for (let n = 0; n < WORKBOOKS; n++) models.push(await makeModel(owner.call))
    const tokens = await mintTokens(owner.call)
    const long = await makeLongRun(owner.call)
    const sweep = await planSweepOf(old, owner, models, cluster)
    const found: Found = {
      migrations: [],
      migrators: 0,
      faults: [],
      swept: 0,
      oldReadNew: 0,
      newReadOld: 0,
      undrained: 0,
      isWorkerDrained: true,
      workerReplacedAt: undefined,
      isLongRunDone: true,
    }
    return { old, cluster, owner, tokens, models, long, receiver, sweep, found, phase: 'before', say }
  } catch (error) {
    await cluster.close()
    throw error
  }
}

/** From the first event on. */
async function listen({ call }: Person): Promise<Receiver> {
  const receiver = await openReceiver('healthy')
  const { status, body } = await call('POST', '/api/v1/me/webhooks', { url: receiver.url })
  if (status !== 201) throw new Error(`no webhook was made: ${JSON.stringify(body)}`)
  receiver.setSecret(body.secret)
  return receiver
}

async function planSweepOf(old: Release, owner: Person, [model]: readonly Model[], { url, nodeUrls }: Cluster) {
  if (!model) throw new Error('impossible: a world without a workbook')
  const { at, workbookId, watchedTables } = model
  await owner.call('POST', `${at}/versions`, { label: 'first' })
  const file = { bytes: 'value\n1\n', filename: 'first.csv', fields: { structuring: 'skip' } }
  await uploadTo(url, owner.session, `${at}/sources`, file)
  const table = watchedTables[0]?.name ?? ''
  const sweep = planSweep(old, { owner, workbookId, table, source: 'first', version: 'first' })
  await sweep.learn(nodeUrls[0] ?? url)
  return sweep
}
