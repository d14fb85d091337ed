import { expect, test } from 'vitest'
import {
  defaultAccount,
  newDeveloperAccount,
  newKey,
  newMember,
  newTokenCall,
  newWorkbook,
  newWorkspace,
} from '../../../test/control-plane.ts'
import { tablesNaming } from '../../../test/left-behind.ts'
import type { Person } from '../../../test/person.ts'
import { isAskedFor, runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId, newId } from '../../platform/ids.ts'
import { grantCredits } from '../billing/credits/credits.ts'

const service = startService()

const DELETE = '/api/control/account/delete'

/** A developer account with everything in it: two workspaces, three workbooks (one in the trash), keys, a token, credits. */
async function newFullAccount(name = 'Shop') {
  const person = await service.newPerson()
  const account = await newDeveloperAccount(person, name)
  const [finance, sales] = [
    await newWorkspace(person, { account_id: account }),
    await newWorkspace(person, { account_id: account, name: 'Sales' }),
  ]
  const workbooks = [
    await newWorkbook(person, finance),
    await newWorkbook(person, sales),
    await newWorkbook(person, sales),
  ]
  const table = { name: 'sales', columns: [{ name: 'n' }] }
  for (const id of workbooks) await person.call('POST', `/api/v1/workbooks/${id}/tables`, table)
  await person.call('DELETE', `/api/v1/workbooks/${workbooks[2]}`)
  const key = await newKey(service, person, { scopes: ['account:read'], account_id: account })
  const pinned = await newKey(service, person, {
    scopes: ['workbooks:read'],
    account_id: account,
    workspace_id: finance,
  })
  const token = await newTokenCall(service, person, { account_id: account, scopes: ['account:read'] })
  await grantCredits({ db: service.running.db }, { account, credits: 70 })
  const close = (confirm = name) => person.call('POST', DELETE, { account_id: account, confirm })
  return { person, account, accountId: fromWireId('acc', account), finance, workbooks, key, pinned, token, close }
}

const post = (accountId: string, postings: object) =>
  service.running.admin.query(`select post_ledger_entry($1, $2, 'charge', null, null, $3)`, [
    accountId,
    newId(),
    postings,
  ])

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('only the owner’s session closes an account, not a key or token', async () => {
  const { account, key, token } = await newFullAccount()

  const answers = await Promise.all(
    [key, token].map((call) => call('POST', DELETE, { account_id: account, confirm: 'Shop' })),
  )

  expect(answers.map(code)).toEqual([
    [403, 'session_required'],
    [403, 'session_required'],
  ])
})

test('an account that is unknown, or another user’s, is not found', async () => {
  const { account } = await newFullAccount()
  const stranger = await service.newPerson()

  const answers = await Promise.all(
    [account, 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'].map((account_id) =>
      stranger.call('POST', DELETE, { account_id, confirm: 'Shop' }),
    ),
  )

  expect(answers.map(code)).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})

test('the default account cannot be deleted', async () => {
  const person = await service.newPerson()

  const answer = await person.call('POST', DELETE, { account_id: await defaultAccount(person), confirm: 'wrong' })

  expect(code(answer)).toEqual([409, 'default_account'])
})

test('each violation is its own error, in order: subscription, overage, confirmation; and nothing has changed', async () => {
  const { accountId, close, key, workbooks, person } = await newFullAccount()
  const { admin } = service.running
  const billing = (status: string) =>
    admin.query(
      `insert into account_billing (account_id, subscription_status) values ($1, $2)
       on conflict (account_id) do update set subscription_status = $2`,
      [accountId, status],
    )
  await post(accountId, { owed: -100, spent: 100 })

  const answers = []
  for (const status of ['trialing', 'active']) {
    await billing(status)
    answers.push(code(await close('wrong')))
  }
  await billing('canceled')
  const owing = await close('wrong')
  await post(accountId, { owed: 1, spent: -1 })
  const misspelt = [await close('shop'), await close('Shop ')]

  expect(answers).toEqual([
    [409, 'subscription_active'],
    [409, 'subscription_active'],
  ])
  expect(owing).toMatchObject({
    status: 409,
    body: { code: 'overage_outstanding', overage_credits: 100, settlement_floor: 100 },
  })
  expect(misspelt.map(code)).toEqual([
    [422, 'confirm_mismatch'],
    [422, 'confirm_mismatch'],
  ])
  expect((await key('GET', '/api/control/account')).status).toBe(200)
  expect((await person.call('GET', `/api/v1/workbooks/${workbooks[0]}`)).status).toBe(200)
})

test('an account goes with its keys, workspaces and workbooks at once, and its credits are forfeited', async () => {
  const { person, account, finance, workbooks, close, key, pinned, token } = await newFullAccount()
  const member = await newMember(service, person, finance, 'editor')

  const closed = await close()

  expect(closed).toMatchObject({
    status: 200,
    body: {
      deleted: true, account_id: account, keys_revoked: 2, workspaces_deleted: 2, workbooks_deleted: 3, credits_forfeited: 70,
    },
  }) // biome-ignore format: the body as it is
  for (const call of [key, pinned, token]) expect((await call('GET', '/api/v1/me')).status).toBe(401)
  expect(await seen(person, account, finance, workbooks)).toEqual([404, 404, 404, 404, 404])
  expect((await member.call('GET', `/api/control/workspaces/${finance}`)).status).toBe(404)
  expect((await person.call('GET', '/api/control/accounts')).body.accounts).toHaveLength(1)
  expect((await person.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  expect(code(await close())).toEqual([404, 'not_found'])
})

test('what is owed below the settlement floor is written off', async () => {
  const { accountId, close } = await newFullAccount()
  await post(accountId, { owed: -99, spent: 99 })

  const closed = await close()

  expect(closed.status).toBe(200)
  const { rows } = await service.running.admin.query('select owed, prepaid from ledger_balance where account_id = $1', [
    accountId,
  ])
  expect(rows).toEqual([{ owed: '0', prepaid: '0' }])
})

test('what a closed account leaves behind is taken away, in as many runs as it takes; its books and tombstone stay', async () => {
  const { accountId, finance, workbooks, close } = await newFullAccount()
  await close()

  await expect(
    runTask(service.running, 'account.close', { account_id: accountId }, AbortSignal.abort()),
  ).rejects.toThrow()
  await runTask(service.running, 'retention.sweep')
  const isAsked = await isAskedFor(service.running, `account.close:${accountId}`)
  for (let n = 0; n < 2; n++) await runTask(service.running, 'account.close', { account_id: accountId })

  const { admin } = service.running
  expect(isAsked).toBe(true)
  expect(await tablesNaming(admin, { account_id: accountId })).toEqual([
    'account_tombstone', 'ledger_balance', 'ledger_entry', 'ledger_posting', 'workbook_tombstone',
  ]) // biome-ignore format: a list
  expect(await tablesNaming(admin, { workspace_id: fromWireId('ws', finance) })).toEqual([])
  for (const id of workbooks)
    expect(await tablesNaming(admin, { workbook_id: fromWireId('wb', id) })).toEqual(
      expect.not.arrayContaining(['workbook', 'artifact', 'op', 'delta', 'audit']),
    )
})

test('a workbook that is made while its account is being closed goes with it', async () => {
  const { accountId, finance, close, person } = await newFullAccount()
  await close()
  const workbookId = newId()
  await service.running.admin.query(
    `insert into workbook (workbook_id, workspace_id, owner_id, title) values ($1, $2, $3, 'late')`,
    [workbookId, fromWireId('ws', finance), fromWireId('usr', person.userId)],
  )
  await service.running.admin.query('insert into workbook_head (workbook_id) values ($1)', [workbookId])

  await runTask(service.running, 'account.close', { account_id: accountId })

  expect(await tablesNaming(service.running.admin, { account_id: accountId })).not.toContain('account')
})

/** What its owner still sees of an account. */
async function seen({ call }: Person, account: string, workspace: string, workbooks: string[]): Promise<number[]> {
  const paths = [
    `/api/control/account?account_id=${account}`,
    `/api/control/workspaces/${workspace}`,
    ...workbooks.map((id) => `/api/v1/workbooks/${id}`),
  ]
  return Promise.all(paths.map(async (path) => (await call('GET', path)).status))
}
