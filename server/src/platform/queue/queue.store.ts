import { sql } from 'kysely'
import type { Tx } from '../postgres.ts'

export type Task = {
  name: string
  payload: Record<string, unknown>
  /** Tasks of one key are one task: a later call replaces an earlier one that has not started. */
  key?: string
  runAt?: Date
  attempts?: number
}

/** Hands work to the queue, in the transaction of the change that causes it. */
export async function enqueue(tx: Tx, { name, payload, key, runAt, attempts = 3 }: Task) {
  await sql`select enqueue_task(${name}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${runAt ?? null}, ${attempts})`.execute(
    tx,
  )
}
