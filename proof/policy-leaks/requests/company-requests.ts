import { callAs } from '../../../server/test/client.ts'
import { provisioningKey } from '../../../server/test/company.ts'
import type { Stage } from '../stage.ts'
import { asCaller } from './account-requests.ts'
import { fresh, type GoodRequest } from './good-request.ts'

const KEY = 'key account'
const SESSION = 'owner session'
const SCIM = 'urn:ietf:params:scim:'

const keys = new WeakMap<object, Promise<string>>()

/** As the identity provider of the owner's account, with one key: an account has so many only. */
export const provider = async ({ world }: Stage) => {
  const minted = keys.get(world) ?? provisioningKey(world.owner)
  keys.set(world, minted)
  const key = await minted
  return { by: asCaller('key of the provider', key), call: callAs(world.url, key) }
}

const newRecord = {
  User: () => ({ userName: fresh('user') }),
  Group: () => ({ displayName: fresh('group') }),
}

/** One that is there, for routes that name it. */
async function withRecord(stage: Stage, kind: 'User' | 'Group') {
  const { by, call } = await provider(stage)
  const { body } = await call('POST', `/scim/v2/${kind}s`, newRecord[kind]())
  return { by, names: { id: body.id as string } }
}

const SEARCH = { schemas: [`${SCIM}api:messages:2.0:SearchRequest`] }
const CHANGE = {
  schemas: [`${SCIM}api:messages:2.0:PatchOp`],
  Operations: [{ op: 'replace', path: 'externalId', value: 'x' }],
}

const ofKind = (kind: 'User' | 'Group'): Record<string, GoodRequest> => ({
  [`listScim${kind}s`]: async (stage) => ({ by: (await provider(stage)).by }),
  [`searchScim${kind}s`]: async (stage) => ({ by: (await provider(stage)).by, json: SEARCH }),
  [`createScim${kind}`]: async (stage) => ({ by: (await provider(stage)).by, json: newRecord[kind]() }),
  [`readScim${kind}`]: (stage) => withRecord(stage, kind),
  [`replaceScim${kind}`]: async (stage) => ({ ...(await withRecord(stage, kind)), json: newRecord[kind]() }),
  [`patchScim${kind}`]: async (stage) => ({ ...(await withRecord(stage, kind)), json: CHANGE }),
  [`removeScim${kind}`]: (stage) => withRecord(stage, kind),
})

async function claimed({ world }: Stage): Promise<string> {
  const domain = `${fresh('domain').replace('_', '-')}.example`
  await world.owner.call('POST', '/api/control/account/domains', { domain })
  return domain
}

/** Companies: domains, the roles of groups, what their identity providers send, and the log of an account. */
export const COMPANY_REQUESTS: Record<string, GoodRequest> = {
  listDomains: () => ({ by: KEY }),
  claimDomain: () => ({ by: SESSION, json: { domain: `${fresh('domain').replace('_', '-')}.example` } }),
  releaseDomain: async (stage) => ({ by: SESSION, names: { domain: await claimed(stage) } }),
  listGroupRoles: () => ({ by: KEY }),
  setGroupRoles: () => ({ by: KEY, json: { group_roles: [] } }),
  readAccountLog: () => ({ by: KEY }),
  getAccountPolicy: () => ({ by: KEY }),
  setAccountPolicy: () => ({ by: SESSION, json: {} }),
  readScimConfig: async (stage) => ({ by: (await provider(stage)).by }),
  listScimResourceTypes: async (stage) => ({ by: (await provider(stage)).by }),
  readScimResourceType: async (stage) => ({ by: (await provider(stage)).by, names: { name: 'User' } }),
  listScimSchemas: async (stage) => ({ by: (await provider(stage)).by }),
  readScimSchema: async (stage) => ({
    by: (await provider(stage)).by,
    names: { name: `${SCIM}schemas:core:2.0:User` },
  }),
  searchScim: async (stage) => ({ by: (await provider(stage)).by, json: SEARCH }),
  ...ofKind('User'),
  ...ofKind('Group'),
}
