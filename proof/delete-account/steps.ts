import type { RunningService } from '../../server/test/start-service.ts'

/** A moment of a closing, as the database sees it, and who is at it: the node that was asked, or a worker afterwards. */
export type ClosingStep = { name: string; on: string; by: 'api' | 'worker' }

export const CLOSING_STEPS: readonly ClosingStep[] = [
  { by: 'api', name: 'revoking keys', on: 'update on credential' },
  { by: 'api', name: 'closing the account', on: 'update on account' },
  { by: 'api', name: 'burying a workbook', on: 'insert on workbook_tombstone' },
  { by: 'api', name: 'dismissing members', on: 'delete on workspace_member' },
  { by: 'api', name: 'forfeiting credits', on: 'insert on ledger_entry' },
  { by: 'api', name: 'writing the tombstone', on: 'insert on account_tombstone' },
  { by: 'worker', name: 'erasing rows', on: 'delete on artifact' },
  { by: 'worker', name: 'erasing a workbook', on: 'delete on workbook' },
  { by: 'worker', name: 'deleting a workspace', on: 'delete on workspace' },
  { by: 'worker', name: 'deleting the account', on: 'delete on account' },
  { by: 'worker', name: 'ending', on: 'update on account_tombstone' },
]

/** Makes every step a place where a process can be held. */
export async function layClosingHolds({ admin }: RunningService) {
  await admin.query(`
    create table proof_hold (workbook_id uuid, step text);
    create function hold_closing() returns trigger language plpgsql security definer as $$
    begin
      while exists (select from proof_hold h where h.step = tg_argv[0]) loop
        perform pg_sleep(0.05);
      end loop;
      return null;
    end $$`)
  for (const [n, { name, on }] of CLOSING_STEPS.entries())
    await admin.query(
      `create trigger hold_closing_${n} after ${on} for each row execute function hold_closing('${name}')`,
    )
}
