import { afterAll, expect, test } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import { startDriveServer } from '../../../test/drive-server.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'
import { newSourcePlace } from '../../../test/source-place.ts'
import { workbookFile } from '../../../test/workbook-file.ts'

const drive = await startDriveServer()
afterAll(() => drive.close())
const service = startService({ settings: { drives: drive.settings() } })
const bare = startService()

const PROVIDERS = ['google_drive', 'microsoft'] as const
type Provider = (typeof PROVIDERS)[number]

const APRIL = workbookFile({ Sales: [['region', 'amount'], ['east', 10]] }) // biome-ignore format: a sheet
const MAY = workbookFile({ Sales: [['region', 'amount'], ['east', 10], ['west', 20]] }) // biome-ignore format: a sheet

/** Signs in in a browser, goes to the provider and comes back. */
async function authorize(person: Person, provider: Provider, as: Person = person) {
  const { body } = await person.call('GET', `/api/v1/me/authorize/${provider}`)
  const browser = newBrowser({ 'http://bindery.test': service.url() })
  await browser.post('http://bindery.test/api/auth/forms/login', { email: as.email, password: as.password })
  return { browser, page: await browser.follow(await browser.get(body.authorize_url)) }
}

async function newDrivePlace(provider: Provider) {
  const place = await newSourcePlace(service)
  await authorize(place.owner, provider)
  const id = `${provider} file ${crypto.randomUUID()}`
  drive.put(id, { name: 'sales.xlsx', bytes: APRIL })
  return { ...place, id, files: (query = '') => place.owner.call('GET', `/api/v1/cloud-files/${provider}${query}`) }
}

test('a provider that is not set up is reported as such', async () => {
  const person = await bare.newPerson()

  const { status, body } = await person.call('GET', '/api/v1/me/authorize/google_drive')

  expect([status, body.code]).toEqual([501, 'provider_disabled'])
})

test.each(PROVIDERS)(
  '%s: a user who has not allowed it learns where to do so; then their files are listed',
  async (provider) => {
    const person = await service.newPerson()
    const before = await person.call('GET', `/api/v1/me/authorize/${provider}`)
    const refused = await person.call('GET', `/api/v1/cloud-files/${provider}`)

    const { page } = await authorize(person, provider)

    expect(before.body).toMatchObject({
      provider,
      authorized: false,
      authorize_url: expect.stringContaining('http://'),
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'provider_not_authorized'])
    expect(refused.body.authorize_url).toContain('/api/auth/drives/start')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Your drive is connected')])
    const after = await person.call('GET', `/api/v1/me/authorize/${provider}`)
    expect(after.body).toMatchObject({ authorized: true, authorize_url: null })
    expect((await person.call('GET', `/api/v1/cloud-files/${provider}`)).status).toBe(200)
  },
)

test('a link to allow it, opened by another user, gives no one their drive', async () => {
  const attacker = await service.newPerson()
  const victim = await service.newPerson()

  const { page } = await authorize(attacker, 'google_drive', victim)

  expect(page.status).toBe(403)
  expect((await attacker.call('GET', '/api/v1/me/authorize/google_drive')).body.authorized).toBe(false)
})

test('a browser that did not begin it cannot end it', async () => {
  const person = await service.newPerson()
  const { body } = await person.call('GET', '/api/v1/me/authorize/google_drive')
  const state = new URL(body.authorize_url).searchParams.get('state') ?? ''
  const stranger = newBrowser({ 'http://bindery.test': service.url() })

  const page = await stranger.get(
    `http://bindery.test/api/v1/oauth/google_drive/callback?${new URLSearchParams({ state, code: 'stolen' })}`,
  )

  expect(page.status).toBe(403)
  expect((await person.call('GET', '/api/v1/me/authorize/google_drive')).body.authorized).toBe(false)
})

test('tokens are sealed at rest, and the secret of the service never goes to a browser', async () => {
  const { owner } = await newDrivePlace('google_drive')

  const { rows } = await service.running.admin.query('select tokens from drive_grant')
  const { rows: plain } = await service.running.admin.query(
    "select 1 from drive_grant where encode(tokens, 'escape') like '%Token%'",
  )

  expect(rows.length).toBeGreaterThan(0)
  expect(plain).toEqual([])
  expect((await owner.call('GET', '/api/v1/me/authorize/google_drive')).body).not.toHaveProperty('tokens')
})

test.each(PROVIDERS)('%s: importable files are listed page by page, folders first, with isFolder', async (provider) => {
  const { files } = await newDrivePlace(provider)
  const folder = `folder ${crypto.randomUUID()}`
  drive.put(folder, { name: 'Reports', parent: folder })
  for (const n of [1, 2, 3]) drive.put(`${folder} ${n}`, { name: `r${n}.xlsx`, parent: folder, bytes: APRIL })

  const first = await files(`?folder_id=${encodeURIComponent(folder)}`)
  const second = await files(`?folder_id=${encodeURIComponent(folder)}&cursor=${first.body.next_cursor}`)

  expect(first.body.files[0]).toMatchObject({ name: 'Reports', isFolder: true, size_bytes: null })
  expect(first.body.files[1]).toMatchObject({
    id: `${folder} 1`, name: 'r1.xlsx', isFolder: false, size_bytes: APRIL.length, modified: '2026-05-31T08:00:00.000Z', modified_by: 'Aiko',
  }) // biome-ignore format: one value
  expect(second.body.files.map(({ name }: { name: string }) => name)).toEqual(['r2.xlsx', 'r3.xlsx'])
  expect(second.body.next_cursor).toBeNull()
})

test.each(PROVIDERS)('%s: q looks for a name', async (provider) => {
  const { files } = await newDrivePlace(provider)
  const name = `budget ${crypto.randomUUID()}.xlsx`
  drive.put(name, { name, bytes: APRIL, parent: 'elsewhere' })

  let { body } = await files(`?q=${encodeURIComponent(name)}`)
  const found = [...body.files]
  while (body.next_cursor) {
    body = (await files(`?q=${encodeURIComponent(name)}&cursor=${body.next_cursor}`)).body
    found.push(...body.files)
  }

  expect(found.map((file: { name: string }) => file.name)).toEqual([name])
})

test.each(PROVIDERS)(
  '%s: a file is imported as an upload is, and the source tells where it came from',
  async (provider) => {
    const { call, rows, id } = await newDrivePlace(provider)

    const { status, body } = await call('POST', '/sources/cloud', { provider, file_id: id, filename: 'april.xlsx' })

    expect(status).toBe(201)
    expect(body.source).toMatchObject({ name: 'april.xlsx', provenance: { kind: 'cloud', provider, ref: id } })
    expect(await rows('april')).toEqual([{ region: 'east', amount: 10 }])
  },
)

test.each(PROVIDERS)('%s: a token that has ended is renewed, once and unseen', async (provider) => {
  const { files } = await newDrivePlace(provider)
  drive.expire()

  const listed = await files()
  drive.expire()
  const again = await files()

  expect([listed.status, again.status]).toEqual([200, 200])
})

test.each(PROVIDERS)('%s: who has taken it back at the provider is asked again', async (provider) => {
  const { files, owner } = await newDrivePlace(provider)
  drive.forget()

  const refused = await files()

  expect([refused.status, refused.body.code]).toEqual([403, 'provider_not_authorized'])
  expect((await owner.call('GET', `/api/v1/me/authorize/${provider}`)).body.authorized).toBe(false)
})

test('a drive that is busy is asked again when it says so, and not for ever', async () => {
  const { files } = await newDrivePlace('google_drive')
  const busy = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds } })
  drive.scripted.push(busy('0'), {
    status: 403,
    body: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } },
    headers: { 'retry-after': '0' },
  })

  const patient = await files()
  drive.scripted.push(busy('3600'))
  const refused = await files()

  expect(patient.status).toBe(200)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3600'])
})

test.each(PROVIDERS)('%s: a file that is not there is not found', async (provider) => {
  const { call } = await newDrivePlace(provider)

  const { status, body } = await call('POST', '/sources/cloud', { provider, file_id: 'nowhere', filename: 'a.xlsx' })

  expect([status, body.code]).toEqual([404, 'not_found'])
})

test.each(PROVIDERS)('%s: a file that changes while it is read is read again', async (provider) => {
  const { call, rows, id } = await newDrivePlace(provider)
  drive.whenRead((item) => {
    drive.whenRead(undefined)
    drive.put(item.id, { name: item.name, bytes: MAY })
  })

  const { status } = await call('POST', '/sources/cloud', { provider, file_id: id, filename: 'changing.xlsx' })

  expect(status).toBe(201)
  expect(await rows('changing')).toHaveLength(2)
})

test('a file that never rests is given up', async () => {
  const { call, id } = await newDrivePlace('microsoft')
  drive.whenRead((item) => drive.put(item.id, { name: item.name, bytes: MAY }))

  const { status, body } = await call('POST', '/sources/cloud', {
    provider: 'microsoft',
    file_id: id,
    filename: 'a.xlsx',
  })

  drive.whenRead(undefined)
  expect([status, body.code]).toEqual([503, 'unavailable'])
})

test('where an address alone opens a file, no token goes there', async () => {
  const { call, id } = await newDrivePlace('microsoft')

  await call('POST', '/sources/cloud', { provider: 'microsoft', file_id: id, filename: 'a.xlsx' })

  const opened = drive.requests.filter(({ url }) => url.startsWith('/microsoft/open/'))
  expect(opened.map(({ authorization }) => authorization)).toEqual(opened.map(() => undefined))
  expect(opened.length).toBeGreaterThan(0)
})

test('a leave that is taken back is forgotten here, and reported to the provider', async () => {
  const { owner, files } = await newDrivePlace('google_drive')

  const { status } = await owner.call('DELETE', '/api/v1/me/authorize/google_drive')

  expect(status).toBe(204)
  expect((await files()).body.code).toBe('provider_not_authorized')
  expect(drive.requests.some(({ url }) => url === '/google/revoke')).toBe(true)
})

test('cloud-files:read must be explicit on a token', async () => {
  const { owner } = await newDrivePlace('google_drive')
  const token = await service.newToken(owner, { scopes: ['workbooks:write'] })

  const { status, body } = await service.as(token)('GET', '/api/v1/cloud-files/google_drive')

  expect([status, body.code, body.required_scopes]).toEqual([403, 'insufficient_scope', ['cloud-files:read']])
})
