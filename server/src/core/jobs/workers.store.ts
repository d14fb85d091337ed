import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'

/** Records a heartbeat of this worker. Tasks of workers that fell silent go to free ones; returns how many fell silent. */
export async function upsertHeartbeat(tx: Tx, workerId: string, silentMs: number): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select beat_worker(${workerId}, make_interval(secs => ${silentMs}::double precision / 1000)) as lost
  `.execute(tx)
  return rows[0]?.lost ?? 0
}

/** Gives back tasks that this worker was given and never heard of; how many it were. */
export async function releaseLostTasks(
  tx: Tx,
  workerId: string,
  held: readonly string[],
  olderThanMs: number,
): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select release_lost_tasks(${workerId}, ${held}::text[], make_interval(secs => ${olderThanMs}::double precision / 1000)) as lost
  `.execute(tx)
  return rows[0]?.lost ?? 0
}

export async function deleteHeartbeat(tx: Tx, workerId: string) {
  await sql`select forget_worker(${workerId})`.execute(tx)
}
