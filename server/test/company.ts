import type pg from 'pg'
import { newBrowser } from './browser.ts'
import { type Call, callAs } from './client.ts'
import { newWorkbook, newWorkspace } from './control-plane.ts'
import { newIdentity, startIdentityProvider } from './identity-provider.ts'
import { openNameServer } from './name-server.ts'
import type { Person } from './person.ts'
import type { startService } from './service.ts'

/** Name servers that say what domains were made to say. */
export async function openDomains() {
  const texts = new Map<string, string[]>()
  const names = await openNameServer({}, texts)
  return {
    settings: { fetching: { isPrivateAllowed: true, nameServers: [`127.0.0.1:${names.port}`] } },
    publish: (name: string, text: string) => texts.set(name, [...(texts.get(name) ?? []), text]),
    close: names.close,
  }
}

export type Domains = Awaited<ReturnType<typeof openDomains>>

/** A domain that this person's account has proven to hold. */
export async function holdDomain(person: Person, domains: Domains, domain = `${crypto.randomUUID()}.example`) {
  const { body } = await person.call('POST', '/api/control/account/domains', { domain })
  domains.publish(body.record_name, body.record_value)
  const verified = await person.call('POST', `/api/control/account/domains/${domain}/verify`)
  if (verified.status !== 200)
    throw new Error(`verifying answered ${verified.status}: ${JSON.stringify(verified.body)}`)
  return domain
}

/** The key that the identity provider of this person's account holds. */
export async function provisioningKey(person: Person): Promise<string> {
  const { status, body } = await person.call('POST', '/api/control/account/keys', {
    scopes: ['scim'],
    rate_limit_per_minute: 10_000,
  })
  if (status !== 201) throw new Error(`minting answered ${status}: ${JSON.stringify(body)}`)
  return body.key
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** What an identity provider sends. */
export function providerAt(url: string, key: string) {
  const call: Call = callAs(url, key)
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, `/scim/v2${path}`, body, body ? { 'content-type': 'application/scim+json' } : {})
    return answer
  }
  return {
    send,
    addUser: async (email: string, more: Record<string, unknown> = {}): Promise<string> =>
      (
        await send('POST', '/Users', {
          schemas: [USER],
          userName: email,
          emails: [{ value: email, primary: true }],
          ...more,
        })
      ).body.id,
    addGroup: async (displayName: string, ids: readonly string[] = []): Promise<string> =>
      (await send('POST', '/Groups', { schemas: [GROUP], displayName, members: ids.map((value) => ({ value })) })).body
        .id,
    patch: (path: string, ...Operations: readonly object[]) => send('PATCH', path, { schemas: [PATCH], Operations }),
  }
}

/** What a company has, in the account of a user and in a workspace of it. */
export async function insertCompany(admin: pg.Pool, userId: string, workspaceId: string) {
  const rows = [
    ['account_domain', 'domain, challenge, verified_at', `'evil.example', 'bindery-domain=${'x'.repeat(20)}', now()`],
    ['login_group', 'user_id, name_key', `'${userId}', 'board'`],
    ['scim_user', 'scim_user_id, user_name, user_name_key, is_active, attributes', `'${userId}', 'm', 'm', true, '{}'`],
    ['scim_group', 'group_id, display_name, name_key', `'${userId}', 'Board', 'board'`],
    ['scim_group_member', 'group_id, scim_user_id', `'${userId}', '${userId}'`],
  ]
  for (const [table, columns, values] of rows)
    await admin.query(
      `insert into ${table} (account_id, ${columns})
       select account_id, ${values} from account where owner_id = $1 and kind = 'default'`,
      [userId],
    )
  await admin.query(
    `insert into group_role (workspace_id, name_key, group_name, base_role) values ($1, 'board', 'Board', 'admin')`,
    [workspaceId],
  )
}

const BASE = 'http://bindery.test'
const CLIENT = { clientId: 'bindery', clientSecret: 'a secret between two servers' }

type Service = Pick<ReturnType<typeof startService>, 'url' | 'as' | 'newPerson'>

/** Name servers and an identity provider, which companies have outside of the service. */
export async function openOutside() {
  const acme = await startIdentityProvider({ ...CLIENT, redirectUri: `${BASE}/api/auth/oidc/acme/callback` })
  const domains = await openDomains()
  const settings = { oidcProviders: [{ name: 'acme', issuer: acme.issuer, ...CLIENT }], ...domains.settings }
  return {
    domains,
    settings,
    /** The session of a person who logs in through the provider, as a browser does it. Null: it was refused. */
    enter: async (url: string, email: string, groups: string[] = []): Promise<string | null> => {
      const tab = newBrowser({ [BASE]: url })
      const identity = newIdentity({ sub: email, email, groups })
      await tab.get(await acme.sendBack(tab, `${BASE}/api/auth/oidc/acme/start`, identity))
      const response = await fetch(`${url}/api/auth/refresh`, {
        method: 'POST',
        headers: { cookie: `svc_refresh=${tab.cookie('svc_refresh')}`, origin: BASE },
      })
      // Safe: the shape of a login.
      return response.status === 200 ? ((await response.json()) as { access_token: string }).access_token : null
    },
    close: async () => {
      await acme.close()
      domains.close()
    },
  }
}

/** An account with a domain, the key of its provider, and a workspace with a workbook. */
export async function newCompany(service: Service, domains: Domains) {
  const owner = await service.newPerson('Olga')
  const domain = await holdDomain(owner, domains)
  const provider = providerAt(service.url(), await provisioningKey(owner))
  const workspace = await newWorkspace(owner)
  const workbook = await newWorkbook(owner, workspace)
  return { owner, domain, provider, workspace, workbook }
}

export const mapGroup = (
  owner: Person,
  workspace: string,
  group: string,
  base_role: string,
  custom_roles: string[] = [],
) =>
  owner.call('PUT', `/api/control/workspaces/${workspace}/group-roles`, {
    group_roles: [{ group, base_role, custom_roles }],
  })

export const usersOf = async (owner: Person, workspace: string) =>
  (await owner.call('GET', `/api/control/workspaces/${workspace}/users`)).body.users as Record<string, unknown>[]
