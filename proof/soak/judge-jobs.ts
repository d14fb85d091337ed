import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { rounded } from '../lib/figures.ts'

/** Faults are over: a worker that died in the last of them is missed after half a minute, and its jobs are done by others. */
const END_MS = 90_000
const SHOWN = 3

/** Jobs that do not end though nothing fails any more; and which took longest, to look up their ids in the logs. */
export async function judgeJobs(client: pg.Client) {
  const until = performance.now() + END_MS
  let stuck = await countOpen(client)
  while (stuck > 0 && performance.now() < until) {
    await pause(1_000)
    stuck = await countOpen(client)
  }
  const { rows } = await client.query<{ job: string; seconds: number; attempts: number; error: string | null }>(`
    select job_id as job, attempts, error,
      extract(epoch from coalesce(finished_at, clock_timestamp()) - created_at)::double precision as seconds
    from job order by seconds desc limit ${SHOWN}`)
  return { stuck_jobs: stuck, slowest_jobs: rows.map((row) => ({ ...row, seconds: rounded(row.seconds) })) }
}

async function countOpen(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    "select count(*)::integer as open from job where status in ('pending', 'running')",
  )
  return rows[0]?.open ?? 0
}
