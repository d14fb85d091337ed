import { openDomains } from '../../server/test/company.ts'
import { startDriveServer } from '../../server/test/drive-server.ts'
import { startIdentityProvider } from '../../server/test/identity-provider.ts'
import { openMailbox } from '../../server/test/mailbox.ts'
import { openPaymentProvider } from '../../server/test/payment-provider.ts'

/** Whom the service speaks to in the world: a payment provider, drives, an identity provider, a mail server, name servers. */
export type Surroundings = Awaited<ReturnType<typeof openSurroundings>>

/** Under which name the service knows itself in tests. */
export const BASE = 'http://bindery.test'

const CLIENT = { clientId: 'bindery', clientSecret: 'a secret between two servers' }

export async function openSurroundings() {
  const payments = await openPaymentProvider()
  const drive = await startDriveServer()
  const identities = await startIdentityProvider({ ...CLIENT, redirectUri: `${BASE}/api/auth/oidc/acme/callback` })
  const mailbox = await openMailbox()
  const domains = await openDomains()
  return {
    payments,
    drive,
    identities,
    mailbox,
    domains,
    settings: {
      ...domains.settings,
      billing: payments.settings,
      drives: drive.settings(),
      oidcProviders: [{ name: 'acme', issuer: identities.issuer, ...CLIENT }],
      smtp: { url: mailbox.url, from: 'bindery@example.org' },
    },
    close: async () => {
      payments.close()
      drive.close()
      await identities.close()
      await mailbox.close()
      await domains.close()
    },
  }
}
