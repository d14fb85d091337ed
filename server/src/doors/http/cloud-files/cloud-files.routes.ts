import { Type } from 'typebox'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, NamedObject, Nullable, OneOf, Secret, Time } from '../../../platform/http/schema.ts'
import {
  readAuthorization,
  revokeAuthorization,
  type VisibleAuthorization,
} from '../../../work/cloud-files/authorization.ts'
import { CLOUD_PROVIDERS, type CloudFile, cloudProviderIn } from '../../../work/cloud-files/cloud-file.ts'
import { listCloudFiles } from '../../../work/cloud-files/cloud-files.ts'

const AtProvider = Type.Object({ provider: Type.String({ description: CLOUD_PROVIDERS.join(', ') }) })
const AT_AUTHORIZE = '/api/v1/me/authorize/{provider}'

const AuthorizationInfo = NamedObject('CloudAuthorization', {
  provider: OneOf(CLOUD_PROVIDERS),
  authorized: Type.Boolean(),
  authorize_url: Nullable(Secret()),
  scopes: Type.Array(Type.String()),
})

const presentAuthorization = ({ provider, isAuthorized, url, scopes }: VisibleAuthorization) => ({
  provider,
  authorized: isAuthorized,
  authorize_url: url,
  scopes,
})

const CloudFileInfo = NamedObject('CloudFile', {
  id: Type.String(),
  name: Type.String(),
  isFolder: Type.Boolean(),
  mime_type: Nullable(Type.String()),
  size_bytes: Nullable(Type.Integer()),
  modified: Nullable(Time),
  modified_by: Nullable(Type.String()),
})

const presentCloudFile = (file: CloudFile) => ({
  id: file.id,
  name: file.name,
  isFolder: file.isFolder,
  mime_type: file.mimeType,
  size_bytes: file.sizeBytes,
  modified: file.modifiedAt?.toISOString() ?? null,
  modified_by: file.modifiedBy,
})

export const cloudFileEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: AT_AUTHORIZE,
    operation: 'readDriveAuthorization',
    summary: 'Whether the service may read your drive, and where you can allow it',
    scope: 'cloud-files:read',
    params: AtProvider,
    query: Type.Object({ workbook_id: Type.Optional(Id('wb', 'What it is wanted for; you must be able to see it')) }),
    status: 200,
    response: AuthorizationInfo,
    problems: ['provider_disabled', 'out_of_reach'],
    handle: async ({ ctx, params, query }) =>
      presentAuthorization(await readAuthorization(ctx, cloudProviderIn(params.provider), query.workbook_id ?? null)),
  }),
  endpoint({
    method: 'DELETE',
    path: AT_AUTHORIZE,
    operation: 'revokeDriveAuthorization',
    summary: 'Take the leave to read your drive back',
    scope: 'cloud-files:read',
    params: AtProvider,
    status: 204,
    problems: ['provider_disabled'],
    handle: ({ ctx, params }) => revokeAuthorization(ctx, cloudProviderIn(params.provider)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/cloud-files/{provider}',
    operation: 'listCloudFiles',
    summary: 'Files of your drive that can be imported, folders first',
    description: 'With q files of that name are looked for in all folders.',
    scope: 'cloud-files:read',
    params: AtProvider,
    query: Type.Object({
      folder_id: Type.String({ minLength: 1, maxLength: 1000, default: 'root' }),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({ files: Type.Array(CloudFileInfo), next_cursor: Nullable(Type.String()) }),
    problems: ['provider_disabled', 'provider_not_authorized', 'invalid_cursor', 'upstream_error', 'unavailable'],
    handle: async ({ ctx, params, query: { folder_id: folderId, q, cursor } }) => {
      const provider = cloudProviderIn(params.provider)
      const name = q?.trim() || null
      const list = `cloud-files/${provider}/${ctx.caller.userId}/${folderId}/${name ?? ''}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { files, next } = await listCloudFiles(ctx, provider, { folderId, name, after })
      return { files: files.map(presentCloudFile), next_cursor: next ? writeCursor(ctx.keyring, list, next) : null }
    },
  }),
]
