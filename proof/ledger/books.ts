import type { RunningService } from '../../server/test/start-service.ts'
import type { Intent } from './intent.ts'

/** How much an account may owe. */
export const MONTHLY_CEILING = 500

/** What the ledger says, held against itself and against what was acknowledged. */
export type Verdict = {
  entries: number
  imbalance: number
  overspent: number
  double_charged: number
  unaccounted: number
}

export async function judgeBooks(
  { admin }: RunningService,
  done: readonly Intent[],
  refused: readonly Intent[],
): Promise<Verdict> {
  const count = async (sql: string) =>
    Number((await admin.query(`select count(*) as n from (${sql}) as found`)).rows[0].n)
  const entries = await count('select 1 from ledger_entry')
  const unbalanced = await count('select 1 from ledger_posting group by account_id, entry_id having sum(amount) <> 0')
  const drifted = await count(`
    select 1 from ledger_balance b where (prepaid, monthly, held, owed, spent, lapsed, issued) <> (
      select coalesce(sum(amount) filter (where book = 'prepaid'), 0), coalesce(sum(amount) filter (where book = 'monthly'), 0),
             coalesce(sum(amount) filter (where book = 'held'), 0), coalesce(sum(amount) filter (where book = 'owed'), 0),
             coalesce(sum(amount) filter (where book = 'spent'), 0), coalesce(sum(amount) filter (where book = 'lapsed'), 0),
             coalesce(sum(amount) filter (where book = 'issued'), 0)
      from ledger_posting p where p.account_id = b.account_id)`)
  const stuck = await count('select 1 from ledger_hold union all select 1 from ledger_balance where held <> 0')
  // A returned payment may be owed beyond the ceiling; spending may not go beyond it.
  const overspent = await count(`
    select 1 from ledger_balance b where prepaid < 0 or monthly < 0 or spent + lapsed - issued_of(b.account_id) > ceiling`)
  const double_charged = await count(
    'select 1 from ledger_entry where cause is not null group by account_id, cause having count(*) > 1',
  )
  return {
    entries,
    imbalance: unbalanced + drifted + stuck,
    overspent,
    double_charged,
    unaccounted: await unaccounted(admin, done, refused),
  }
}

/** What can be spent at all: everything that was ever issued, before anything was returned. */
export async function defineIssued({ admin }: RunningService) {
  await admin.query(`
    create function issued_of(in_account_id uuid) returns bigint language sql stable as $$
      select coalesce(-sum(p.amount) filter (where e.reason <> 'refund'), 0)
      from ledger_posting p join ledger_entry e using (account_id, entry_id) where e.account_id = in_account_id and p.book = 'issued'
    $$`)
}

/** Wishes that were acknowledged and do not stand in the ledger as they were, and refused ones that do. */
async function unaccounted(
  admin: RunningService['admin'],
  done: readonly Intent[],
  refused: readonly Intent[],
): Promise<number> {
  const { rows } = await admin.query(`
    select e.cause, sum(p.amount) filter (where p.book = 'spent') as spent
    from ledger_entry e join ledger_posting p using (account_id, entry_id) where e.cause is not null group by e.cause`)
  const { rows: turned } = await admin.query('select cause from ledger_entry where cause is not null')
  const spent = new Map(rows.map(({ cause, spent }) => [cause, Number(spent ?? 0)]))
  const known = new Set(turned.map(({ cause }) => cause))
  const isSpending = ({ kind }: Intent) => kind === 'charge' || kind === 'work'
  const missing = done.filter(
    (one) => !known.has(one.cause) || (isSpending(one) && spent.get(one.cause) !== one.credits),
  )
  return missing.length + refused.filter(({ cause }) => known.has(cause)).length
}
