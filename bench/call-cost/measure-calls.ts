import { setTimeout as pause } from 'node:timers/promises'
import { rounded } from '../../proof/lib/figures.ts'
import type { OneNode } from '../../proof/load/one-node.ts'
import { sumOf } from '../../proof/load/tally.ts'
import { readSpent, type Spent, spentSince } from '../../proof/load/watch.ts'
import type { Call, Client } from './calls.ts'
import type { TableRequest } from './workbooks.ts'

/** Calls of several clients: one after the other alone, each would find the code and the caches of the processors cold. */
const AT_ONCE = 4
const IDLE_MS = 6_000

/** CPU milliseconds of a call in each part of the service. */
export type Cost = Spent & { all: number }

/** What each part takes a second without any call. */
export async function readIdle({ parts }: OneNode): Promise<Spent> {
  const before = readSpent(parts)
  await pause(IDLE_MS)
  return perCall(spentSince(before, readSpent(parts)), IDLE_MS / 1_000)
}

/** Asks so many times, each time for another of the tables, and divides what that took; without what it takes to do nothing. */
export async function measureCalls(
  { node, client, idle }: { node: OneNode; client: Client; idle: Spent },
  call: Call,
  tables: readonly TableRequest[],
  calls: number,
): Promise<Cost> {
  let begun = 0
  const askOn = async () => {
    while (begun < calls) {
      const table = tables[begun++ % tables.length]
      if (table) await call(client, table)
    }
  }
  const [before, began] = [readSpent(node.parts), performance.now()]
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  const seconds = (performance.now() - began) / 1_000
  const spent = spentSince(before, readSpent(node.parts))
  return costOf(
    {
      api: spent.api - (idle.api / 1_000) * seconds,
      engines: spent.engines - (idle.engines / 1_000) * seconds,
      worker: spent.worker - (idle.worker / 1_000) * seconds,
      postgres: spent.postgres - (idle.postgres / 1_000) * seconds,
    },
    calls,
  )
}

function costOf(spent: Spent, calls: number): Cost {
  const cost = perCall(spent, calls)
  return { ...cost, all: rounded(sumOf(cost)) }
}

/** In milliseconds. */
const perCall = ({ api, engines, worker, postgres }: Spent, calls: number): Spent => ({
  api: rounded((api * 1_000) / calls),
  engines: rounded((engines * 1_000) / calls),
  worker: rounded((worker * 1_000) / calls),
  postgres: rounded((postgres * 1_000) / calls),
})
