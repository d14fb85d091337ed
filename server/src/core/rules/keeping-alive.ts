import type { Context } from '../../platform/context.ts'
import { sayAlive } from './rules.store.ts'

const ALIVE_EVERY_MS = 3_000

/** PostgreSQL ends transactions that say nothing for ten seconds. */
export async function keepingAlive<T>({ db }: Pick<Context, 'db'>, work: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return work()
  const timer = setInterval(() => void sayAlive(db).catch(() => {}), ALIVE_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
