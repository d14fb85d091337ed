import type { JsonObject } from '../../../platform/database/database-schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { EMAIL, emailKey } from '../../accounts/user.ts'
import { invalidScim } from './scim.errors.ts'
import type { Resource } from './scim-schemas.ts'
import type { ScimUserRow } from './scim-users.store.ts'

/** Of each account. */
export const MOST_SCIM_USERS = 20_000

const MOST_LENGTH = 320

/** A person as the provider describes them, in the terms of the service. */
export type Described = {
  userName: string
  userNameKey: string
  externalId: string | null
  email: string | null
  emailKey: string | null
  isActive: boolean
  attributes: JsonObject
}

/** What two spellings of a userName have in common: SCIM compares them without case. */
export const userNameKey = (userName: string) => userName.trim().normalize('NFKC').toLowerCase()

export function describePerson(resource: Resource): Described {
  const { userName, externalId = null, emails } = resource
  if (typeof userName !== 'string' || userName.trim() === '' || userName.length > MOST_LENGTH)
    throw invalidScim(`userName must be a text of 1 to ${MOST_LENGTH} characters.`)
  if (externalId !== null && (typeof externalId !== 'string' || externalId.length > MOST_LENGTH))
    throw invalidScim(`externalId must be a text of at most ${MOST_LENGTH} characters.`)
  const email = addressOf(userName, emails)
  const { schemas, id, meta, groups, externalId: _, ...attributes } = resource
  return {
    userName,
    userNameKey: userNameKey(userName),
    externalId,
    email,
    emailKey: email && emailKey(email),
    // Only the word of the provider makes a person inactive.
    isActive: resource.active !== false,
    // Safe: it came as JSON.
    attributes: attributes as JsonObject,
  }
}

/** The primary one, else the first; a userName may be an address itself. */
function addressOf(userName: string, emails: unknown): string | null {
  // Safe: the schema made it a list of such objects.
  const listed = Array.isArray(emails) ? (emails as { value?: unknown; primary?: unknown }[]) : []
  const { value } = listed.find(({ primary }) => primary === true) ?? listed[0] ?? { value: userName }
  const address = typeof value === 'string' ? value.trim() : ''
  return EMAIL.test(address) && address.length <= MOST_LENGTH ? address : null
}

export type GroupOf = { groupId: string; displayName: string }

/** Nothing but what the provider sent, and when: what the user calls themselves here is their own. */
export const presentScimUser = (row: ScimUserRow, groups: readonly GroupOf[]): Resource => ({
  ...(row.attributes as JsonObject),
  id: toWireId('scu', row.scimUserId),
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  ...(groups.length === 0
    ? {}
    : {
        groups: groups.map(({ groupId, displayName }) => ({
          value: toWireId('scg', groupId),
          display: displayName,
          type: 'direct',
        })),
      }),
  meta: { created: row.createdAt.toISOString(), lastModified: row.updatedAt.toISOString() },
})
