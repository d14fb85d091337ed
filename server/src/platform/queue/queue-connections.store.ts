import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { survive } from '../postgres.ts'

export type QueueConnections = { url: string; size: number; onLost: (error: Error) => void }

/** What the queue's library takes for "not yet": it says the same again a few seconds later. */
const NOT_YET = '57P03'
const LOOK_AGAIN_MS = 500

/**
 * Connections of the queue itself, as the database's owner: its tables are closed to the role of the service.
 * The queue's library nowhere waits for its last word on a task, so that one spoken to a fallen database would end the
 * whole process. Here a connection is waited for, and a word that was lost is said again.
 */
export function connectQueue({ url, size, onLost }: QueueConnections): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: size, application_name: 'bindery queue' })
  survive(pool, onLost)
  const connect = pool.connect.bind(pool)
  type Connected = Parameters<typeof connect>[0]
  // Safe: with a callback as before; without one the same promise, which only takes longer.
  pool.connect = ((connected?: Connected) =>
    connected ? connect(connected) : connectPatiently(pool, connect)) as typeof pool.connect
  pool.on('connect', sayAgainWhenLost)
  return pool
}

async function connectPatiently(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (pool.ending || !isLoss(error)) throw error
      await pause(LOOK_AGAIN_MS)
    }
  }
}

function sayAgainWhenLost(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...said: unknown[]) => unknown
  // Safe: the same call and the same answer; only the code of some errors differs.
  client.query = ((...said: unknown[]) => {
    const answer = query(...said)
    return answer instanceof Promise ? answer.catch(throwNotYet) : answer
  }) as typeof client.query
}

function throwNotYet(error: unknown): never {
  if (error instanceof Error && isLoss(error)) throw Object.assign(error, { code: NOT_YET })
  throw error
}

/** The server went away, is going or is not there yet; anything else it says itself. */
const isLoss = (error: unknown) => !(error instanceof pg.DatabaseError) || /^(?:57P|08)/.test(error.code ?? '')
