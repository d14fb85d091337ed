import { afterAll, expect, test } from 'vitest'
import { mapGroup, newCompany as newCompanyAt, openOutside } from '../../../../test/company.ts'
import { newMember, newTokenCall } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'

const outside = await openOutside()
afterAll(() => outside.close())
const service = startService({ settings: outside.settings })
const AT = '/api/control/account/policy'

/** A company with one of its people, logged in. */
async function newStaff() {
  const company = await newCompanyAt(service, outside.domains)
  await mapGroup(company.owner, company.workspace, 'Staff', 'editor')
  const email = `emi@${company.domain}`
  const call = service.as(await outside.enter(service.url(), email, ['Staff']))
  const { body } = await call('GET', '/api/v1/me')
  return { ...company, person: { userId: body.user_id as string, email, password: '', session: '', call } }
}

const age = (table: string, userId: string, by: string) =>
  service.running.admin.query(`update ${table} set created_at = created_at - $2::interval where user_id = $1`, [
    fromWireId('usr', userId),
    by,
  ])

test('a session of the company’s people ends when its policy says, and others go on', async () => {
  const { owner, person } = await newStaff()
  const before = await owner.call('GET', AT)
  await age('session', person.userId, '1 hour')
  await age('session', owner.userId, '1 hour')

  const set = await owner.call('PUT', AT, { max_session_minutes: 30 })
  const again = service.as(await outside.enter(service.url(), person.email))
  const { rows } = await service.running.admin.query(
    `select extract(epoch from expires_at - created_at) / 60 as minutes from session
     where user_id = $1 order by created_at desc limit 1`,
    [fromWireId('usr', person.userId)],
  )

  expect(before.body).toEqual({
    max_session_minutes: null,
    max_token_days: null,
    tokens_allowed: true,
    public_links: 'allowed',
  })
  expect(set.body).toEqual({
    max_session_minutes: 30,
    max_token_days: null,
    tokens_allowed: true,
    public_links: 'allowed',
  })
  expect((await person.call('GET', '/api/v1/me')).status).toBe(401)
  expect((await again('GET', '/api/v1/me')).status).toBe(200)
  expect((await owner.call('GET', '/api/v1/me')).status).toBe(200)
  expect(Number(rows[0].minutes)).toBe(30)
})

test('tokens of the company’s people, and those that reach into it, live as long as its policy says', async () => {
  const { owner, person, workspace, workbook } = await newStaff()
  const guest = await newMember(service, owner, workspace, 'editor')
  const resource = `workbook:${workbook}`
  const [old, own] = [await newTokenCall(service, guest, { resource }), await newTokenCall(service, guest, {})]
  await age('credential', guest.userId, '10 days')

  await owner.call('PUT', AT, { max_token_days: 7 })
  const mint = (days: number | null) =>
    person.call('POST', '/api/v1/me/tokens', { name: 'x', resource, expires_in_days: days })
  const [long, short, usual] = [await mint(8), await mint(7), await mint(null)]

  expect((await old('GET', `/api/v1/workbooks/${workbook}`)).body.code).toBe('expired_token')
  expect((await own('GET', '/api/v1/me')).status).toBe(200)
  expect(long).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
  expect([short.status, usual.status]).toEqual([201, 201])
  const days = (Date.parse(usual.body.expires_at) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
})

test('where tokens are not allowed those that are there end, and no one mints another', async () => {
  const { owner, person, workbook } = await newStaff()
  const resource = `workbook:${workbook}`
  const token = await newTokenCall(service, person, { resource })
  const stranger = await service.newPerson()

  await owner.call('PUT', AT, { tokens_allowed: false })
  const refused = await person.call('POST', '/api/v1/me/tokens', { name: 'x', resource })

  expect((await token('GET', `/api/v1/workbooks/${workbook}`)).status).toBe(401)
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
  expect((await stranger.call('POST', '/api/v1/me/tokens', { name: 'x' })).status).toBe(201)
})
