import { makePasswordLink } from '../src/people/sessions/password/password-links.ts'
import { Keyring } from '../src/platform/keyring.ts'
import { callAs } from './client.ts'
import { tokenIn } from './control-plane.ts'
import type { RunningService } from './start-service.ts'

const PASSWORD = 'the owner came at last'

/** The link to a new password that only the owner of the address gets. */
export async function ownersLink({ db, settings }: RunningService, email: string): Promise<string> {
  // Safe: a link is made from these three alone.
  const platform = { db, settings, keyring: new Keyring(settings.secretKeys) } as unknown as Parameters<
    typeof makePasswordLink
  >[0]
  return tokenIn(await makePasswordLink(platform, email))
}

/** The owner of an address sets a password with a link and logs in. */
export async function proveByReset(service: RunningService, email: string) {
  const [url = ''] = service.urls
  const stranger = callAs(url, null)
  const token = await ownersLink(service, email)
  const reset = await stranger('POST', '/api/auth/password/reset', { token, password: PASSWORD })
  if (reset.status !== 204) throw new Error(`the reset answered ${reset.status}: ${JSON.stringify(reset.body)}`)
  const { body } = await stranger('POST', '/api/auth/login', { email, password: PASSWORD })
  return { call: callAs(url, body.access_token), session: body.access_token as string, password: PASSWORD }
}
