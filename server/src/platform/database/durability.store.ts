import { sql } from 'kysely'
import type { Db } from '../postgres.ts'

/** An acknowledged write must survive a crash, so a database set up to lose some is refused. */
export async function assertDurable(db: Db) {
  const { rows } = await sql<{ commit: string; fsync: string; standby: boolean }>`
    select current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync, pg_is_in_recovery() as standby
  `.execute(db)
  const { commit, fsync, standby } = rows[0] ?? {}
  if (standby) throw new Error('DATABASE_URL leads to a standby. Point it at the primary server.')
  if (fsync !== 'on')
    throw new Error('PostgreSQL runs with fsync = off and could lose acknowledged writes. Switch it on.')
  if (commit === 'off' || commit === 'local') {
    throw new Error(
      `PostgreSQL runs with synchronous_commit = ${commit} and could lose acknowledged writes. Set it to on.`,
    )
  }
}

/** Throws when PostgreSQL does not answer. */
export async function pingDatabase(db: Db) {
  await sql`select 1`.execute(db)
}
