import { expect, test } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import {
  defaultAccount,
  newDeveloperAccount,
  newMember,
  newWorkbook,
  newWorkspace,
  personalWorkspace,
} from '../../../test/control-plane.ts'
import { proveByReset } from '../../../test/prove-address.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService()
const BASE = 'http://bindery.test'
const HELD = '/api/v1/me/held-content'

/** An address under which a workbook, a developer account and an accomplice were before its owner proved it. */
async function newClaimed() {
  const squatter = await service.newPerson()
  const home = await personalWorkspace(squatter)
  const workbook = await newWorkbook(squatter, home)
  await squatter.call('POST', `/api/v1/workbooks/${workbook}/tables`, { name: 'pay', columns: [{ name: 'n' }] })
  const account = await newDeveloperAccount(squatter, 'Shop')
  const shop = await newWorkspace(squatter, { account_id: account, name: 'Counter' })
  const inShop = await newWorkbook(squatter, shop)
  const accomplice = await newMember(service, squatter, home, 'admin', 'Mallory')
  const owner = await proveByReset(service.running, squatter.email)
  const { body } = await owner.call('GET', HELD)
  const [own, developer] = body.held
  return { ...squatter, owner, accomplice, workbook, inShop, account, home, own, developer }
}

test('what is kept is the owner’s again and no other user’s', async () => {
  const { owner, accomplice, workbook, inShop, own, account } = await newClaimed()

  const kept = await owner.call('POST', HELD, { decision: 'keep', account_ids: [own.account_id, account] })

  expect(kept).toMatchObject({ status: 200, body: { held: [] } })
  for (const id of [workbook, inShop]) {
    expect((await owner.call('GET', `/api/v1/workbooks/${id}`)).status).toBe(200)
    expect((await accomplice.call('GET', `/api/v1/workbooks/${id}`)).status).toBe(404)
  }
  expect((await owner.call('DELETE', `/api/v1/workbooks/${workbook}`)).status).toBe(204)
  const { accounts } = (await owner.call('GET', '/api/control/accounts')).body
  expect(accounts).toHaveLength(2)
  expect((await owner.call('GET', '/api/v1/search?q=pay')).status).toBeLessThan(500)
  await runTask(service.running, 'retention.sweep', {})
  expect(await keepersOf()).toBe(0)
})

const keepersOf = async () =>
  (await service.running.admin.query(`select count(*)::int as n from app_user where email_key like 'held-%'`)).rows[0].n

test('what is discarded is gone for good, and what is not named stays held', async () => {
  const { owner, inShop, own, account } = await newClaimed()

  const left = await owner.call('POST', HELD, { decision: 'discard', account_ids: [account] })
  await runTask(service.running, 'account.close', { account_id: fromWireId('acc', account) })
  const again = await owner.call('POST', HELD, { decision: 'keep', account_ids: [account] })

  expect(left.body.held).toMatchObject([{ account_id: own.account_id, kind: 'default' }])
  expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { rowCount } = await service.running.admin.query('select from workbook where workbook_id = $1', [
    fromWireId('wb', inShop),
  ])
  expect(rowCount).toBe(0)
})

test('is deleted when its owner has not kept it within 30 days', async () => {
  const { owner, own, userId } = await newClaimed()
  await service.running.admin.query(`update held_content set held_at = now() - interval '31 days' where user_id = $1`, [
    fromWireId('usr', userId),
  ])

  await runTask(service.running, 'retention.sweep', {})

  expect((await owner.call('GET', HELD)).body.held).toEqual([])
  expect((await owner.call('POST', HELD, { decision: 'keep', account_ids: [own.account_id] })).status).toBe(404)
})

test('cannot be kept or seen by anybody but the owner, nor with a token', async () => {
  const { owner, own, ...squatter } = await newClaimed()
  const stranger = await service.newPerson()
  const token = service.as(await service.newToken({ ...squatter, call: owner.call }))

  const decided = await stranger.call('POST', HELD, { decision: 'keep', account_ids: [own.account_id] })

  expect(decided.status).toBe(404)
  expect((await stranger.call('GET', HELD)).body.held).toEqual([])
  expect(await token('GET', HELD)).toMatchObject({ status: 403, body: { code: 'session_required' } })
})

test('an address whose account was empty has nothing to decide on', async () => {
  const squatter = await service.newPerson()
  const account = await defaultAccount(squatter)

  const owner = await proveByReset(service.running, squatter.email)

  expect((await owner.call('GET', HELD)).body.held).toEqual([])
  const me = await owner.call('GET', '/api/v1/me')
  expect(me.body).toMatchObject({ user_id: squatter.userId, account_id: account, workspace_name: 'Personal' })
})

test('the page lists it in the reader’s language, and its form keeps what is ticked', async () => {
  const { email, owner, own, workbook } = await newClaimed()
  const tab = newBrowser({ [BASE]: service.url() }, 'ja')
  await tab.post(`${BASE}/api/auth/forms/login`, { email, password: owner.password, return_to: '/' })

  const page = await tab.get(`${BASE}/api/auth/held-content?return_to=/somewhere`)
  const empty = await tab.post(`${BASE}/api/auth/forms/held-content`, { decision: 'keep', return_to: '/somewhere' })
  const fields = { decision: 'keep', account: own.account_id, return_to: '/somewhere' }
  const done = await tab.post(`${BASE}/api/auth/forms/held-content`, fields)

  expect(page.text).toContain('以前の内容の確認')
  expect(page.text).toContain('開発者アカウント「Shop」')
  expect(page.text).toContain('Ledger: 1 テーブル')
  expect(empty.status).toBe(422)
  expect([done.status, done.location]).toEqual([303, '/api/auth/held-content?return_to=%2Fsomewhere'])
  expect((await owner.call('GET', `/api/v1/workbooks/${workbook}`)).status).toBe(200)
})

test('the page sends a browser without a login to the login page and back', async () => {
  const tab = newBrowser({ [BASE]: service.url() })

  const sent = await tab.get(`${BASE}/api/auth/held-content`)

  expect([sent.status, sent.location]).toEqual([303, '/login?return_to=%2Fapi%2Fauth%2Fheld-content'])
})
