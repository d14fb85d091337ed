import { Type } from 'typebox'
import { Choice } from '../../../core/tables/tables.schema.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullish, OneOf } from '../../../platform/http/schema.ts'
import { FILE_PROVIDERS } from '../../../work/cloud-files/cloud-file.ts'
import { prepareCloudTracking, prepareSync, syncFileLink } from '../../../work/file-links/cloud-links.ts'
import { EXISTING_RULES } from '../../../work/file-links/file-link.ts'
import {
  AtLink,
  FEED_PROBLEMS,
  FedInfo,
  FileLinkInfo,
  LINKS,
  linkPlaceOf,
  presentFed,
  presentFileLink,
  TRACKING_PROBLEMS,
  TrackName,
} from '../../../work/file-links/file-links.schema.ts'
import { trackFile } from '../../../work/file-links/track-file.ts'
import {
  LANDING_MEMBERS,
  LANDING_QUERY,
  landingOptionsInBody,
  landingOptionsInQuery,
} from '../../../work/sources/landing/landing-versions.ts'
import { Filename } from '../../../work/sources/sources.schema.ts'

const SCOPES = ['workbooks:write', 'cloud-files:read'] as const
const DRIVE_PROBLEMS = ['provider_disabled', 'provider_not_authorized', 'upstream_error']

export const cloudLinkEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: LINKS,
    operation: 'trackCloudFile',
    summary: 'Track a file of your drive: its bytes become version 1 and feed a source of the same name',
    description: 'on_existing says what becomes of a source that has the name already, as for a local file.',
    scope: SCOPES,
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    body: Type.Object({
      provider: OneOf(FILE_PROVIDERS),
      file_id: Type.String({ minLength: 1, maxLength: 1000 }),
      filename: Nullish(Filename),
      as_name: Nullish(TrackName),
      on_existing: Choice(EXISTING_RULES),
      ...LANDING_MEMBERS,
    }),
    locks: 'body',
    status: 201,
    response: FileLinkInfo,
    problems: [...TRACKING_PROBLEMS, ...DRIVE_PROBLEMS, 'version_conflict'],
    prepare: ({ ctx, params, body }) => {
      const { provider, file_id: fileId, filename, as_name, on_existing: onExisting = 'auto' } = body
      const name = as_name ?? filename ?? null
      const wish = landingOptionsInBody(body)
      const wanted = { workbookId: params.workbook_id, provider, fileId, name, onExisting, wish }
      return prepareCloudTracking(ctx, wanted)
    },
    handle: async ({ ctx, prepared: { tracking, prepared } }) =>
      presentFileLink(await trackFile(ctx, tracking, prepared)),
  }),
  endpoint({
    method: 'POST',
    path: `${LINKS}/{link_id}/sync`,
    operation: 'syncFileLink',
    summary: "Pull the drive's copy of a tracked file now",
    description: 'One that has changed becomes a new version, read as the last one was.',
    scope: SCOPES,
    reach: { workbook: 'editor' },
    params: AtLink,
    query: Type.Object(LANDING_QUERY),
    locks: 'query',
    status: 200,
    response: FedInfo,
    problems: [...FEED_PROBLEMS, ...DRIVE_PROBLEMS, 'version_conflict', 'action_not_applicable'],
    prepare: ({ ctx, params, query }) => prepareSync(ctx, linkPlaceOf(params), landingOptionsInQuery(query)),
    handle: async ({ ctx, params, query, prepared }) =>
      presentFed(await syncFileLink(ctx, linkPlaceOf(params), prepared, landingOptionsInQuery(query))),
  }),
]
