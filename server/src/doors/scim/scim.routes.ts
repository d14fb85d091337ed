import { Type } from 'typebox'
import {
  listAllRecords,
  listGroupRecords,
  listResponse,
  listUserRecords,
  searchOf,
} from '../../people/companies/scim/list-records.ts'
import {
  createScimGroup,
  patchScimGroup,
  readScimGroup,
  removeScimGroup,
  replaceScimGroup,
} from '../../people/companies/scim/scim-groups.ts'
import {
  type Chosen,
  type Kind,
  type Resource,
  schemaDocuments,
  writeResource,
} from '../../people/companies/scim/scim-schemas.ts'
import {
  createScimUser,
  patchScimUser,
  readScimUser,
  removeScimUser,
  replaceScimUser,
} from '../../people/companies/scim/scim-users.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { Answer, type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { Id } from '../../platform/http/schema.ts'
import { providerConfig, resourceTypes } from './discovery.ts'

const AT = '/scim/v2'
const TYPE = 'application/scim+json'
const MOST_BODY_BYTES = 4 * 1024 * 1024

const Text = Type.Optional(Type.String({ maxLength: 4_000 }))
const ChosenQuery = Type.Object({ attributes: Text, excludedAttributes: Text })
const ListQuery = Type.Object({ ...ChosenQuery.properties, filter: Text, startIndex: Text, count: Text })
const AnyRecord = Type.Unsafe<Resource>({ type: 'object', additionalProperties: true })

/** Common to all: a key of the account that can do nothing else, and answers and problems in the forms of the protocol. */
const shared = {
  scope: 'scim',
  callers: ['key'],
  status: 200,
  produces: TYPE,
  problemType: TYPE,
  problemBody: scimError,
  maxBodyBytes: MOST_BODY_BYTES,
} as const

/** An answer without a body has no type. */
const { produces: _, ...bare } = shared

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Answer(status, Buffer.from(JSON.stringify(body)), { 'content-type': TYPE, ...headers })

function written(ctx: Context, kind: Kind, record: Resource, chosen: Chosen, status = 200) {
  const resource = writeResource(kind, ctx.settings.baseUrl, record, chosen)
  const { meta } = writeResource(kind, ctx.settings.baseUrl, record)
  const { location } = meta as { location: string }
  return json(status, resource, status === 201 ? { location } : {})
}

/** What the two kinds of records have, and how each is read and written. */
const KINDS = [
  {
    kind: 'User',
    prefix: 'scu',
    list: listUserRecords,
    create: createScimUser,
    read: readScimUser,
    replace: replaceScimUser,
    patch: patchScimUser,
    remove: removeScimUser,
  },
  {
    kind: 'Group',
    prefix: 'scg',
    list: listGroupRecords,
    create: createScimGroup,
    read: readScimGroup,
    replace: replaceScimGroup,
    patch: patchScimGroup,
    remove: removeScimGroup,
  },
] as const

type Records = (typeof KINDS)[number]

const endpointsOfAll = ({ kind, ...records }: Records): Endpoint[] => {
  const path = `${AT}/${kind}s`
  return [
    endpoint({
      ...shared,
      method: 'GET',
      path,
      operation: `listScim${kind}s`,
      summary: `The ${kind.toLowerCase()}s of the identity provider`,
      query: ListQuery,
      handle: async ({ ctx, query }) => json(200, await records.list(ctx, query)),
    }),
    endpoint({
      ...shared,
      method: 'POST',
      path,
      operation: `createScim${kind}`,
      summary: `Create a ${kind.toLowerCase()}`,
      query: ChosenQuery,
      body: AnyRecord,
      status: 201,
      problems: ['name_taken', 'limit_reached', 'account_owner'],
      handle: async ({ ctx, query, body }) => written(ctx, kind, await records.create(ctx, body), query, 201),
    }),
    endpoint({
      ...shared,
      method: 'POST',
      path: `${path}/.search`,
      operation: `searchScim${kind}s`,
      summary: `The same, with the question in the body`,
      isRead: true,
      body: AnyRecord,
      handle: async ({ ctx, body }) => json(200, await records.list(ctx, searchOf(body))),
    }),
  ]
}

const endpointsOfOne = ({ kind, prefix, ...records }: Records): Endpoint[] => {
  const params = Type.Object({ id: Id(prefix) })
  const path = `${AT}/${kind}s`
  return [
    endpoint({
      ...shared,
      method: 'GET',
      path: `${path}/{id}`,
      operation: `readScim${kind}`,
      summary: `One ${kind.toLowerCase()}`,
      params,
      query: ChosenQuery,
      problems: ['not_found'],
      handle: async ({ ctx, params, query }) => written(ctx, kind, await records.read(ctx, params.id), query),
    }),
    endpoint({
      ...shared,
      method: 'PUT',
      path: `${path}/{id}`,
      operation: `replaceScim${kind}`,
      summary: `Replace a ${kind.toLowerCase()}`,
      params,
      query: ChosenQuery,
      body: AnyRecord,
      problems: ['name_taken', 'account_owner', 'not_found'],
      handle: async ({ ctx, params, query, body }) =>
        written(ctx, kind, await records.replace(ctx, params.id, body), query),
    }),
    endpoint({
      ...shared,
      method: 'PATCH',
      path: `${path}/{id}`,
      operation: `patchScim${kind}`,
      summary: `Change a ${kind.toLowerCase()}`,
      params,
      query: ChosenQuery,
      body: AnyRecord,
      problems: ['name_taken', 'account_owner', 'not_found'],
      handle: async ({ ctx, params, query, body }) =>
        written(ctx, kind, await records.patch(ctx, params.id, body), query),
    }),
    endpoint({
      ...bare,
      method: 'DELETE',
      path: `${path}/{id}`,
      operation: `removeScim${kind}`,
      summary: `Remove a ${kind.toLowerCase()}`,
      params,
      status: 204,
      problems: ['account_owner', 'not_found'],
      handle: async ({ ctx, params }) => {
        await records.remove(ctx, params.id)
        return new Answer(204)
      },
    }),
  ]
}

const byId = (documents: readonly Resource[], what: string, id: string) => {
  const found = documents.find((one) => one.id === id)
  if (!found) throw notFound(what, id)
  return json(200, found)
}

const AtName = Type.Object({ name: Type.String({ maxLength: 300 }) })

export const scimEndpoints: readonly Endpoint[] = [
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/ServiceProviderConfig`,
    operation: 'readScimConfig',
    summary: 'What the service can do',
    handle: async ({ ctx }) => json(200, providerConfig(ctx.settings.baseUrl)),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/ResourceTypes`,
    operation: 'listScimResourceTypes',
    summary: 'Kinds of records',
    handle: async ({ ctx }) => json(200, listResponse(resourceTypes(ctx.settings.baseUrl))),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/ResourceTypes/{name}`,
    operation: 'readScimResourceType',
    summary: 'One kind of records',
    params: AtName,
    problems: ['not_found'],
    handle: async ({ ctx, params }) => byId(resourceTypes(ctx.settings.baseUrl), 'resource type', params.name),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/Schemas`,
    operation: 'listScimSchemas',
    summary: 'Attributes of the records',
    handle: async ({ ctx }) => json(200, listResponse(schemaDocuments(ctx.settings.baseUrl))),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/Schemas/{name}`,
    operation: 'readScimSchema',
    summary: 'Attributes of one kind of records',
    params: AtName,
    problems: ['not_found'],
    handle: async ({ ctx, params }) => byId(schemaDocuments(ctx.settings.baseUrl), 'schema', params.name),
  }),
  ...KINDS.flatMap((records) => [...endpointsOfAll(records), ...endpointsOfOne(records)]),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${AT}/.search`,
    operation: 'searchScim',
    summary: 'Users and groups in one list',
    isRead: true,
    body: AnyRecord,
    handle: async ({ ctx, body }) => json(200, await listAllRecords(ctx, searchOf(body))),
  }),
  // Last: everything else under the root is answered in the form of the protocol, too.
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/{name}`,
    operation: 'readScimElsewhere',
    summary: 'Nothing: what is not there, in the words of SCIM',
    params: AtName,
    problems: ['not_found'],
    handle: async ({ params }) => {
      throw notFound('resource', params.name)
    },
  }),
]

/** A problem in the form of SCIM, RFC 7644 3.12, which knows no other members. */
function scimError(status: number, { detail, suggested_fix: fix, scim_type: type }: Record<string, unknown>) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: `${detail} ${fix}`,
    ...(typeof type === 'string' ? { scimType: type } : {}),
  }
}
