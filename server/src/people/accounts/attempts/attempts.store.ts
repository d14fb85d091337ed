import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** A window opens with the first try and lasts 15 minutes. */
const isOver = sql<boolean>`window_started <= now() - interval '15 minutes'`
const secondsLeft = sql<number>`ceil(extract(epoch from window_started + interval '15 minutes' - now()))::int`

/** Undefined: nothing was tried lately. */
export function findAttempt(db: Db, subject: Buffer) {
  return db
    .selectFrom('attempt')
    .select(['tries', secondsLeft.as('secondsLeft')])
    .where('subject', '=', subject)
    .where(sql<boolean>`not ${isOver}`)
    .executeTakeFirst()
}

/** Counts one more and tells how many there are now. Parallel tries queue on the row: each gets a number of its own. */
export async function insertAttempt(tx: Tx, subject: Buffer): Promise<{ tries: number; secondsLeft: number }> {
  const { rows } = await sql<{ tries: number; secondsLeft: number }>`
    insert into attempt (subject, tries, window_started) values (${subject}, 1, now())
    on conflict (subject) do update set
      tries = case when attempt.window_started <= now() - interval '15 minutes' then 1 else attempt.tries + 1 end,
      window_started = case when attempt.window_started <= now() - interval '15 minutes' then now() else attempt.window_started end
    returning tries, ${secondsLeft} as seconds_left
  `.execute(tx)
  return rows[0] ?? { tries: 1, secondsLeft: 0 }
}

/** Forgets the tries, unless there were as many as allowed already. */
export async function deleteAttempt(tx: Tx, subject: Buffer, limit: number) {
  await tx
    .deleteFrom('attempt')
    .where('subject', '=', subject)
    .where((eb) => eb.or([eb('tries', '<', limit), isOver]))
    .execute()
}

export async function deleteOldAttempts(tx: Tx) {
  await tx.deleteFrom('attempt').where(isOver).execute()
}
