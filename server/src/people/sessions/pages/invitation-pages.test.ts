import { expect, test } from 'vitest'
import { newBrowser } from '../../../../test/browser.ts'
import { newWorkbook, newWorkspace, personalWorkspace, tokenIn } from '../../../../test/control-plane.ts'
import type { Person } from '../../../../test/person.ts'
import { startService } from '../../../../test/service.ts'

const service = startService({ settings: { registrationOpen: true } })
const BASE = 'http://bindery.test'
const PASSWORD = 'correct horse battery'

const browser = (language = 'en') => newBrowser({ [BASE]: service.url() }, language)
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''

async function invite(email: string) {
  const admin = await service.newPerson('Aiko')
  const workspace = await newWorkspace(admin, { name: 'Books & <Ledgers>' })
  const at = `/api/control/workspaces/${workspace}`
  const { body } = await admin.call('POST', `${at}/invitations`, { email, base_role: 'viewer' })
  const members = async () =>
    (await admin.call('GET', `${at}/users`)).body.users.map((user: { email: string }) => user.email)
  return { url: body.url as string, token: tokenOf(body.url), members }
}

const signIn = (
  page: ReturnType<typeof browser>,
  { email, password }: Pick<Person, 'email' | 'password'>,
  returnTo = '',
) => page.post(`${BASE}/api/auth/forms/login`, { email, password, return_to: returnTo })

test('the link leads a new user to a page where they choose a name and a password and are in', async () => {
  const { url, token, members } = await invite('chie@example.org')
  const page = browser()

  const shown = await page.get(url)
  const done = await page.post(`${BASE}/api/auth/forms/invitation`, { token, name: 'Chie', password: PASSWORD })

  expect(shown.status).toBe(200)
  expect(shown.text).toContain('Aiko invites you to the workspace &quot;Books &amp; &lt;Ledgers&gt;&quot;.')
  expect(shown.text).toContain('name="password"')
  expect([done.status, done.location]).toEqual([303, '/'])
  expect(page.cookie('svc_refresh')).toBeTruthy()
  expect(await members()).toContain('chie@example.org')
})

test('the link leads a user through the login and back, and they accept', async () => {
  const person = await service.newPerson()
  const { url, token, members } = await invite(person.email)
  const page = browser()

  const shown = await page.get(url)
  const sentOn = await page.post(`${BASE}/api/auth/forms/invitation`, { token })
  const returnTo = new URL(sentOn.location ?? '', BASE).searchParams.get('return_to') ?? ''
  const back = await page.follow(await signIn(page, person, returnTo))
  const done = await page.post(`${BASE}/api/auth/forms/invitation`, { token })

  expect(shown.text).not.toContain('name="password"')
  expect(back.url.href).toBe(url)
  expect([done.status, done.location]).toEqual([303, '/'])
  expect(await members()).toContain(person.email)
})

test('accepting leads into the one workbook of the workspace, which is called after its owner where it has no name', async () => {
  const owner = await service.newPerson('花子')
  const workspace = await personalWorkspace(owner)
  const workbook = await newWorkbook(owner, workspace)
  const path = `/api/control/workspaces/${workspace}/invitations`
  const invited = await owner.call('POST', path, { email: 'dan@example.org', base_role: 'viewer' })
  const token = tokenIn(invited.body.url)
  const page = browser()

  const shown = await page.get(invited.body.url)
  const done = await page.post(`${BASE}/api/auth/forms/invitation`, { token, name: 'Dan', password: PASSWORD })

  expect(shown.text).toContain('花子 invites you to 花子&#39;s workspace.')
  expect([done.status, done.location]).toEqual([303, `/w/${workbook}`])
})

test('a user signed in with another address learns so and is not let in', async () => {
  const [person, other] = [await service.newPerson(), await service.newPerson()]
  const { token, members } = await invite(person.email)
  const page = browser()
  await signIn(page, other)

  const refused = await page.post(`${BASE}/api/auth/forms/invitation`, { token })

  expect(refused.status).toBe(403)
  expect(refused.text).toContain(`Sign in as ${person.email} to accept`)
  expect(refused.text).toContain('/login?return_to=')
  expect(await members()).toHaveLength(1)
})

test('a form with a weak password or no name comes back with what is wrong, and keeps the name', async () => {
  const { token, members } = await invite('dai@example.org')
  const page = browser()
  const send = (name: string, password: string) =>
    page.post(`${BASE}/api/auth/forms/invitation`, { token, name, password })

  const [nameless, weak] = [await send(' ', PASSWORD), await send('Dai', 'short')]

  expect([nameless.status, weak.status]).toEqual([422, 422])
  expect(nameless.text).toContain('Enter a name')
  expect(weak.text).toContain('A password has 12 to 200 characters.')
  expect(weak.text).toContain('value="Dai"')
  expect(await members()).toHaveLength(1)
})

test('a form that another site posts is refused', async () => {
  const { token, members } = await invite('eri@example.org')
  const form = { token, name: 'Eri', password: PASSWORD }

  const forged = await browser().post(`${BASE}/api/auth/forms/invitation`, form, { origin: 'https://evil.example' })

  expect(forged.status).toBe(403)
  expect(await members()).toHaveLength(1)
})

test('a link that is used up or made up says so, in the language of the browser', async () => {
  const { url, token } = await invite('fumi@example.org')
  await browser().post(`${BASE}/api/auth/forms/invitation`, { token, name: 'Fumi', password: PASSWORD })

  const pages = await Promise.all([browser().get(url), browser('ja').get(`${BASE}/accept-invitation?token=x`)])
  const sent = await browser().post(`${BASE}/api/auth/forms/invitation`, { token })

  expect([...pages, sent].map(({ status }) => status)).toEqual([404, 404, 404])
  expect(pages[0]?.text).toContain('This invitation is no longer good')
  expect(pages[1]?.text).toContain('この招待は無効です')
})

test('no log line holds the token, wherever the browser is sent with it', async () => {
  const person = await service.newPerson()
  const { url, token } = await invite(person.email)
  const page = browser()

  await page.get(url)
  await page.follow(await page.post(`${BASE}/api/auth/forms/invitation`, { token }))

  expect(service.running.logged()).toMatch(/accept-invitation.*login/s)
  expect(service.running.logged()).not.toContain(token)
})
