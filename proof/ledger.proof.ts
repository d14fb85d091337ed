import { setTimeout as pause } from 'node:timers/promises'
import { deleteDueHolds } from '../server/src/people/billing/credits/ledger.store.ts'
import { newId } from '../server/src/platform/ids.ts'
import { inTransaction } from '../server/src/platform/postgres.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { defineIssued, judgeBooks } from './ledger/books.ts'
import type { Intent } from './ledger/intent.ts'
import { Spender } from './ledger/spenders.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const NODES = 4
const SPENDERS = 64
const ACCOUNTS = 8
const ENTRIES = { short: 6_000, long: 100_000 }
const KILL_EVERY_MS = { short: 700, long: 1_500 }
/** Of a hundred wishes so many are asked twice at once, as by a client that has lost its patience. */
const TWINS = 10

export const proof: Proof = {
  promise:
    'Credits are exact under concurrent spending and crashes: every entry balances, no account overspends or pays twice',
  isQuick: false,
  minutes: 5,
  about: ['server/src/people/billing'],
  measure: (options) => spendAll(async () => {}, options),
  // Earlier postings are forgotten.
  control: (options) => spendAll(forgetCauses, { ...options, isLong: false }),
  holds: ({ entries, kills, imbalance, overspent, double_charged, unaccounted }) =>
    Number(entries) > 0 &&
    Number(kills) > 0 &&
    imbalance === 0 &&
    overspent === 0 &&
    double_charged === 0 &&
    unaccounted === 0,
}

async function forgetCauses({ admin }: RunningService) {
  await admin.query(`
    drop index ledger_entry_cause;
    create or replace function is_posted(in_account_id uuid, in_cause text) returns boolean language sql stable as 'select false'`)
}

async function spendAll(
  spoil: (service: RunningService) => Promise<void>,
  { isLong, say }: ProofOptions,
): Promise<Figures> {
  const service = await runService()
  try {
    await spoil(service)
    await defineIssued(service)
    const wanted = isLong ? ENTRIES.long : ENTRIES.short
    const { kills, done, refused } = await letSpend(
      service,
      wanted,
      isLong ? KILL_EVERY_MS.long : KILL_EVERY_MS.short,
      say,
    )
    // What the dead have held comes back.
    await pause(1_500)
    while ((await inTransaction(service.db, (tx) => deleteDueHolds(tx, 1_000))) > 0) await pause(100)
    return {
      spenders: SPENDERS,
      kills,
      done: done.length,
      refused: refused.length,
      ...(await judgeBooks(service, done, refused)),
    }
  } finally {
    await service.close()
  }
}

async function letSpend(
  { admin, settings }: RunningService,
  wanted: number,
  killEveryMs: number,
  say: (line: string) => void,
) {
  const done = new Map<string, Intent>()
  const refused = new Map<string, Intent>()
  const wishes = optionsOf(Array.from({ length: ACCOUNTS }, () => newId()))
  const entries = async () => Number((await admin.query('select count(*) as n from ledger_entry')).rows[0].n)
  let isEnough = false
  const next = () => (isEnough ? undefined : wishes.next().value)
  const acknowledge = (intent: Intent, isDone: boolean) => {
    if (isDone) done.set(intent.cause, intent)
    else refused.set(intent.cause, intent)
  }
  const at = { url: settings.databaseUrl, atOnce: SPENDERS / NODES }
  const nodes = Array.from({ length: NODES }, () => new Spender(at, next, acknowledge))
  const running = Promise.all(nodes.map((node) => node.run()))
  let kills = 0
  while ((await entries()) < wanted) {
    await pause(killEveryMs * (0.5 + Math.random()))
    if (nodes[Math.floor(Math.random() * NODES)]?.kill()) kills++
    if (kills % 10 === 0) say(`${await entries()} entries, ${kills} kills`)
  }
  isEnough = true
  await running
  // One of two twins may have come before the credits did.
  for (const cause of done.keys()) refused.delete(cause)
  return { kills, done: [...done.values()], refused: [...refused.values()] }
}

/** Mostly spending, and now and then what makes it possible, or takes it back. */
function* optionsOf(accounts: readonly string[]): Generator<Intent, undefined> {
  for (let id = 0; ; ) {
    const kind = kindOf(Math.random() * 100)
    const credits =
      kind === 'topup' || kind === 'month' ? 50 + Math.floor(Math.random() * 200) : 1 + Math.floor(Math.random() * 20)
    const accountId = accounts[Math.floor(Math.random() * accounts.length)] ?? ''
    const cause = `${kind}:${id}`
    const times = Math.random() * 100 < TWINS ? 2 : 1
    for (let n = 0; n < times; n++) yield { id: ++id, accountId, cause, kind, credits }
  }
}

function kindOf(percent: number): Intent['kind'] {
  if (percent < 45) return 'charge'
  if (percent < 85) return 'work'
  if (percent < 95) return 'topup'
  return percent < 98 ? 'refund' : 'month'
}
