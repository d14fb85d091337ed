import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newWorkspace } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const service = startService({ workers: 1, settings: { logLevel: 'trace' } })

const canary = () => `canary${randomBytes(9).toString('hex')}`

/** Everything secret that one person sends or receives, and all of their data. */
async function useEverything() {
  const secrets: Record<string, string> = {}
  const secret = (name: string, value: unknown = canary()): string => {
    secrets[name] = String(value)
    return secrets[name]
  }
  const person = await service.newPerson()
  secret('the password', person.password)
  secret('the session', person.session)
  const anybody = service.as(null)
  const login = await fetch(`${service.url()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `other=${secret('a foreign cookie')}` },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  for (const [n, cookie] of login.headers.getSetCookie().entries())
    secret(`cookie ${n}`, /=([^;]{10,})/.exec(cookie)?.[1] ?? canary())
  await anybody('POST', '/api/auth/login', { email: person.email, password: secret('a wrong password') })
  await anybody('POST', `/api/auth/reset-password`, {
    token: secret('a reset token'),
    password: secret('a new password'),
  })
  await anybody('GET', `/api/v1/me?access_token=${secret('a token in the address')}`)
  await service.as(secret('a wrong credential', `svc_pat_${canary()}`))('GET', '/api/v1/me')
  const token = secret('a token', await service.newToken(person, { scopes: ['workbooks:write'] }))
  await service.as(token)('GET', '/api/v1/me')

  const workspace = await newWorkspace(person)
  const invited = await person.call('POST', `/api/control/workspaces/${workspace}/invitations`, {
    email: `${canary()}@example.org`,
    base_role: 'viewer',
  })
  const link = JSON.stringify(invited.body).match(/token=([\w-]+)/)?.[1]
  if (link) await fetch(`${service.url()}/accept-invitation?token=${secret('an invitation', link)}`)
  const webhook = await person.call('POST', '/api/v1/me/webhooks', {
    url: `http://127.0.0.1:9/${secret('the path of a receiver')}`,
    events: ['*'],
  })
  if (webhook.body.secret) secret('a webhook secret', webhook.body.secret)

  const { body } = await person.call('POST', '/api/v1/workbooks', { title: secret('a title'), workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await person.call('POST', `${at}/tables`, {
    name: 'people',
    columns: [{ name: secret('a column') }, { name: 'n', type: 'BIGINT' }],
  })
  await person.call('POST', `${at}/tables/people/rows`, {
    expected_version: null,
    rows: [{ [secrets['a column'] ?? '']: secret('a cell') }, { n: secret('a cell of the wrong type') }],
  })
  await person.call('POST', `${at}/tables/people/rows`, {
    expected_version: null,
    rows: [{ [secrets['a column'] ?? '']: secret('another cell') }],
  })
  await person.call('POST', `${at}/query`, { sql: 'select $p as x', params: { p: secret('a parameter of SQL') } })
  await person.call('POST', `${at}/query`, { sql: `select '${secret('a literal of SQL')}'::BIGINT from people` })
  await person.call('POST', `${at}/query`, { sql: `selec ${secret('SQL that cannot be read')}` })
  const slot = await person.call('POST', `${at}/uploads`, { filename: `${secret('a file name')}.csv`, size_bytes: 4 })
  const url = JSON.stringify(slot.body).match(/sig=([\w%-]+)/)
  if (url) {
    secret('the signature of a slot', url[1])
    const { pathname, search } = new URL(JSON.stringify(slot.body).match(/"(http[^"]+sig=[^"]+)"/)?.[1] ?? '')
    await fetch(service.url() + pathname + search, { method: 'PUT', body: 'a\n1\n' })
  }
  await person.call('GET', `${at}/search?q=${secret('a search')}`)
  await fetch(`${service.url()}/${secret('a path')}`)
  return { secrets, person }
}

test('no log line of any level holds a secret, or anything that a user wrote', async () => {
  const { secrets } = await useEverything()

  const logged = service.running.logged()

  expect(Object.keys(secrets).length).toBeGreaterThan(22)
  expect(logged).toContain('"msg":"request"')
  expect(Object.keys(secrets).filter((name) => logged.includes(secrets[name] ?? ''))).toEqual([])
})
