import { afterAll, expect, test } from 'vitest'
import { holdDomain, openDomains } from '../../../../test/company.ts'
import { newDeveloperAccount, newTokenCall } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const domains = await openDomains()
afterAll(() => domains.close())
const service = startService({ settings: domains.settings })
const AT = '/api/control/account/domains'

test('a domain is verified by its TXT record, and by nothing else', async () => {
  const owner = await service.newPerson()
  const domain = `${crypto.randomUUID()}.example`
  const { status, body } = await owner.call('POST', AT, { domain: domain.toUpperCase() })
  const early = await owner.call('POST', `${AT}/${domain}/verify`)
  domains.publish(body.record_name, 'bindery-domain=of another account')
  const wrong = await owner.call('POST', `${AT}/${domain}/verify`)
  domains.publish(body.record_name, body.record_value)
  const verified = await owner.call('POST', `${AT}/${domain}/verify`)

  expect([status, body.domain, body.record_name, body.verified_at]).toEqual([201, domain, `_bindery.${domain}`, null])
  expect([early, wrong]).toMatchObject([
    { status: 409, body: { code: 'domain_unverified' } },
    { status: 409, body: { code: 'domain_unverified' } },
  ])
  expect(verified).toMatchObject({ status: 200, body: { verified_at: expect.any(String) } })
  expect((await owner.call('GET', AT)).body.domains).toEqual([verified.body])
})

test('one account holds a domain, until it gives it up or is closed', async () => {
  const [first, second] = [await service.newPerson(), await service.newPerson()]
  const domain = await holdDomain(first, domains)

  const { body } = await second.call('POST', AT, { domain })
  domains.publish(body.record_name, body.record_value)
  const taken = await second.call('POST', `${AT}/${domain}/verify`)
  await first.call('DELETE', `${AT}/${domain}`)
  const free = await second.call('POST', `${AT}/${domain}/verify`)

  expect(taken).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect(free.status).toBe(200)
  expect((await first.call('DELETE', `${AT}/${domain}`)).status).toBe(404)
})

test('the domain of a closed account is free', async () => {
  const [first, second] = [await service.newPerson(), await service.newPerson()]
  const account_id = await newDeveloperAccount(first, 'Acme')
  const domain = `${crypto.randomUUID()}.example`
  const claimed = await first.call('POST', AT, { domain, account_id })
  domains.publish(claimed.body.record_name, claimed.body.record_value)
  await first.call('POST', `${AT}/${domain}/verify?account_id=${account_id}`)
  await first.call('POST', '/api/control/account/delete', { account_id, confirm: 'Acme' })

  expect(await holdDomain(second, domains, domain)).toBe(domain)
})

test('only a session of the owner claims domains, and only what is one', async () => {
  const owner = await service.newPerson()
  const token = await newTokenCall(service, owner, { scopes: ['account:read'] })
  const stranger = await service.newPerson()
  const { body: account } = await owner.call('GET', '/api/control/account')

  expect((await token('POST', AT, { domain: 'example.org' })).body.code).toBe('session_required')
  expect((await token('GET', AT)).status).toBe(200)
  const foreign = await stranger.call('POST', AT, { domain: 'example.org', account_id: account.account_id })
  expect(foreign.status).toBe(404)
  for (const domain of [
    'localhost',
    'a@b.c',
    '127.0.0.1',
    'a..b',
    'a b.c',
    '.b.c',
    'https://b.c',
    '!.;$%',
    'a.b-',
    '-a.bc',
  ])
    expect([domain, (await owner.call('POST', AT, { domain })).status]).toEqual([domain, 422])
})
