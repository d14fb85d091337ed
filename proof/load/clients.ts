import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Driven, Pace } from './drive.ts'
import type { SeededTable } from './known-table.ts'
import type { Kind } from './mix.ts'
import type { Tally } from './tally.ts'

/** Commands for the process of the clients, one at a time. */
export type Order =
  | { kind: 'begin'; url: string; retries: number; timeoutMs: number; tables: readonly SeededTable[] }
  | { kind: 'drive'; pace: Pace }
  | { kind: 'count lost' }

export type Ended = { done: unknown } | { failed: string }

/** As it comes from another process. */
export type DriveReport = Omit<Driven, 'byKind'> & { byKind: Partial<Record<Kind, Tally>> }

export type Clients = {
  drive: (pace: Pace) => Promise<DriveReport>
  countLost: () => Promise<{ lost: number; unknown: number }>
  close: () => void
}

const PROGRAM = fileURLToPath(new URL('clients-process.ts', import.meta.url))

export type Patience = { retries: number; timeoutMs: number }

/** Clients that speak through the SDK, which repeats what fails so often. */
export async function startClients(url: string, tables: readonly SeededTable[], patience: Patience): Promise<Clients> {
  const child = fork(PROGRAM)
  const order = (order: Order) => obeyed(child, order)
  await order({ kind: 'begin', url, tables, ...patience })
  return {
    // Safe: what the process answers such orders with.
    drive: async (pace) => (await order({ kind: 'drive', pace })) as DriveReport,
    countLost: async () => (await order({ kind: 'count lost' })) as { lost: number; unknown: number },
    close: () => void child.kill(),
  }
}

async function obeyed(child: ChildProcess, order: Order): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const first = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])
  child.send(order)
  // Safe: the process sends nothing else, and ends with a number.
  const [ended] = (await first.finally(() => answered.abort())) as [Ended | number | null]
  if (typeof ended === 'number' || ended === null) throw new Error('the process of the clients has ended')
  if ('failed' in ended) throw new Error(ended.failed)
  return ended.done
}
