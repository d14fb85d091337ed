import { expect } from 'vitest'
import { newBrowser } from '../../../server/test/browser.ts'
import { newIdentity } from '../../../server/test/identity-provider.ts'
import type { Api } from '../../src/api.ts'
import { expectRefusal, mailedToken, newAddress, OWN_PAGE, type Scene, sentOn, signedInBrowser } from '../scene.ts'
import { BASE } from '../surroundings.ts'

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'a staple of batteries'

/** Logging in: by programs, by the pages of the service, and with a device. */
export async function playLogins(scene: Scene) {
  const { email, password, apiFor } = scene
  const anonymous = apiFor(null)
  const login = await anonymous.login({ body: { email, password } })
  const renewed = await anonymous.refreshSession({ body: { refresh_token: login.refresh_token } })
  await anonymous.logout({ body: { refresh_token: renewed.refresh_token } })
  await expectRefusal(anonymous.refreshSession({ body: { refresh_token: renewed.refresh_token } }), 'session_revoked')
  expect((await anonymous.publicKeys()).keys.length).toBeGreaterThan(0)
  await playDevice(scene)

  for (const page of ['loginPage', 'registerPage', 'forgotPasswordPage', 'signedInPage', 'linkSentPage'] as const)
    expect(await (await anonymous[page]()).text()).toContain('<html')
  for (const page of ['deviceAllowedPage', 'deviceDeniedPage'] as const)
    expect(await (await anonymous[page]()).text()).toContain('<html')
  const form = { email: newAddress(), password: PASSWORD, name: 'Rin', return_to: '/' }
  expect(sentOn(await anonymous.submitRegistration({ body: form, ...OWN_PAGE })).cookie).toContain('svc_refresh=')
}

async function playDevice(scene: Scene) {
  const anonymous = scene.apiFor(null)
  const asBrowser = await signedInBrowser(scene)
  const { device_code, user_code } = await anonymous.startDeviceLogin({ body: { client_name: 'a test' } })
  await expectRefusal(anonymous.exchangeDeviceCode({ body: { device_code } }), 'authorization_pending')
  expect(await (await anonymous.devicePage({ user_code })).text()).toContain(user_code)
  await anonymous.submitUserCode({ body: { user_code }, ...asBrowser })
  expect(await (await anonymous.deviceConsentPage({ user_code, ...asBrowser })).text()).toContain('a test')
  const allowed = sentOn(await anonymous.submitConsent({ body: { user_code, answer: 'allow' }, ...asBrowser }))
  expect(allowed.location).toBe('/device/allowed')
  const { access_token } = await waitFor(() => anonymous.exchangeDeviceCode({ body: { device_code } }))
  expect((await scene.apiFor(access_token).getMe()).email).toBe(scene.email)
}

/** A user who forgot the password sets a new one behind a mailed link: by a program, and on the page. */
export async function playPasswords(scene: Scene) {
  const anonymous = scene.apiFor(null)
  const [first, second] = [await newUser(anonymous), await newUser(anonymous)]
  const before = await anonymous.login({ body: { email: first, password: PASSWORD } })
  const made = scene.apiFor(before.access_token)
  await made.createWorkbook({ body: { title: 'From before' } })
  await made.createAccount({ body: { name: 'Shop' } })

  await anonymous.requestPasswordLink({ body: { email: first } })
  const token = await mailedToken(scene, first)
  expect((await anonymous.resetPasswordPage({ token })).status).toBe(200)
  expect(await anonymous.reviewPasswordLink({ body: { token } })).toEqual({ first_proof: true, access: [] })
  await anonymous.resetPassword({ body: { token, password: NEW_PASSWORD, keep: [] } })
  await expectRefusal(anonymous.resetPassword({ body: { token, password: PASSWORD } }), 'invalid_token')

  const sent = sentOn(await anonymous.submitPasswordLink({ body: { email: second }, ...OWN_PAGE }))
  expect(sent.location).toBe('/forgot-password/sent')
  const form = { token: await mailedToken(scene, second), password: NEW_PASSWORD }
  expect(sentOn(await anonymous.submitNewPassword({ body: form, ...OWN_PAGE })).location).toContain('/login')

  for (const email of [first, second]) {
    await expectRefusal(anonymous.login({ body: { email, password: PASSWORD } }), 'invalid_credentials')
    expect((await anonymous.login({ body: { email, password: NEW_PASSWORD } })).user.email).toBe(email)
  }
  await playHeldContent(scene, first)
}

/** What was made before the address was proven is held until its owner decides, by a program or on the page. */
async function playHeldContent(scene: Scene, email: string) {
  const anonymous = scene.apiFor(null)
  const form = { email, password: NEW_PASSWORD, return_to: '/' }
  const { cookie } = sentOn(await anonymous.submitLogin({ body: form, ...OWN_PAGE }))
  const asBrowser = { headers: { ...OWN_PAGE.headers, cookie } }
  expect(await (await anonymous.heldContentPage(asBrowser)).text()).toContain('From before')
  const { access_token } = await anonymous.login({ body: { email, password: NEW_PASSWORD } })
  const owner = scene.apiFor(access_token)
  const [own = '', developer = ''] = (await owner.listHeldContent()).held.map(({ account_id }) => account_id)
  const kept = { decision: 'keep', account: own, return_to: '/' }
  const page = sentOn(await anonymous.submitHeldContent({ body: kept, ...asBrowser }))
  expect([page.status, page.location]).toEqual([303, '/api/auth/held-content?return_to=%2F'])
  const rest = await owner.decideHeldContent({ body: { decision: 'discard', account_ids: [developer] } })
  expect(rest.held).toEqual([])
}

async function newUser(anonymous: Api): Promise<string> {
  const email = newAddress()
  await anonymous.register({ body: { email, password: PASSWORD, name: 'Ken' } })
  return email
}

/** A login at an identity provider. */
export async function playIdentities({ apiFor, around: { identities } }: Scene) {
  const anonymous = apiFor(null)
  const started = await anonymous.startOidcLogin({ provider: 'acme', return_to: '/here' })
  const { status, location, cookie } = sentOn(started)
  expect([status, new URL(location).origin]).toEqual([302, identities.issuer])

  const identity = newIdentity()
  const returned = new URL(await identities.sendBack(newBrowser(), location, identity, BASE))
  const answer = { ...Object.fromEntries(returned.searchParams), headers: { cookie } }
  const finished = sentOn(await anonymous.finishOidcLogin({ provider: 'acme', ...answer }))

  expect(finished).toMatchObject({ status: 302, location: '/here' })
  const asBrowser = { headers: { cookie: finished.cookie, origin: BASE } }
  expect((await anonymous.refreshSession({ body: {}, ...asBrowser })).user.email).toBe(identity.email)
  await expectRefusal(anonymous.startOidcLogin({ provider: 'none' }), 'not_found')
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
