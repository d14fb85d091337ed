import { setTimeout as pause } from 'node:timers/promises'
import { callAs } from '../server/test/client.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { CREDITS, type FullAccount, newFullAccount } from './delete-account/full-account.ts'
import { CLOSING_STEPS, type ClosingStep, layClosingHolds } from './delete-account/steps.ts'
import { cutConnections, hold, letGo, untilHeld } from './jobs/steps.ts'
import type { ApiNode } from './lib/crash-nodes.ts'
import { startOwnNode } from './lib/own-node.ts'
import { startWorkerProcess, type WorkerProcess, workerEnvironment } from './lib/worker-processes.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const TIMES = { short: 1, long: 10 }
const HELD_MS = 30_000
/** A dead worker is missed after some seconds; what is not gone by then is half deleted. */
const GONE_MS = 60_000
const CONTROL_GONE_MS = 15_000

type Stage = { service: RunningService; node: ApiNode; worker: WorkerProcess; goneMs: number }
type Verdict = { isMissed: boolean; fault: string | null }

export const proof: Proof = {
  promise: 'An account is closed whole or not at all, wherever the nodes that do it are killed',
  isQuick: false,
  minutes: 5,
  about: ['server/src/people/closing'],
  measure: (options) => closeAll(stepsOf(options.isLong), async () => {}, GONE_MS, options),
  // No worker takes over the tasks of dead workers.
  control: (options) => closeAll(CLOSING_STEPS.slice(-3, -2), leaveToTheDead, CONTROL_GONE_MS, options),
  holds: ({ runs, missed, half_deleted }) => Number(runs) > 0 && missed === 0 && half_deleted === 0,
}

const stepsOf = (isLong: boolean) =>
  Array.from({ length: isLong ? TIMES.long : TIMES.short }, () => CLOSING_STEPS).flat()

async function leaveToTheDead({ admin }: RunningService) {
  await admin.query(`
    create or replace function beat_worker(in_worker_id text, silence interval) returns integer language sql as 'select 0'`)
}

async function closeAll(
  steps: readonly ClosingStep[],
  spoil: (service: RunningService) => Promise<void>,
  goneMs: number,
  { say }: ProofOptions,
): Promise<Figures> {
  const service = await runService()
  // Sessions are made out by the other node: both go by one name.
  const node = await startOwnNode(service, { SVC_ENGINE_SPARES: '0', SVC_BASE_URL: service.settings.baseUrl })
  const worker = startWorkerProcess(workerEnvironment(service))
  const verdicts: Verdict[] = []
  try {
    await spoil(service)
    await layClosingHolds(service)
    for (const step of steps) {
      const verdict = await killAt(step, { service, node, worker, goneMs })
      verdicts.push(verdict)
      say(`${step.by} killed ${step.name}: ${verdict.isMissed ? 'not held, ' : ''}${verdict.fault ?? 'fine'}`)
    }
    const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length
    return {
      runs: verdicts.length,
      steps: new Set(steps).size,
      missed: count(({ isMissed }) => isMissed),
      half_deleted: count(({ fault }) => fault !== null),
    }
  } finally {
    await letGo(service)
    await Promise.all([node.close(), worker.close()])
    await service.close()
  }
}

/** One account, whose closing meets with a killed node at this step. */
async function killAt(step: ClosingStep, stage: Stage): Promise<Verdict> {
  const { service, node, worker, goneMs } = stage
  const account = await newFullAccount(service)
  await node.up()
  while (!worker.isUp()) await pause(50)
  await hold(service, { workbookId: null, step })
  const asked = close(node.url, account).catch(() => null)
  const isMissed = !(await untilHeld(service, HELD_MS))
  if (step.by === 'api') node.kill()
  else worker.kill()
  await cutConnections(service)
  await letGo(service)
  const answered = await asked
  const fault =
    (step.by === 'api' ? await faultUntouched(account, answered) : answered === 200 ? null : `answered ${answered}`) ??
    (await faultAfter(stage, account, goneMs))
  return { isMissed, fault }
}

async function close(url: string, { account, owner }: FullAccount): Promise<number> {
  const call = callAs(url, owner.session)
  return (await call('POST', '/api/control/account/delete', { account_id: account, confirm: 'Shop' })).status
}

/** While the close is not acknowledged, the whole account is still there. */
async function faultUntouched({ open, ways, prepaid }: FullAccount, answered: number | null): Promise<string | null> {
  if (answered !== null) return `answered ${answered} from the grave`
  const [there, credits] = [await open(), await prepaid()]
  return there === ways && credits === CREDITS ? null : `${there} of ${ways} ways are open, ${credits} credits are left`
}

/** Asked again where it did not happen; then nothing is seen of it at once, and soon nothing is left. */
async function faultAfter({ service, node }: Stage, account: FullAccount, goneMs: number): Promise<string | null> {
  if ((await account.open()) > 0) {
    await node.up()
    const status = await close(node.url, account)
    if (status !== 200) return `asked again it answered ${status}`
  }
  const there = await account.open()
  if (there > 0) return `${there} ways are still open`
  for (const until = performance.now() + goneMs; performance.now() < until; await pause(200)) {
    const { rows } = await service.admin.query('select from account_tombstone where gone_at is null')
    if (rows.length === 0) {
      const left = await account.left()
      return left.length === 0 ? null : `rows are left in ${left.join(', ')}`
    }
  }
  return `rows are left in ${(await account.left()).join(', ')}`
}
