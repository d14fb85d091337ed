import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { charge, grant, releaseHold, settleHold } from '../../server/src/people/billing/credits/credits.ts'
import { insertHold, insertMonth, insertRefund } from '../../server/src/people/billing/credits/ledger.store.ts'
import { ServiceError } from '../../server/src/platform/errors.ts'
import { newId } from '../../server/src/platform/ids.ts'
import { connectDatabase, inTransaction, type Tx } from '../../server/src/platform/postgres.ts'
import { MONTHLY_CEILING } from './books.ts'
import type { Intent } from './intent.ts'

/** A node that spends: requests come in line by line, and are reported when they are committed. It may be killed at any moment. */
const [url = '', spenders = '1'] = process.argv.slice(2)
const { db } = connectDatabase({ url, poolSize: Number(spenders), name: 'proof ledger' })

/** How long credits of a dead spender stay held. */
const HOLD_SECONDS = 1
const LONGEST_WORK_MS = 8

createInterface({ input: process.stdin }).on('line', async (line) => {
  // Safe: the proof writes them.
  const intent = JSON.parse(line) as Intent
  const isDone = await fulfil(intent)
  process.stdout.write(`${JSON.stringify({ id: intent.id, isDone })}\n`)
})

const inOne = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work)

async function fulfil(intent: Intent): Promise<boolean> {
  const { accountId, cause, credits, kind } = intent
  const entry = { accountId, entryId: newId(), credits, note: null, cause }
  switch (kind) {
    case 'topup':
      await inOne((tx) => grant(tx, entry))
      return true
    case 'refund':
      await inOne((tx) => insertRefund(tx, entry))
      return true
    case 'month':
      await inOne((tx) => insertMonth(tx, { ...entry, ceiling: MONTHLY_CEILING }))
      return true
    case 'charge':
      return isPaid(inOne((tx) => charge(tx, paymentOf(intent))))
    case 'work':
      return work(intent)
  }
}

const paymentOf = ({ accountId, credits, cause }: Intent) => ({
  accountId,
  credits,
  note: 'proof',
  workbookId: null,
  cause,
})

/** Credits are held while something is made, and paid when it is; some of it fails at first. */
async function work(intent: Intent): Promise<boolean> {
  const { accountId, credits, id } = intent
  const hold = async () => {
    const holdId = newId()
    const wanted = { accountId, holdId, credits, note: 'proof', seconds: HOLD_SECONDS }
    const isHeld = await inOne((tx) => insertHold(tx, wanted))
    await pause(Math.random() * LONGEST_WORK_MS)
    return isHeld ? { accountId, holdId } : null
  }
  if (id % 5 === 0) {
    const failed = await hold()
    if (failed) await inOne((tx) => releaseHold(tx, failed))
  }
  const held = await hold()
  return isPaid(inOne((tx) => (held ? settleHold(tx, held, paymentOf(intent)) : charge(tx, paymentOf(intent)))))
}

async function isPaid(paying: Promise<void>): Promise<boolean> {
  try {
    await paying
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'out_of_credits') return false
    throw error
  }
}
