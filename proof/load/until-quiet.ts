import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const LONGEST_MS = 300_000

/** Resolves when no task waits that is due. */
export async function untilQuiet(postgresUrl: string) {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    for (const until = performance.now() + LONGEST_MS; performance.now() < until; await pause(250)) {
      const { rows } = await client.query('select 1 from graphile_worker.jobs where run_at <= now() limit 1')
      if (rows.length === 0) return
    }
    throw new Error('the background did not come to rest')
  } finally {
    await client.end()
  }
}
