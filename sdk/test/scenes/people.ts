import { expect } from 'vitest'
import { expectRefusal, type Scene } from '../scene.ts'

const NEW_PASSWORD = 'a staple of batteries'
/** As a browser says it of a form that came from the service's own page. */
const OWN_PAGE = { headers: { 'sec-fetch-site': 'same-origin' } }

/** Accounts, workspaces, invitations, tokens and keys. */
export async function playPeople({ api, apiFor }: Scene) {
  const me = await api.getMe()
  expect((await api.getAccount()).account_id).toBe(me.account_id)
  await api.createAccount({ body: { name: 'Acme' } })
  expect((await api.listAccounts()).accounts.length).toBe(2)

  const { workspace_id } = await api.provisionWorkspace({ body: { name: 'Finance' } })
  await api.listWorkspaces()
  await api.listMyWorkspaces()
  await api.configureWorkspace({ workspace_id, body: { name: 'Treasury' } })
  expect((await api.getWorkspace({ workspace_id })).name).toBe('Treasury')
  await api.listWorkspaceWorkbooks({ workspace_id })

  const email = `${crypto.randomUUID()}@example.org`
  const invited = await api.inviteToWorkspace({ workspace_id, body: { email, base_role: 'editor' } })
  const withdrawn = await api.inviteToWorkspace({ workspace_id, body: { email: `x${email}`, base_role: 'viewer' } })
  await api.withdrawInvitation({ workspace_id, invitation_id: withdrawn.invitation_id })
  expect((await api.listInvitations({ workspace_id })).invitations.length).toBe(1)
  const token = new URL(invited.url ?? '').searchParams.get('token') ?? ''
  const nobody = apiFor(null)
  await nobody.invitationPage({ token })
  const { user } = await nobody.acceptInvitation({ token, body: { name: 'Emi', password: NEW_PASSWORD } })
  await nobody.submitInvitation({ body: { token, name: 'Emi', password: NEW_PASSWORD }, ...OWN_PAGE }).catch(() => null)
  await api.setWorkspaceUserRoles({ workspace_id, user_id: user.user_id, body: { roles: ['auditor'] } })
  expect((await api.listWorkspaceUsers({ workspace_id })).users.length).toBe(2)
  await api.removeWorkspaceUser({ workspace_id, user_id: user.user_id })
  await api.deleteWorkspace({ workspace_id })

  const { token_id } = await api.createToken({ body: { name: 'laptop', scopes: ['workbooks:read'] } })
  expect((await api.listTokens()).tokens.length).toBe(1)
  await api.revokeToken({ token_id })
  const { key_id } = await api.createKey({ body: { scopes: ['workbooks:read'] } })
  await api.listKeys()
  await api.revokeKey({ key_id })
  await api.readUsage()
}

/** Logging in: by programs, by the pages of the service, and with a device. */
export async function playSessions({ email, password, apiFor }: Scene) {
  const nobody = apiFor(null)
  const email2 = `${crypto.randomUUID()}@example.org`
  await nobody.register({ body: { email: email2, password: NEW_PASSWORD, name: 'Ken' } })
  const login = await nobody.login({ body: { email, password } })
  const renewed = await nobody.refreshSession({ body: { refresh_token: login.refresh_token } })
  await nobody.logout({ body: { refresh_token: renewed.refresh_token } })
  expect((await nobody.publicKeys()).keys.length).toBeGreaterThan(0)

  const entered = await nobody.submitLogin({ body: { email, password, return_to: '/device' }, ...OWN_PAGE })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/device'])
  const asBrowser = { headers: { ...OWN_PAGE.headers, cookie } }
  const device = await nobody.startDeviceLogin({ body: { client_name: 'a test' } })
  await expectRefusal(nobody.exchangeDeviceCode({ body: { device_code: device.device_code } }), 'authorization_pending')
  await nobody.devicePage({ user_code: device.user_code })
  await nobody.submitUserCode({ body: { user_code: device.user_code }, ...asBrowser })
  await nobody.deviceConsentPage({ user_code: device.user_code, ...asBrowser })
  await nobody.submitConsent({ body: { user_code: device.user_code, answer: 'allow' }, ...asBrowser })
  const tokens = await waitFor(() => nobody.exchangeDeviceCode({ body: { device_code: device.device_code } }))
  expect((await apiFor(tokens.access_token).getMe()).email).toBe(email)

  for (const page of ['loginPage', 'registerPage', 'forgotPasswordPage', 'signedInPage', 'linkSentPage'] as const)
    expect(await (await nobody[page]()).text()).toContain('<html')
  for (const page of ['deviceAllowedPage', 'deviceDeniedPage'] as const)
    expect(await (await nobody[page]()).text()).toContain('<html')
  expect((await nobody.resetPasswordPage({ token: 'x' })).status).toBe(200)
  await nobody.submitRegistration({
    body: { email: `x${email2}`, password: NEW_PASSWORD, name: 'Rin', return_to: '/' },
    ...OWN_PAGE,
  })
  await nobody.requestPasswordLink({ body: { email: email2 } })
  await nobody.submitPasswordLink({ body: { email: email2 }, ...OWN_PAGE })
  const wrongToken = { token: 'wrong', password: NEW_PASSWORD }
  await expectRefusal(nobody.resetPassword({ body: wrongToken }), 'invalid_token')
  await expectRefusal(nobody.submitNewPassword({ body: wrongToken, ...OWN_PAGE }), 'unexpected_response')
  await expectRefusal(nobody.startOidcLogin({ provider: 'none' }), 'not_found')
  await expectRefusal(nobody.finishOidcLogin({ provider: 'none', code: 'x', state: 'x' }), 'not_found')
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
