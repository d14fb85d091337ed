import { newBrowser } from '../../../server/test/browser.ts'
import { tokenIn } from '../../../server/test/control-plane.ts'
import { newIdentity, startIdentityProvider } from '../../../server/test/identity-provider.ts'
import { newPerson } from '../../../server/test/person.ts'
import { proveByReset } from '../../../server/test/prove-address.ts'
import { ANONYMOUS, asCaller } from '../requests/account-requests.ts'
import { fresh } from '../requests/good-request.ts'
import { FROM_OUR_PAGE, formOf, PASSWORD, refreshTokenOf } from '../requests/sign-in-requests.ts'
import { routesThatDeclare } from '../routes.ts'
import type { Asking, Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'
import { goodRequest } from './sweeps.ts'

const BASE = 'http://bindery.test'
const FOREIGN = { origin: 'https://elsewhere.example' }
const CLIENT = { clientId: 'bindery', clientSecret: 'a secret between two servers' }

/** Logins, registrations, invitations, devices and identity providers that are refused. */
export async function reachSignInProblems(stage: Stage): Promise<void> {
  const acme = await startIdentityProvider({ ...CLIENT, redirectUri: `${BASE}/api/auth/oidc/acme/callback` })
  const oidcProviders = [
    { name: 'acme', issuer: acme.issuer, ...CLIENT },
    { name: 'gone', issuer: 'http://127.0.0.1:9', ...CLIENT },
  ]
  // One proxy in front: attempts are counted for addresses of their own.
  const open = await startNode(stage, { trustedProxies: 1, oidcProviders })
  const closed = await startNode(stage, { trustedProxies: 1, oidcProviders, registrationOpen: false })
  const strict = await startNode(stage, { ceilings: { ...stage.world.service.settings.ceilings, ...NONE_AT_ALL } })
  try {
    await useWrongPasswords(stage, open.url, closed.url)
    await useRefreshTokens(stage)
    await useDevices(stage, open.url)
    await useInvitations(stage)
    await decideOnHeld(stage)
    await useIdentityProvider(stage, open.url, closed.url, acme)
    await tryTooOften(stage, strict.url)
  } finally {
    await open.close()
    await closed.close()
    await strict.close()
    await acme.close()
  }
}

const NONE_AT_ALL = {
  loginsPerNetwork: 0,
  failuresPerAddress: 0,
  registrationsPerNetwork: 0,
  resetsPerNetwork: 0,
  invitationsPerAccount: 0,
  devicesPerNetwork: 0,
}

/** On a node where the first attempt is one too many. */
async function tryTooOften(stage: Stage, node: string) {
  for (const route of routesThatDeclare('too_many_logins'))
    await stage.ask(route.operation, { ...(await goodRequest(stage, route)), node, page: 'too_many_logins' })
  // Links that are good are not counted.
  const unknown = { token: 'none', password: PASSWORD }
  await stage.ask('resetPassword', { by: ANONYMOUS, node, json: unknown })
  await stage.ask('reviewPasswordLink', { by: ANONYMOUS, node, json: { token: 'none' } })
  await stage.ask('submitNewPassword', { ...formOf(unknown), node, page: 'too_many_logins' })
}

const from = (network: string) => ({ 'x-forwarded-for': network })
const repeat = async (times: number, act: () => Promise<unknown>) => {
  for (let n = 0; n < times; n++) await act()
}

async function useWrongPasswords({ world, ask }: Stage, open: string, closed: string) {
  const taken = world.people.viewer.email
  const wrong = { email: fresh('wrong@example.org'), password: 'not the password' }
  const newcomer = () => ({ email: `${fresh('new')}@example.org`, password: PASSWORD, name: 'Aiko' })
  const page = (
    fields: Record<string, string>,
    problem: Asking['page'],
    headers: Record<string, string> = {},
  ): Asking => {
    const form = formOf(fields)
    return { ...form, node: open, headers: { ...form.headers, ...headers }, ...(problem ? { page: problem } : {}) }
  }
  await repeat(12, () => ask('login', { by: ANONYMOUS, node: open, json: wrong, headers: from('203.0.113.1') }))
  await repeat(12, () =>
    ask('register', { by: ANONYMOUS, node: open, json: { ...newcomer(), email: taken }, headers: from('203.0.113.2') }),
  )
  await ask('register', { by: ANONYMOUS, node: closed, json: newcomer(), headers: from('203.0.113.3') })
  await ask('submitLogin', page(wrong, 'invalid_credentials', from('203.0.113.4')))
  await repeat(12, () => ask('submitLogin', page(wrong, 'too_many_logins', from('203.0.113.4'))))
  await ask('submitLogin', page(wrong, 'session_required', FOREIGN))
  await ask('submitRegistration', page({ ...newcomer(), email: taken }, 'name_taken', from('203.0.113.5')))
  await repeat(12, () =>
    ask('submitRegistration', page({ ...newcomer(), email: taken }, 'too_many_logins', from('203.0.113.5'))),
  )
  await ask('submitRegistration', page(newcomer(), 'session_required', FOREIGN))
  await ask('submitRegistration', { ...page(newcomer(), 'registration_closed'), node: closed })
  await repeat(22, () => ask('submitPasswordLink', page({ email: taken }, 'too_many_logins', from('203.0.113.6'))))
  await ask('submitPasswordLink', page({ email: taken }, 'session_required', FOREIGN))
  await repeat(22, () =>
    ask('requestPasswordLink', { by: ANONYMOUS, node: open, json: { email: taken }, headers: from('203.0.113.7') }),
  )
  await ask('submitNewPassword', page({ token: 'none', password: PASSWORD }, 'invalid_token'))
  await ask('submitNewPassword', page({ token: 'none', password: PASSWORD }, 'session_required', FOREIGN))
  await ask('resetPassword', { by: ANONYMOUS, json: { token: 'none', password: PASSWORD } })
  await ask('reviewPasswordLink', { by: ANONYMOUS, json: { token: 'none' } })
}

async function useRefreshTokens({ world, ask }: Stage) {
  const { email } = world.people.viewer
  for (const operation of ['refreshSession', 'logout']) {
    await ask(operation, { by: ANONYMOUS, json: {} })
    await ask(operation, { by: ANONYMOUS, json: { refresh_token: 'none' } })
    const cookie = `svc_refresh=${await refreshTokenOf(world.url, email)}`
    await ask(operation, { by: ANONYMOUS, json: {}, headers: { cookie, ...FOREIGN } })
    const old = await refreshTokenOf(world.url, email)
    await world.service.admin
      .query("update session set expires_at = now() - interval '1 day' where created_at > now() - interval '3 seconds'")
      .catch(() => undefined)
    await world.service.admin
      .query("update refresh_ticket set expires_at = now() - interval '1 day'")
      .catch(() => undefined)
    await ask(operation, { by: ANONYMOUS, json: { refresh_token: old } })
  }
  const token = await refreshTokenOf(world.url, email)
  await ask('logout', { by: ANONYMOUS, json: { refresh_token: token } })
  await ask('refreshSession', { by: ANONYMOUS, json: { refresh_token: token } })
}

async function useDevices({ world, ask }: Stage, open: string) {
  const device = async () => (await ask('startDeviceLogin', { by: ANONYMOUS, json: {} })).body
  const poll = (device_code: string) => ask('exchangeDeviceCode', { by: ANONYMOUS, json: { device_code } })
  const cookie = { cookie: `svc_refresh=${await refreshTokenOf(world.url, world.people.custom.email)}` }
  const form = (fields: Record<string, string>, more: Asking = {}): Asking => ({
    by: ANONYMOUS,
    form: new URLSearchParams(fields),
    ...more,
    headers: { ...FROM_OUR_PAGE, ...cookie, ...more.headers },
  })
  await poll('none')
  const waiting = await device()
  await poll(waiting.device_code)
  await poll(waiting.device_code)
  const refused = await device()
  await ask('deviceConsentPage', { by: ANONYMOUS, headers: cookie, query: `user_code=${refused.user_code}` })
  await ask('submitUserCode', form({ user_code: refused.user_code }))
  await ask('submitConsent', form({ user_code: refused.user_code, answer: 'deny' }))
  await poll(refused.device_code)
  const allowed = await device()
  await ask('submitConsent', form({ user_code: allowed.user_code, answer: 'allow' }))
  await poll(allowed.device_code)
  const unknown = { user_code: 'BBBB-BBBB', answer: 'allow' }
  const pages = ['submitUserCode', 'submitConsent']
  for (const operation of pages) {
    await ask(operation, form(unknown, { page: 'session_required', headers: FOREIGN }))
    await ask(operation, form(unknown, { page: 'not_found' }))
  }
  for (const operation of pages) await repeat(12, () => ask(operation, form(unknown, { page: 'too_many_logins' })))
  await repeat(62, () => ask('startDeviceLogin', { by: ANONYMOUS, node: open, json: {}, headers: from('203.0.113.9') }))
}

/** A user proves an address under which another user made things before. */
async function decideOnHeld({ world, ask }: Stage) {
  const person = await newPerson(world.url)
  await person.call('POST', '/api/v1/workbooks', { title: 'Made before' })
  const proven = await proveByReset(world.service, person.email)
  const by = asCaller('the owner of an address', proven.session)
  const { body } = await ask('listHeldContent', { by })
  const held: { account_id: string }[] = body?.held ?? []
  const decide = (account_ids: string[]) => ask('decideHeldContent', { by, json: { decision: 'keep', account_ids } })
  await decide(['acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'])
  const cookie = `svc_refresh=${await refreshTokenOf(world.url, person.email, proven.password)}`
  const headers = { ...FROM_OUR_PAGE, cookie }
  const form = new URLSearchParams({ decision: 'keep', account: 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', return_to: '/' })
  await ask('heldContentPage', { by: ANONYMOUS, headers, query: 'return_to=%2F' })
  await ask('submitHeldContent', { by: ANONYMOUS, headers, form, page: 'not_found' })
  await decide(held.map(({ account_id }) => account_id))
}

async function useInvitations({ world, ask }: Stage) {
  const at = `/api/control/workspaces/${world.workspace}/invitations`
  const invite = async (email: string) =>
    tokenIn((await world.owner.call('POST', at, { email, base_role: 'viewer' })).body.url)
  const known = await newPerson(world.url)
  const token = await invite(known.email)
  const newcomer = await invite(`${fresh('invited')}@example.org`)
  const cookie = { cookie: `svc_refresh=${await refreshTokenOf(world.url, world.people.custom.email)}` }
  const register = { name: 'Guest', password: PASSWORD }
  await ask('acceptInvitation', { by: ANONYMOUS, names: { token }, json: {} })
  await ask('acceptInvitation', { by: ANONYMOUS, names: { token }, json: register })
  await ask('acceptInvitation', { by: 'viewer session', names: { token }, json: {} })
  await ask('acceptInvitation', { by: 'owner token account', names: { token }, json: {} })
  await ask('invitationPage', { by: ANONYMOUS, query: `token=${token}` })
  await ask('submitInvitation', { ...formOf({ token: 'none', ...register }), page: 'not_found' })
  await ask('submitInvitation', { ...formOf({ token, ...register }), page: 'name_taken' })
  await ask('submitInvitation', {
    ...formOf({ token, ...register }),
    headers: { ...FROM_OUR_PAGE, ...cookie },
    page: 'owner_required',
  })
  await ask('submitInvitation', { ...formOf({ token, ...register }), headers: FOREIGN, page: 'session_required' })
  await ask('submitInvitation', formOf({ token: newcomer, ...register }))
}

async function useIdentityProvider(
  { ask }: Stage,
  open: string,
  closed: string,
  acme: Awaited<ReturnType<typeof startIdentityProvider>>,
) {
  await ask('startOidcLogin', { by: ANONYMOUS, node: open, names: { provider: 'nobody' }, page: 'not_found' })
  await ask('startOidcLogin', { by: ANONYMOUS, node: open, names: { provider: 'gone' }, page: 'upstream_error' })
  await ask('startOidcLogin', { by: ANONYMOUS, node: open, names: { provider: 'acme' } })
  await ask('finishOidcLogin', {
    by: ANONYMOUS,
    node: open,
    names: { provider: 'nobody' },
    query: 'code=x&state=y',
    page: 'not_found',
  })
  await ask('finishOidcLogin', {
    by: ANONYMOUS,
    node: open,
    names: { provider: 'acme' },
    query: 'code=x&state=y',
    page: 'invalid_credentials',
  })
  const comeBack = async (
    node: string,
    person: Parameters<typeof acme.sendBack>[2],
    page?: Asking['page'],
    meanwhile = async () => {},
  ) => {
    const tab = newBrowser({ [BASE]: node })
    const address = await acme.sendBack(tab, `${BASE}/api/auth/oidc/acme/start`, person)
    const cookie = tab.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const query = new URL(address).search.slice(1)
    await meanwhile()
    await ask('finishOidcLogin', {
      by: ANONYMOUS,
      node,
      names: { provider: 'acme' },
      query,
      headers: { cookie },
      ...(page ? { page } : {}),
    })
  }
  await comeBack(open, newIdentity())
  await comeBack(open, null, 'invalid_credentials')
  await comeBack(closed, newIdentity(), 'registration_closed')
  // The provider is gone when its code is to be exchanged.
  await comeBack(open, newIdentity(), 'upstream_error', acme.close)
}
