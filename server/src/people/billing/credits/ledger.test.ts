import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newOwner } from '../../../../test/context.ts'
import { newLedgerAccount } from '../../../../test/ledger-account.ts'
import { startService } from '../../../../test/service.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { charge, creditsOf, grantCredits } from './credits.ts'

const service = startService()

const newAccount = () => newLedgerAccount(service.running)

/** What the postings add up to: in all, by entry, and by book. */
async function sums(accountId: string) {
  const { rows } = await service.running.admin.query(
    'select entry_id, book, amount from ledger_posting where account_id = $1',
    [accountId],
  )
  const total = (postings: { amount: string }[]) => postings.reduce((sum, { amount }) => sum + Number(amount), 0)
  const entries = Map.groupBy(rows, ({ entry_id }) => entry_id)
  return {
    unbalanced: [...entries.values()].filter((postings) => total(postings) !== 0).length,
    books: Object.fromEntries(
      [...Map.groupBy(rows, ({ book }) => book)].map(([book, postings]) => [book, total(postings)]),
    ),
  }
}

test('an account starts with nothing, is granted credits, and spends them', async () => {
  const account = await newAccount()
  const atFirst = await account.credits()

  const granted = await account.grant(100)
  await account.charge(30)

  expect(atFirst).toEqual({ monthly: 0, prepaid: 0, used: 0, remaining: 0, period_end: null })
  expect(granted).toMatchObject({ prepaid: 100, remaining: 100 })
  expect(await account.credits()).toEqual({ monthly: 0, prepaid: 70, used: 30, remaining: 70, period_end: null })
})

test('what cannot be paid is refused and costs nothing', async () => {
  const [poor, never] = [await newAccount(), await newAccount()]
  await poor.grant(10)

  const refused = await poor.charge(11).catch((error) => error)

  expect(refused).toMatchObject({
    kind: 'payment_required',
    code: 'out_of_credits',
    text: { extra: { needed_credits: 11, remaining_credits: 10 } },
  })
  await expect(never.charge(1)).rejects.toMatchObject({ code: 'out_of_credits' })
  expect(await poor.credits()).toMatchObject({ remaining: 10, used: 0 })
})

test('what costs nothing needs no credits', async () => {
  const account = await newAccount()

  await account.charge(0)

  expect(await account.credits()).toMatchObject({ used: 0 })
})

test('credits of the month are spent before prepaid ones', async () => {
  const account = await newAccount()
  await account.grant(100)
  await account.grantMonth(20)

  await account.charge(15)
  const first = await account.credits()
  await account.charge(15)

  expect(first).toMatchObject({ monthly: 5, prepaid: 100 })
  expect(await account.credits()).toMatchObject({ monthly: 0, prepaid: 90, used: 30 })
})

test('a charge whose work is rolled back was never made', async () => {
  const { ctx, accountId } = await newOwner(service.running)
  await grantCredits(ctx, { account: toWireId('acc', accountId), credits: 5 })
  const failing = inTransaction(ctx.db, async (tx) => {
    await charge(tx, { accountId, credits: 5, note: 'structuring', workbookId: null })
    throw new Error('the work failed')
  })

  await expect(failing).rejects.toThrow('the work failed')

  expect(await creditsOf(ctx.db, accountId)).toMatchObject({ remaining: 5, used: 0 })
})

test('an unknown account cannot be granted anything', async () => {
  const { ctx } = await newOwner(service.running)

  const granting = grantCredits(ctx, { account: 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', credits: 5 })

  await expect(granting).rejects.toMatchObject({ code: 'not_found' })
})

test('charges at once never spend more than there is', async () => {
  const account = await newAccount()
  await account.grant(10)

  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => account.charge(1)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await account.credits()).toMatchObject({ remaining: 0, used: 10 })
})

test('whatever is granted and charged, at once or one by one: entries balance, and no book is overdrawn', async () => {
  const step = fc.record({
    kind: fc.constantFrom('grant', 'month', 'charge'),
    credits: fc.integer({ min: 1, max: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
      const account = await newAccount()
      let [granted, spent] = [0, 0]
      for (const round of rounds) {
        // The steps of one round happen at once; each either happens whole or not at all.
        const done = await Promise.all(
          round.map(async ({ kind, credits }) => {
            if (kind === 'grant') return account.grant(credits).then(() => ({ granted: credits, spent: 0 }))
            if (kind === 'month') return account.grantMonth(credits).then(() => ({ granted: credits, spent: 0 }))
            return account.charge(credits).then(
              () => ({ granted: 0, spent: credits }),
              () => ({ granted: 0, spent: 0 }),
            )
          }),
        )
        for (const step of done) {
          granted += step.granted
          spent += step.spent
        }
        const { monthly, prepaid, used, remaining } = await account.credits()
        expect({ used, remaining }).toEqual({ used: spent, remaining: granted - spent })
        expect(Math.min(monthly, prepaid)).toBeGreaterThanOrEqual(0)
      }
      const { unbalanced, books } = await sums(account.accountId)
      expect(unbalanced).toBe(0)
      const { monthly, prepaid } = await account.credits()
      expect({ issued: 0, monthly: 0, prepaid: 0, spent: 0, ...books }).toEqual({
        issued: granted ? -granted : 0,
        monthly,
        prepaid,
        spent,
      })
    }),
    { numRuns: 40 },
  )
})

test('one by one, a charge is refused exactly when there is too little', async () => {
  const step = fc.record({ kind: fc.constantFrom('grant', 'charge'), credits: fc.integer({ min: 1, max: 50 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const account = await newAccount()
      let remaining = 0
      for (const { kind, credits } of steps) {
        if (kind === 'grant') {
          await account.grant(credits)
          remaining += credits
          continue
        }
        const isPaid = await account.charge(credits).then(
          () => true,
          () => false,
        )
        expect(isPaid).toBe(credits <= remaining)
        if (isPaid) remaining -= credits
      }
      expect((await account.credits()).remaining).toBe(remaining)
    }),
    { numRuns: 30 },
  )
})

test('postings that do not sum to zero, and those that overdraw a book, are refused by the database', async () => {
  const account = await newAccount()
  await account.grant(10)
  const post = (postings: Record<string, number>) =>
    service.running.admin.query(`select post_ledger_entry($1, $2, 'charge', null, null, $3)`, [
      account.accountId,
      newId(),
      postings,
    ])

  await expect(post({ prepaid: 5 })).rejects.toMatchObject({ code: '23514' })
  await expect(post({ prepaid: -11, spent: 11 })).rejects.toMatchObject({ code: '23514' })
  await expect(post({ treasure: 5, issued: -5 })).rejects.toMatchObject({ code: '23514' })

  expect(await account.credits()).toMatchObject({ remaining: 10 })
})

for (const table of ['ledger_entry', 'ledger_posting', 'ledger_balance', 'ledger_hold']) {
  test(`the service may not rewrite ${table}`, async () => {
    const { db } = service.running

    await expect(db.deleteFrom(table as 'ledgerEntry').execute()).rejects.toMatchObject({ code: '42501' })
    await expect(
      db
        .updateTable(table as 'ledgerEntry')
        .set({ accountId: newId() })
        .execute(),
    ).rejects.toMatchObject({ code: '42501' })
  })
}
