import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant } from './attacked-node.ts'
import type { Attack } from './attacks.ts'
import type { EngineWatch } from './engine-watch.ts'

/** What came of an attack. `lateMs`: by how much its answer, or the work for it, was later than the deadline. */
export type Outcome = { said: string; status: string; spentMs: number; lateMs: number; livesAgain: boolean }

const GRACE_MS = 2_000

export async function runAttack(url: string, attacker: Tenant, engines: EngineWatch, attack: Attack): Promise<Outcome> {
  const began = performance.now()
  const said = await attack.send(url, attacker).catch((error: unknown) => `no answer: ${String(error)}`)
  const spentMs = performance.now() - began
  const worksUntilMs = await untilIdle(engines, began, attack.deadlineMs)
  const latest = Math.max(spentMs, worksUntilMs)
  return {
    said,
    status: said.split('\n', 1)[0] ?? '',
    spentMs,
    lateMs: latest - attack.deadlineMs,
    livesAgain: await answersAgain(attacker),
  }
}

export const isLate = ({ lateMs }: Outcome) => lateMs > GRACE_MS

/** When no engine works any more, looked at until it would be too late. */
async function untilIdle(engines: EngineWatch, began: number, deadlineMs: number): Promise<number> {
  for (;;) {
    const lookedMs = performance.now() - began
    const busy = await engines.busy()
    if (busy.length === 0) return 0
    if (lookedMs > deadlineMs + GRACE_MS) return lookedMs
    await sleep(100)
  }
}

/** The workbook that was attacked is served again; while a spoilt engine goes, a try may be refused. */
async function answersAgain({ call, at, rowCount }: Tenant): Promise<boolean> {
  for (let n = 0; n < 3; n++) {
    const { status, body } = await call('POST', `${at}/query`, { sql: 'SELECT count(*) AS n FROM people' })
    if (status === 200) return body.rows[0].n === rowCount
    await sleep(300)
  }
  return false
}
