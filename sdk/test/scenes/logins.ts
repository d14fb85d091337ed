import { expect } from 'vitest'
import { newBrowser } from '../../../server/test/browser.ts'
import { newSomebody } from '../../../server/test/identity-provider.ts'
import type { Api } from '../../src/api.ts'
import { expectRefusal, mailedToken, newAddress, OWN_PAGE, type Scene, sentOn, signedInBrowser } from '../scene.ts'
import { BASE } from '../surroundings.ts'

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'a staple of batteries'

/** Logging in: by programs, by the pages of the service, and with a device. */
export async function playLogins(scene: Scene) {
  const { email, password, apiFor } = scene
  const nobody = apiFor(null)
  const login = await nobody.login({ body: { email, password } })
  const renewed = await nobody.refreshSession({ body: { refresh_token: login.refresh_token } })
  await nobody.logout({ body: { refresh_token: renewed.refresh_token } })
  await expectRefusal(nobody.refreshSession({ body: { refresh_token: renewed.refresh_token } }), 'session_revoked')
  expect((await nobody.publicKeys()).keys.length).toBeGreaterThan(0)
  await playDevice(scene)

  for (const page of ['loginPage', 'registerPage', 'forgotPasswordPage', 'signedInPage', 'linkSentPage'] as const)
    expect(await (await nobody[page]()).text()).toContain('<html')
  for (const page of ['deviceAllowedPage', 'deviceDeniedPage'] as const)
    expect(await (await nobody[page]()).text()).toContain('<html')
  const form = { email: newAddress(), password: PASSWORD, name: 'Rin', return_to: '/' }
  expect(sentOn(await nobody.submitRegistration({ body: form, ...OWN_PAGE })).cookie).toContain('svc_refresh=')
}

async function playDevice(scene: Scene) {
  const nobody = scene.apiFor(null)
  const asBrowser = await signedInBrowser(scene)
  const { device_code, user_code } = await nobody.startDeviceLogin({ body: { client_name: 'a test' } })
  await expectRefusal(nobody.exchangeDeviceCode({ body: { device_code } }), 'authorization_pending')
  expect(await (await nobody.devicePage({ user_code })).text()).toContain(user_code)
  await nobody.submitUserCode({ body: { user_code }, ...asBrowser })
  expect(await (await nobody.deviceConsentPage({ user_code, ...asBrowser })).text()).toContain('a test')
  const allowed = sentOn(await nobody.submitConsent({ body: { user_code, answer: 'allow' }, ...asBrowser }))
  expect(allowed.location).toBe('/device/allowed')
  const { access_token } = await waitFor(() => nobody.exchangeDeviceCode({ body: { device_code } }))
  expect((await scene.apiFor(access_token).getMe()).email).toBe(scene.email)
}

/** Who has forgotten his password sets a new one behind a mailed link: by a program, and on the page. */
export async function playPasswords(scene: Scene) {
  const nobody = scene.apiFor(null)
  const [first, second] = [await newUser(nobody), await newUser(nobody)]
  const before = await nobody.login({ body: { email: first, password: PASSWORD } })
  const made = scene.apiFor(before.access_token)
  await made.createWorkbook({ body: { title: 'From before' } })
  await made.createAccount({ body: { name: 'Shop' } })

  await nobody.requestPasswordLink({ body: { email: first } })
  const token = await mailedToken(scene, first)
  expect((await nobody.resetPasswordPage({ token })).status).toBe(200)
  expect(await nobody.reviewPasswordLink({ body: { token } })).toEqual({ first_proof: true, access: [] })
  await nobody.resetPassword({ body: { token, password: NEW_PASSWORD, keep: [] } })
  await expectRefusal(nobody.resetPassword({ body: { token, password: PASSWORD } }), 'invalid_token')

  const sent = sentOn(await nobody.submitPasswordLink({ body: { email: second }, ...OWN_PAGE }))
  expect(sent.location).toBe('/forgot-password/sent')
  const form = { token: await mailedToken(scene, second), password: NEW_PASSWORD }
  expect(sentOn(await nobody.submitNewPassword({ body: form, ...OWN_PAGE })).location).toContain('/login')

  for (const email of [first, second]) {
    await expectRefusal(nobody.login({ body: { email, password: PASSWORD } }), 'invalid_credentials')
    expect((await nobody.login({ body: { email, password: NEW_PASSWORD } })).user.email).toBe(email)
  }
  await playHeldContent(scene, first)
}

/** What was made before the address was proven is held until its owner decides, by a program or on the page. */
async function playHeldContent(scene: Scene, email: string) {
  const nobody = scene.apiFor(null)
  const form = { email, password: NEW_PASSWORD, return_to: '/' }
  const { cookie } = sentOn(await nobody.submitLogin({ body: form, ...OWN_PAGE }))
  const asBrowser = { headers: { ...OWN_PAGE.headers, cookie } }
  expect(await (await nobody.heldContentPage(asBrowser)).text()).toContain('From before')
  const { access_token } = await nobody.login({ body: { email, password: NEW_PASSWORD } })
  const owner = scene.apiFor(access_token)
  const [own = '', developer = ''] = (await owner.listHeldContent()).held.map(({ account_id }) => account_id)
  const kept = { decision: 'keep', account: own, return_to: '/' }
  const page = sentOn(await nobody.submitHeldContent({ body: kept, ...asBrowser }))
  expect([page.status, page.location]).toEqual([303, '/api/auth/held-content?return_to=%2F'])
  const rest = await owner.decideHeldContent({ body: { decision: 'discard', account_ids: [developer] } })
  expect(rest.held).toEqual([])
}

async function newUser(nobody: Api): Promise<string> {
  const email = newAddress()
  await nobody.register({ body: { email, password: PASSWORD, name: 'Ken' } })
  return email
}

/** A login at an identity provider. */
export async function playIdentities({ apiFor, around: { identities } }: Scene) {
  const nobody = apiFor(null)
  const started = await nobody.startOidcLogin({ provider: 'acme', return_to: '/here' })
  const { status, location, cookie } = sentOn(started)
  expect([status, new URL(location).origin]).toEqual([302, identities.issuer])

  const somebody = newSomebody()
  const returned = new URL(await identities.sendBack(newBrowser(), location, somebody, BASE))
  const answer = { ...Object.fromEntries(returned.searchParams), headers: { cookie } }
  const finished = sentOn(await nobody.finishOidcLogin({ provider: 'acme', ...answer }))

  expect(finished).toMatchObject({ status: 302, location: '/here' })
  const asBrowser = { headers: { cookie: finished.cookie, origin: BASE } }
  expect((await nobody.refreshSession({ body: {}, ...asBrowser })).user.email).toBe(somebody.email)
  await expectRefusal(nobody.startOidcLogin({ provider: 'none' }), 'not_found')
}

/** The device may have to wait its interval. */
async function waitFor<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries > 10) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}
