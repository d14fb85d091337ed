import { expect, test } from 'vitest'
import { newLedgerAccount } from '../../../../test/ledger-account.ts'
import { startService } from '../../../../test/service.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { charge } from './credits.ts'
import { deleteDueHolds, insertForfeit } from './ledger.store.ts'

const service = startService()

const newAccount = () => newLedgerAccount(service.running)

test('what is held for work under way cannot be spent otherwise; what it does not take goes back to its bucket', async () => {
  const account = await newAccount()
  await account.grant(100)
  await account.grantMonth(20)

  const held = await account.hold(50)
  const meanwhile = await account.credits()
  await expect(account.charge(71)).rejects.toMatchObject({ code: 'out_of_credits' })
  await account.settle(held, 30)

  expect(meanwhile).toMatchObject({ monthly: 0, prepaid: 70, used: 0, remaining: 70 })
  expect(await account.credits()).toMatchObject({ monthly: 0, prepaid: 90, used: 30, remaining: 90 })
  expect(await account.hold(91)).toBeNull()
})

test('work that fails costs nothing, and neither does work whose node dies: what it held comes back', async () => {
  const account = await newAccount()
  await account.grant(10)

  await account.release(await account.hold(10))
  const released = await account.credits()
  const lost = await account.hold(10, -1)
  const ended = await inTransaction(account.ctx.db, (tx) => deleteDueHolds(tx, 100))

  expect(released).toMatchObject({ remaining: 10 })
  expect(ended).toBeGreaterThanOrEqual(1)
  expect(await account.credits()).toMatchObject({ remaining: 10, used: 0 })
  await account.settle(lost, 4)
  expect(await account.credits()).toMatchObject({ remaining: 6, used: 4 })
})

test('a charge names the op that caused it, and is made once however often it is asked for', async () => {
  const account = await newAccount()
  await account.grant(10)
  const cause = `op:${account.workbookId}:7`
  const once = { accountId: account.accountId, credits: 3, note: 'structuring', workbookId: account.workbookId, cause }

  for (const opId of [7, 7]) await inTransaction(account.ctx.db, (tx) => charge(tx, { ...once, opId }))
  await account.settle(await account.hold(3), 3, cause)

  const { rows } = await service.running.admin.query(
    `select op_id, workbook_id from ledger_entry where account_id = $1 and reason = 'charge'`,
    [account.accountId],
  )
  expect(rows).toEqual([{ op_id: '7', workbook_id: account.workbookId }])
  expect(await account.credits()).toMatchObject({ used: 3, remaining: 7 })
})

test('a payment is credited once, and settles what is owed before it fills the bucket', async () => {
  const account = await newAccount()
  await account.turn('month:1', 10, 50)
  await account.charge(40)
  const owing = await account.books()

  const credited = [await account.pay('payment:1', 100), await account.pay('payment:1', 100)]

  expect(owing).toMatchObject({ monthly: 0, prepaid: 0, owed: -30 })
  expect(credited).toEqual([true, false])
  expect(await account.books()).toMatchObject({ prepaid: 70, owed: 0 })
})

test('what was held on credit and settled meanwhile comes back as prepaid', async () => {
  const account = await newAccount()
  await account.turn('month:1', 10, 50)
  const held = await account.hold(40)
  await account.pay('payment:1', 20)

  await account.settle(held, 15)

  expect(await account.books()).toMatchObject({ monthly: 0, prepaid: 15, owed: 0, held: 0, spent: 15 })
})

test('no more is owed than the plan allows', async () => {
  const account = await newAccount()
  await account.turn('month:1', 10, 50)

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => account.charge(7)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  expect(await account.books()).toMatchObject({ monthly: 0, owed: -46, spent: 56 })
})

test('what is left of a month lapses when the next begins, once, and what was held of it does not come back', async () => {
  const account = await newAccount()
  await account.turn('month:1', 30)
  const held = await account.hold(10)
  await account.charge(5)

  const turned = [await account.turn('month:2', 30), await account.turn('month:2', 30)]
  await account.settle(held, 4)

  expect(turned).toEqual([true, false])
  expect(await account.books()).toMatchObject({ monthly: 30, prepaid: 0, held: 0 })
  expect(await account.credits()).toMatchObject({ used: 4, remaining: 30 })
})

test('credits of a payment that was returned are taken back once; those spent already are owed', async () => {
  const account = await newAccount()
  await account.pay('payment:1', 100)
  await account.charge(60)

  const taken = [await account.refund('refund:1', 100), await account.refund('refund:1', 100)]

  expect(taken).toEqual([true, false])
  expect(await account.books()).toMatchObject({ prepaid: 0, owed: -60, spent: 60 })
})

test('at the end of an account everything it has is forfeited, what is held too, and what it owes is written off', async () => {
  const [rich, poor] = [await newAccount(), await newAccount()]
  await rich.grant(100)
  await rich.hold(10)
  await poor.turn('month:1', 0, 50)
  await poor.charge(20)

  const forfeited = await Promise.all(
    [rich, poor].map(({ ctx, accountId }) => inTransaction(ctx.db, (tx) => insertForfeit(tx, accountId, newId()))),
  )

  expect(forfeited).toEqual([100, 0])
  for (const account of [rich, poor])
    expect(await account.books()).toMatchObject({ monthly: 0, prepaid: 0, held: 0, owed: 0 })
})
