import { setTimeout as pause } from 'node:timers/promises'
import type { RunningService } from '../../server/test/start-service.ts'

/** A moment of a job, as the database sees it: a worker that reaches it waits until it is released, or killed. */
export type Step = { name: string; on: string }

export const STEPS: readonly Step[] = [
  {
    name: 'beginning',
    on: `update on job for each row when (new.status = 'running' and old.run_token is distinct from new.run_token)`,
  },
  { name: 'writing a segment', on: 'insert on segment for each row' },
  { name: 'committing', on: 'insert on op for each row' },
  { name: 'ending', on: `update on job for each row when (new.status = 'succeeded')` },
]

/** Null: whatever workbook it is, as with a job that makes its own. */
export type Held = { workbookId: string | null; step: Step }

/** Makes the steps of all jobs places where one can be held. */
export async function layHolds({ admin }: RunningService) {
  await admin.query(`
    create table proof_hold (workbook_id uuid, step text);
    create function hold_here() returns trigger language plpgsql security definer as $$
    begin
      while exists (select from proof_hold h where coalesce(h.workbook_id, new.workbook_id) = new.workbook_id and h.step = tg_argv[0]) loop
        perform pg_sleep(0.05);
      end loop;
      return null;
    end $$`)
  for (const [n, { name, on }] of STEPS.entries())
    await admin.query(`create trigger hold_${n} after ${on} execute function hold_here('${name}')`)
}

export async function hold({ admin }: RunningService, { workbookId, step }: Held) {
  await admin.query('insert into proof_hold values ($1, $2)', [workbookId, step.name])
}

export async function letGo({ admin }: RunningService) {
  await admin.query('delete from proof_hold')
}

const SLEEPING = `pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`

/** Waits until a worker is held. False: none came. */
export async function untilHeld({ admin }: RunningService, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(20))
    if ((await admin.query(`select ${SLEEPING}`)).rowCount) return true
  return false
}

/** What the kernel does to the connections of a process that is gone; a server that waits does not look. */
export async function cutConnections({ admin }: RunningService) {
  await admin.query(`select pg_terminate_backend(pid) from (select ${SLEEPING}) as sleeping`)
}
