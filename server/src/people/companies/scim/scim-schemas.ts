import SCIMMY from 'scimmy'
import { ServiceError } from '../../../platform/errors.ts'
import { invalidScim } from './scim.errors.ts'

const { Schemas, Types, Messages } = SCIMMY

/** What of a person is not kept: nothing here needs it, and a password is the provider's to check. */
const NOT_KEPT = [
  'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password', 'phoneNumbers', 'ims',
  'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates',
] // biome-ignore format: a list
const PARTS_NOT_KEPT = ['name.middleName', 'name.honorificPrefix', 'name.honorificSuffix']

Schemas.User.truncate([...NOT_KEPT, ...PARTS_NOT_KEPT])
// What a member is called is for the record of the member to say.
Schemas.Group.truncate('members.display')

export type Kind = 'User' | 'Group'

const SCHEMA = { User: Schemas.User, Group: Schemas.Group } as const
const PATCH = Messages.PatchOp.id

/** Where clients find the records of a kind. */
export const placeOf = (baseUrl: string, kind: Kind) => `${baseUrl}/scim/v2/${kind}s`

/** A record as the protocol writes it. */
export type Resource = Record<string, unknown>

/** What a client sent, as far as it is kept. */
export const readResource = (kind: Kind, sent: Resource): Resource =>
  within(() => plain(new SCHEMA[kind](withBooleans(withOwnSchema(kind, sent)), 'in')))

/** A record as it leaves the service; only these attributes, or all but these, where a client asks for it. */
export function writeResource(kind: Kind, baseUrl: string, record: Resource, chosen?: Chosen): Resource {
  const filter = chosen && chosenFilter(chosen)
  const resource = within(() => plain(new SCHEMA[kind](record, 'out', placeOf(baseUrl, kind), filter)))
  // Always returned, whatever is asked for.
  return { ...resource, schemas: [SCHEMA[kind].id], id: record.id }
}

export type Chosen = { attributes?: string | undefined; excludedAttributes?: string | undefined }

function chosenFilter({ attributes, excludedAttributes }: Chosen) {
  const [names, operator] = attributes ? [attributes, 'pr'] : [excludedAttributes, 'np']
  const wanted = (names ?? '').split(',').map(plainName).filter(Boolean)
  if (wanted.length === 0) return undefined
  return within(() => new Types.Filter(wanted.map((name) => `${name} ${operator}`).join(' and ')))
}

/** The names of the core schemas may come with the schema before them. */
const plainName = (name: string) => name.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')

/** The record after the operations of a PATCH, RFC 7644 3.5.2. */
export async function patchResource(kind: Kind, record: Resource, message: Resource): Promise<Resource> {
  const operations = operationsOf(kind, message)
  if (operations.length === 0) return record
  return within(async () => {
    const patch = new Messages.PatchOp({ schemas: [PATCH], Operations: operations })
    let patched = record
    await patch.apply(new SCHEMA[kind](record, 'out'), async (changed: object) => {
      patched = plain(new SCHEMA[kind](plain(changed), 'in'))
      return { ...patched, id: record.id }
    })
    return patched
  })
}

type Operation = { op: 'add' | 'remove' | 'replace'; path?: string; value?: unknown }

/** Without what is about attributes that are not kept: it has no effect, as when they come with a whole record. */
function operationsOf(kind: Kind, message: Resource): Operation[] {
  const { schemas, Operations: sent } = message
  if (!Array.isArray(schemas) || !schemas.includes(PATCH))
    throw invalidScim(`schemas must be ["${PATCH}"].`, 'invalidSyntax')
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MOST_OPERATIONS)
    throw invalidScim(`Operations must be a list of 1 to ${MOST_OPERATIONS}.`, 'invalidSyntax')
  return sent.flatMap((one: unknown): Operation[] => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw invalidScim('Each of the Operations must be an object.', 'invalidSyntax')
    // Safe: an object; the library refuses members of other types.
    const { path, value, ...rest } = one as Operation
    if (typeof path === 'string')
      return isKept(kind, path) ? [{ ...rest, path: plainName(path), value: booleanAt(path, value) }] : []
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [one as Operation]
    const kept = Object.entries(value).filter(([name]) => isKept(kind, name))
    return [{ ...rest, value: withBooleans(Object.fromEntries(kept.map(([name, each]) => [plainName(name), each]))) }]
  })
}

const MOST_OPERATIONS = 1_000

function isKept(kind: Kind, path: string): boolean {
  const name = plainName(path).replace(/\[.*?\]/g, '')
  const lower = name.toLowerCase()
  if (kind === 'Group') return lower !== 'id' && lower !== 'meta' && lower !== 'schemas'
  if (/^urn:/i.test(name)) return false
  const [first = ''] = lower.split('.')
  if (NOT_KEPT.some((each) => each.toLowerCase() === first)) return false
  return !PARTS_NOT_KEPT.some((each) => each.toLowerCase() === lower) && !['id', 'meta', 'schemas'].includes(lower)
}

/** Some providers write truth as a text. */
const booleanOf = (value: unknown) =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value

const booleanAt = (path: string, value: unknown) => (/(?:^|[.:])active$/i.test(path) ? booleanOf(value) : value)

const withBooleans = (record: Resource): Resource =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, booleanAt(name, value)]))

/** Extensions that come with a record are not kept; a record of another kind is refused. */
function withOwnSchema(kind: Kind, sent: Resource): Resource {
  const { schemas, ...rest } = sent
  const own = SCHEMA[kind].id
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(own)))
    throw invalidScim(`schemas must contain "${own}".`, 'invalidSyntax')
  return { ...rest, schemas: [own] }
}

/** Of all records those that a filter keeps, RFC 7644 3.4.2.2. */
export const filterResources = (records: readonly Resource[], expression: string): Resource[] =>
  within(() => new Types.Filter(expression).match([...records]) as Resource[])

/** What is written is JSON; the library's objects are live views. */
const plain = (value: object): Resource => JSON.parse(JSON.stringify(value))

/** Mistakes of the client that the library finds, in our words. */
function within<T>(work: () => T): T {
  try {
    const done = work()
    return done instanceof Promise ? (done.catch((error: unknown) => refuse(error)) as T) : done
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  if (error instanceof ServiceError || !(error instanceof Error)) throw error
  const { scimType } = error as { scimType?: string }
  if (error instanceof TypeError || scimType !== undefined || error instanceof Types.Error)
    throw invalidScim(`${error.message.slice(0, 300)}.`, scimType ?? 'invalidValue')
  throw error
}

/** What the service knows of users and groups, for clients that ask. */
export const schemaDocuments = (baseUrl: string): Resource[] =>
  [Schemas.User, Schemas.Group].map(({ definition }) => plain(definition.describe(`${baseUrl}/scim/v2/Schemas`)))
