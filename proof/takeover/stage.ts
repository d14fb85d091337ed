import { setTimeout as pause } from 'node:timers/promises'
import { newBrowser } from '../../server/test/browser.ts'
import { callAs } from '../../server/test/client.ts'
import { newIdentity, startIdentityProvider } from '../../server/test/identity-provider.ts'
import { type Mailbox, openMailbox, textOf } from '../../server/test/mailbox.ts'
import { newPerson, type Person } from '../../server/test/person.ts'
import { proveByReset } from '../../server/test/prove-address.ts'
import { type RunningService, runService } from '../../server/test/start-service.ts'

const BASE = 'http://bindery.test'
const CLIENT = { clientId: 'bindery', clientSecret: 'a secret between two servers' }
const PASSWORD = 'the owner came at last'
const PATIENCE_MS = 30_000
/** Hundreds of attackers and owners come from one network. */
const CEILING = 100_000

export type Owner = { call: ReturnType<typeof callAs> }

/** A running service, what its owners of addresses prove them with, and two attackers with accounts of their own. */
export type Stage = {
  service: RunningService
  url: string
  hasMail: boolean
  attacker: Person
  accomplice: Person
  /** The owner of the address proves it, and is logged in. */
  prove: Record<'provider' | 'link', (email: string) => Promise<Owner>>
  /** A login at the identity provider under this address; null when it is refused. */
  logInAtProvider: (email: string, isVerified: boolean) => Promise<string | null>
  close: () => Promise<void>
}

export async function openStage(hasMail: boolean): Promise<Stage> {
  const provider = await startIdentityProvider({ ...CLIENT, redirectUri: `${BASE}/api/auth/oidc/acme/callback` })
  const mailbox = hasMail ? await openMailbox() : null
  const service = await runService({
    workers: hasMail ? 1 : 0,
    settings: {
      oidcProviders: [{ name: 'acme', issuer: provider.issuer, ...CLIENT }],
      databasePoolSize: 5,
      smtp: mailbox ? { url: mailbox.url, from: 'bindery@example.org' } : null,
    },
  })
  const [url = ''] = service.urls

  Object.assign(service.settings.ceilings, { resetsPerNetwork: CEILING, devicesPerNetwork: CEILING })

  const logInAtProvider = async (email: string, isVerified: boolean) => {
    const tab = newBrowser({ [BASE]: url })
    const identity = newIdentity({ email, email_verified: isVerified })
    await tab.get(await provider.sendBack(tab, `${BASE}/api/auth/oidc/acme/start`, identity))
    const headers = { cookie: `svc_refresh=${tab.cookie('svc_refresh')}`, origin: BASE }
    const { body } = await callAs(url, null)('POST', '/api/auth/refresh', {}, headers)
    return body?.access_token ?? null
  }
  const byProvider = async (email: string): Promise<Owner> => {
    const session = await logInAtProvider(email, true)
    if (!session) throw new Error('the owner’s login at the provider failed')
    return { call: callAs(url, session) }
  }
  const byMailedLink = async (mail: Mailbox, email: string): Promise<Owner> => {
    const stranger = callAs(url, null)
    await stranger('POST', '/api/auth/password/forgot', { email })
    await resetByMail(url, mail, email)
    const { status, body } = await stranger('POST', '/api/auth/login', { email, password: PASSWORD })
    if (status !== 200) throw new Error(`the owner’s login answered ${status}: ${JSON.stringify(body)}`)
    return { call: callAs(url, body.access_token) }
  }
  return {
    service,
    url,
    hasMail,
    attacker: await newPerson(url, 'Mallory'),
    accomplice: await newPerson(url, 'Trudy'),
    prove: {
      provider: byProvider,
      link: (email) => (mailbox ? byMailedLink(mailbox, email) : proveByReset(service, email)),
    },
    logInAtProvider,
    close: async () => {
      await service.close()
      await provider.close()
      await mailbox?.close()
    },
  }
}

/** An attacker may have had mail sent to the address before; the owner tries every link that comes. */
async function resetByMail(url: string, mailbox: Mailbox, email: string) {
  const tried = new Set<string>()
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    for (const mail of mailbox.mailsTo(email)) {
      const token = /reset-password\?token=([\w-]+)/.exec(textOf(mail))?.[1]
      if (!token || tried.has(token)) continue
      tried.add(token)
      const { status } = await callAs(url, null)('POST', '/api/auth/password/reset', { token, password: PASSWORD })
      if (status === 204) return
    }
    await pause(50)
  }
  throw new Error(`no link mailed to ${email} led to a new password within ${PATIENCE_MS} ms`)
}
