import { newPerson } from '../../../server/test/person.ts'
import { ownersLink } from '../../../server/test/prove-address.ts'
import type { Stage } from '../stage.ts'
import { ANONYMOUS, invite } from './account-requests.ts'
import { fresh, type GoodRequest } from './good-request.ts'

/** Our own pages say where a form came from. */
export const FROM_OUR_PAGE = { origin: 'http://bindery.test' }
export const PASSWORD = 'correct horse battery'

export const formOf = (fields: Record<string, string>) => ({
  by: ANONYMOUS,
  form: new URLSearchParams(fields),
  headers: FROM_OUR_PAGE,
})

const newEmail = () => `${fresh('person')}.${Date.now()}@example.org`

export const SIGN_IN_REQUESTS: Record<string, GoodRequest> = {
  register: () => ({ by: ANONYMOUS, json: { email: newEmail(), password: PASSWORD, name: 'Aiko' } }),
  login: ({ world: { people } }) => ({ by: ANONYMOUS, json: { email: people.viewer.email, password: PASSWORD } }),
  logout: async ({ world }) => ({
    by: ANONYMOUS,
    json: { refresh_token: await refreshTokenOf(world.url, world.people.viewer.email) },
  }),
  refreshSession: async ({ world }) => ({
    by: ANONYMOUS,
    json: { refresh_token: await refreshTokenOf(world.url, world.people.viewer.email) },
  }),
  publicKeys: () => ({ by: ANONYMOUS }),
  startDeviceLogin: () => ({ by: ANONYMOUS, json: {} }),
  submitLogin: ({ world: { people } }) => formOf({ email: people.viewer.email, password: PASSWORD }),
  submitRegistration: () => formOf({ name: 'Aiko', email: newEmail(), password: PASSWORD }),
  submitPasswordLink: ({ world: { people } }) => formOf({ email: people.viewer.email }),
  requestPasswordLink: ({ world: { people } }) => ({ by: ANONYMOUS, json: { email: people.viewer.email } }),
  loginPage: () => ({ by: ANONYMOUS }),
  registerPage: () => ({ by: ANONYMOUS }),
  forgotPasswordPage: () => ({ by: ANONYMOUS }),
  resetPasswordPage: () => ({ by: ANONYMOUS, query: 'token=none' }),
  devicePage: () => ({ by: ANONYMOUS }),
  deviceConsentPage: () => ({ by: ANONYMOUS }),
  signedInPage: () => ({ by: ANONYMOUS }),
  linkSentPage: () => ({ by: ANONYMOUS }),
  deviceAllowedPage: () => ({ by: ANONYMOUS }),
  deviceDeniedPage: () => ({ by: ANONYMOUS }),
  heldContentPage: () => ({ by: ANONYMOUS }),
  submitHeldContent: () => formOf({ return_to: '/', decision: 'keep' }),
  decideHeldContent: ({ caller }) => ({ by: caller('editor session'), json: { decision: 'keep', account_ids: [] } }),
  reviewPasswordLink: async (stage) => ({ by: ANONYMOUS, json: { token: await mailedLink(stage) } }),
  resetPassword: async (stage) => ({ by: ANONYMOUS, json: { token: await mailedLink(stage), password: PASSWORD } }),
  submitNewPassword: async (stage) => formOf({ token: await mailedLink(stage), password: PASSWORD }),
  submitInvitation: async (stage) => formOf({ token: (await invite(stage)).token, name: 'Guest', password: PASSWORD }),
  invitationPage: () => ({ by: ANONYMOUS, query: 'token=none' }),
}

/** The message to a new user who forgot their password. */
const mailedLink = async ({ world: { service, url } }: Stage) => ownersLink(service, (await newPerson(url)).email)

export async function refreshTokenOf(url: string, email: string, password = PASSWORD): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  // Safe: the answer to a login.
  const { refresh_token } = (await response.json()) as { refresh_token?: string }
  return (
    refresh_token ??
    response.headers
      .getSetCookie()
      .join()
      .match(/svc_refresh=([^;]+)/)?.[1] ??
    ''
  )
}
