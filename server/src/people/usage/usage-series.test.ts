import { expect, test } from 'vitest'
import { newDeveloperAccount, newKey } from '../../../test/control-plane.ts'
import { newTable } from '../../../test/new-table.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { charge, grantCredits } from '../billing/credits/credits.ts'

const service = startService({ apiNodes: 2 })

const SERIES = '/api/control/account/usage/series'

const today = () => new Date().toISOString().slice(0, 10)

test('flows are day totals: requests over all nodes, ops and credits, without a day that had none', async () => {
  const { owner } = await newTable(service, { columns: [{ name: 'n' }], rows: [{ n: '1' }] })
  const { account_id: account } = (await owner.call('GET', '/api/v1/me')).body
  await service.as(owner.session, 1)('GET', '/api/v1/me')
  await grantCredits({ db: service.running.db }, { account, credits: 10 })
  await inTransaction(service.running.db, (tx) =>
    charge(tx, { accountId: fromWireId('acc', account), credits: 7, note: 'structuring', workbookId: null }),
  )
  await service.running.admin.query(
    `insert into account_requests values ($1, (now() at time zone 'UTC')::date - 3, 5),
       ($1, (now() at time zone 'UTC')::date - 40, 9), ($1, (now() at time zone 'UTC')::date - 2, 0)`,
    [fromWireId('acc', account)],
  )

  const read = async () => (await owner.call('GET', SERIES)).body
  await expect.poll(async () => (await read()).buckets.at(-1)?.requests, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)

  const { buckets, ...about } = await read()
  expect(about).toEqual({ account_id: account, days: 30 })
  expect(buckets).toMatchObject([
    { requests: 5, ops: 0, credits: 0 },
    { date: today(), ops: 2, credits: 7 },
  ])
})

test('an op is counted once, whether or not the hour’s count has come to it, and on the day it was made', async () => {
  const { owner, write } = await newTable(service, { columns: [{ name: 'n' }], rows: [{ n: '1' }] })
  const ops = async () => (await owner.call('GET', SERIES)).body.buckets.at(-1)?.ops
  const before = await ops()

  await Promise.all([runTask(service.running, 'usage.sample'), runTask(service.running, 'usage.sample')])
  const counted = await ops()
  await write({ rows: [{ n: '2' }] })
  const withOneMore = await ops()
  await runTask(service.running, 'usage.sample')

  expect([before, counted, withOneMore, await ops()]).toEqual([2, 2, 3, 3])
})

test('stocks are the day’s last sample, and null on a day without a sample', async () => {
  const { owner, at } = await newTable(service, { columns: [{ name: 'n' }], rows: [{ n: '1' }] })
  const last = async () => (await owner.call('GET', SERIES)).body.buckets.at(-1)
  const unseen = await last()

  await runTask(service.running, 'usage.sample')
  const seen = await last()
  await owner.call('POST', `${at}/tables`, { name: 'other', columns: [{ name: 'a' }] })
  await runTask(service.running, 'usage.sample')

  expect(unseen).toMatchObject({ storage_bytes: null, tables: null })
  expect(seen).toMatchObject({ tables: 1 })
  expect(seen.storage_bytes).toBeTypeOf('number')
  expect(await last()).toMatchObject({ tables: 2 })
})

test('a node that stops loses no count', async () => {
  const person = await service.newPerson()
  const call = service.as(person.session, 1)
  for (let n = 0; n < 5; n++) await call('GET', '/api/v1/me')

  await service.running.apis[1]?.close()

  const { rows } = await service.running.admin.query(
    'select sum(requests)::int as n from account_requests where account_id = $1',
    [fromWireId('acc', (await person.call('GET', '/api/v1/me')).body.account_id)],
  )
  expect(rows[0].n).toBeGreaterThanOrEqual(5)
})

test('counts that could not be written for a while are not lost', async () => {
  const { admin } = service.running
  const person = await service.newPerson()
  const { account_id: account } = (await person.call('GET', '/api/v1/me')).body
  const counted = async () => {
    const { rows } = await admin.query('select requests from account_requests where account_id = $1', [
      fromWireId('acc', account),
    ])
    return Number(rows[0]?.requests ?? 0)
  }
  await expect.poll(counted, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
  const before = await counted()

  await admin.query('revoke insert, update on account_requests from bindery_service')
  for (let n = 0; n < 5; n++) await person.call('GET', '/api/v1/me')
  await expect.poll(() => service.running.logged(), { timeout: 10_000 }).toContain('usage could not be written')
  await admin.query('grant insert, update on account_requests to bindery_service')

  await expect.poll(counted, { timeout: 10_000 }).toBe(before + 5)
})

test('an account key sees the series of its own account only; days are 1 to 365', async () => {
  const person = await service.newPerson()
  const other = await newDeveloperAccount(person)
  const key = await newKey(service, person, { scopes: ['account:read'] })

  const answers = await Promise.all(
    ['', '?days=365', `?account_id=${other}`, '?days=0', '?days=366'].map((query) => key('GET', `${SERIES}${query}`)),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 422, 422])
})
