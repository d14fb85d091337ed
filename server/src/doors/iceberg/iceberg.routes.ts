import { Type } from 'typebox'
import { readArtifacts } from '../../core/artifacts/read-artifacts.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { Answer, type Endpoint, endpoint, JSON_TYPE } from '../../platform/http/endpoint.ts'
import { Id } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Access } from './client-access.ts'
import { catalogReadOnly } from './iceberg.errors.ts'
import { listNamespaces } from './list-namespaces.ts'
import { type LoadedTable, loadTable } from './load-table.ts'
import { signRequest } from './sign-request.ts'

const AT = '/iceberg/v1'
const AT_NAMESPACE = `${AT}/namespaces/{workbook_id}`
const AT_TABLE = `${AT_NAMESPACE}/tables/{name}`
const AtNamespace = Type.Object({ workbook_id: Id('wb') })
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })

/** What the protocol knows and this catalog does, as its clients ask for it first. */
const OFFERED = [
  'GET /v1/{prefix}/namespaces',
  'GET /v1/{prefix}/namespaces/{namespace}',
  'HEAD /v1/{prefix}/namespaces/{namespace}',
  'GET /v1/{prefix}/namespaces/{namespace}/tables',
  'GET /v1/{prefix}/namespaces/{namespace}/tables/{table}',
  'HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}',
  'POST /v1/{prefix}/namespaces/{namespace}/tables/{table}/sign',
]

/** Our credentials are not exchanged for others, and live as long as they say. */
const OVERRIDES = { 'token-refresh-enabled': 'false' }

const SignBody = Type.Object({
  method: Type.String({ maxLength: 20 }),
  uri: Type.String({ maxLength: 4_000 }),
  headers: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  region: Type.Optional(Type.String()),
  properties: Type.Optional(Type.Unknown()),
  body: Type.Optional(Type.Unknown()),
  provider: Type.Optional(Type.Unknown()),
})

/** Common to all: answers are in the forms of the protocol, and so is the reason of a refusal. */
const shared = {
  scope: 'workbooks:read' as const,
  status: 200,
  produces: JSON_TYPE,
  alsoSent: icebergError,
}

/** Refused before anybody looks at what they name. */
const WRITES: readonly (readonly [Endpoint['method'], string, string])[] = [
  ['POST', '/namespaces', 'createIcebergNamespace'],
  ['DELETE', '/namespaces/{namespace}', 'dropIcebergNamespace'],
  ['POST', '/namespaces/{namespace}/properties', 'changeIcebergNamespace'],
  ['POST', '/namespaces/{namespace}/tables', 'createIcebergTable'],
  ['POST', '/namespaces/{namespace}/register', 'registerIcebergTable'],
  ['POST', '/namespaces/{namespace}/tables/{table}', 'changeIcebergTable'],
  ['DELETE', '/namespaces/{namespace}/tables/{table}', 'dropIcebergTable'],
  ['POST', '/tables/rename', 'renameIcebergTable'],
  ['POST', '/transactions/commit', 'commitIcebergTables'],
]

export const icebergEndpoints: readonly Endpoint[] = [
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/config`,
    operation: 'readIcebergConfig',
    summary: 'What the catalog offers',
    handle: async () => JSON.stringify({ defaults: {}, overrides: OVERRIDES, endpoints: OFFERED }),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT}/namespaces`,
    operation: 'listIcebergNamespaces',
    summary: 'Workbooks that you can see, as namespaces',
    query: Type.Object({
      pageToken: Type.Optional(Type.String({ maxLength: 2000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      parent: Type.Optional(Type.String()),
    }),
    handle: async ({ ctx, query: { pageToken, pageSize = 1000, parent } }) => {
      if (parent) return JSON.stringify({ namespaces: [] })
      const list = `iceberg/namespaces ${ctx.caller.credentialId}`
      const after = pageToken ? String(readCursor(ctx.keyring, list, pageToken)) : null
      const { workbookIds, next } = await listNamespaces(ctx, { after, limit: pageSize })
      return JSON.stringify({
        namespaces: workbookIds.map((id) => [toWireId('wb', id)]),
        'next-page-token': next && writeCursor(ctx.keyring, list, next),
      })
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: AT_NAMESPACE,
    operation: 'readIcebergNamespace',
    summary: 'A workbook as a namespace',
    reach: { workbook: 'viewer' },
    params: AtNamespace,
    handle: async ({ ctx, params }) => {
      const { workbookId, title } = await openWorkbook(ctx, params.workbook_id, 'viewer')
      return JSON.stringify({ namespace: [toWireId('wb', workbookId)], properties: { title } })
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${AT_NAMESPACE}/tables`,
    operation: 'listIcebergTables',
    summary: 'Tables of a workbook',
    reach: { workbook: 'viewer' },
    params: AtNamespace,
    // All of them come at once, whatever page is asked for.
    query: Type.Object({ pageToken: Type.Optional(Type.String()), pageSize: Type.Optional(Type.Integer()) }),
    handle: async ({ ctx, params }) => {
      const namespace = [toWireId('wb', params.workbook_id)]
      const tables = (await readArtifacts(ctx, params.workbook_id, 'active')).filter(({ opened }) => opened)
      return JSON.stringify({ identifiers: tables.map(({ artifact: { name } }) => ({ namespace, name })) })
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: AT_TABLE,
    operation: 'loadIcebergTable',
    summary: 'A table: its schemas, its versions, and where their files are listed',
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({ snapshots: Type.Optional(Type.String({ description: 'all, or refs' })) }),
    problems: ['governed_table', 's3_required', 'unavailable'],
    handle: async ({ ctx, params, query, headers }) => {
      const wish = { isNamedOnly: query.snapshots === 'refs', access: accessOf(headers['x-iceberg-access-delegation']) }
      return JSON.stringify(presentLoaded(await loadTable(ctx, params.workbook_id, params.name, wish)))
    },
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${AT_TABLE}/sign`,
    operation: 'signIcebergRequest',
    summary: 'Signs one request that reads a file of a table from the store',
    isRead: true,
    reach: { workbook: 'viewer' },
    params: AtTable,
    body: SignBody,
    problems: ['governed_table', 's3_required', 'not_signed', 'unavailable'],
    handle: async ({ ctx, params, body: { method, uri, headers = {} } }) => {
      const joined = Object.entries(headers).map(([name, values]) => [name, values.join(',')] as const)
      const asked = { method: method.toUpperCase(), address: uri, headers: Object.fromEntries(joined) }
      const signed = await signRequest(ctx, params.workbook_id, params.name, asked)
      const added = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name, [value]]))
      // Clients may use a signature for some seconds: it does for every part of the same file.
      return new Answer(200, JSON.stringify({ uri, headers: added }), { 'cache-control': 'private' })
    },
  }),
  ...WRITES.map(([method, path, operation]) =>
    endpoint({
      ...shared,
      method,
      path: `${AT}${path}`,
      operation,
      summary: 'Refused: the catalog is for reading',
      scope: 'any',
      isRead: true,
      problems: ['read_only_catalog'],
      handle: async () => {
        throw catalogReadOnly()
      },
    }),
  ),
]

/** What a client can do, most wanted first; one that can do neither gets signatures all the same. */
function accessOf(delegation: string | undefined): Access {
  if (delegation === undefined) return 'own'
  const [first] = delegation.split(',').map((each) => each.trim().toLowerCase())
  return first === 'vended-credentials' ? 'lent' : 'signed'
}

const presentLoaded = ({ metadataLocation, metadata, access: { config, lent } }: LoadedTable) => ({
  'metadata-location': metadataLocation,
  metadata,
  config,
  ...(lent.length > 0 ? { 'storage-credentials': lent } : {}),
})

/** How clients of the catalog tell errors apart, by status. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  401: 'NotAuthorizedException',
  403: 'ForbiddenException',
  404: 'NoSuchTableException',
  405: 'UnsupportedOperationException',
  410: 'NoSuchTableException',
  422: 'BadRequestException',
  501: 'UnsupportedOperationException',
  503: 'ServiceUnavailableException',
}

/** A problem in the form of the Iceberg REST catalog, for the member `error` that its clients read. */
function icebergError(status: number, { detail, suggested_fix: fix, resource }: Record<string, unknown>) {
  const type = resource === 'workbook' ? 'NoSuchNamespaceException' : (TYPES[status] ?? 'InternalServerError')
  return { error: { message: `${detail} ${fix}`, type, code: status } }
}
