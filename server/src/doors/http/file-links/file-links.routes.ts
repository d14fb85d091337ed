import { Type } from 'typebox'
import { Choice } from '../../../core/tables/tables.schema.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { attachment } from '../../../platform/http/response/attachment.ts'
import { Cursor, Id, Limit, Nullable, Nullish } from '../../../platform/http/schema.ts'
import { EXISTING_RULES, UNKNOWN_CHANGE } from '../../../work/file-links/file-link.ts'
import {
  AT_VERSIONS,
  AtLink,
  AtVersion,
  FEED_PROBLEMS,
  FedInfo,
  FileLinkInfo,
  LINKS,
  linkPlaceOf,
  presentFed,
  presentFileLink,
  TRACKING_PROBLEMS,
  TrackName,
  versionIn,
} from '../../../work/file-links/file-links.schema.ts'
import { openFileLink, readFileLinks } from '../../../work/file-links/open-file-link.ts'
import { prepareVersion, pushVersion } from '../../../work/file-links/push-version.ts'
import { prepareReversion, revertToVersion } from '../../../work/file-links/revert-to-version.ts'
import { prepareTracking, type Tracking, trackFile } from '../../../work/file-links/track-file.ts'
import { downloadVersion } from '../../../work/file-links/version-contents.ts'
import {
  LANDING_FIELDS,
  LANDING_QUERY,
  landingOptionsIn,
  landingOptionsInQuery,
} from '../../../work/sources/landing/landing-versions.ts'
import type { StoredFile } from '../../../work/sources/source.ts'
import { FilePart } from '../../../work/sources/sources.schema.ts'
import { landFile } from '../../../work/sources/upload/land-file.ts'

const AtWorkbook = Type.Object({ workbook_id: Id('wb') })

export const fileLinkEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: LINKS,
    operation: 'listFileLinks',
    summary: 'Tracked files of a workbook with their versions, newest last',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Type.Object({ limit: Limit(100, 500), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({ file_links: Type.Array(FileLinkInfo), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `file-links/${params.workbook_id}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { links, next } = await readFileLinks(ctx, params.workbook_id, { limit, after })
      return { file_links: links.map(presentFileLink), next_cursor: next ? writeCursor(ctx.keyring, list, next) : null }
    },
  }),
  endpoint({
    method: 'POST',
    path: `${LINKS}/local`,
    operation: 'trackLocalFile',
    summary: 'Track a file of your machine: its bytes become version 1 and feed a source of the same name',
    description:
      'Where the workbook has a source of that name, auto keeps its copy as version 1 if the two have a sheet in common, ' +
      'and refuses otherwise; seed keeps it whatever the file is; replace puts the file in its place; refuse refuses. A file ' +
      "that differs from the service's copy is then version 2.",
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.uploadBytes,
    body: Type.Object({
      file: FilePart,
      as_name: Nullish(TrackName),
      on_existing: Choice(EXISTING_RULES),
      origin: Type.Optional(Type.String({ maxLength: 1000, description: 'Where the file lies, in your own words' })),
      ...LANDING_FIELDS,
    }),
    locks: 'body',
    status: 201,
    response: FileLinkInfo,
    problems: [...TRACKING_PROBLEMS, 'version_conflict'],
    land: async ({ ctx, params }, file) => {
      await openWorkbook(ctx, params.workbook_id, 'editor')
      return landFile(ctx, params.workbook_id, file)
    },
    prepare: ({ ctx, params, body, file }) => prepareTracking(ctx, localTracking(params, body, file)),
    handle: async ({ ctx, params, body, file, prepared }) =>
      presentFileLink(await trackFile(ctx, localTracking(params, body, file), prepared)),
  }),
  endpoint({
    method: 'POST',
    path: AT_VERSIONS,
    operation: 'pushFileVersion',
    summary: 'The next edition of a tracked file, read as the last one was',
    description:
      'Its rows take the place of those of the last one, as when a source is revised. Bytes that are the same cut no version.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtLink,
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.uploadBytes,
    body: Type.Object({
      file: FilePart,
      modified_by: Nullish(Type.String({ maxLength: 200 })),
      modified_time: Nullish(Type.String({ format: 'date-time', maxLength: 40 })),
      ...LANDING_FIELDS,
    }),
    locks: 'body',
    status: 200,
    response: FedInfo,
    problems: [...FEED_PROBLEMS, 'version_conflict'],
    land: async ({ ctx, params }, file) => {
      const { workbookId } = await openFileLink(ctx, linkPlaceOf(params), 'editor')
      return landFile(ctx, workbookId, file)
    },
    prepare: ({ ctx, params, body, file }) => prepareVersion(ctx, linkPlaceOf(params), file, landingOptionsIn(body)),
    handle: async ({ ctx, params, body, file, prepared }) => {
      const { modified_by = null, modified_time = null } = body
      const modifiedAt = modified_time === null ? null : new Date(modified_time)
      const edition = { file, modifiedBy: modified_by, modifiedAt, externalVersion: null }
      return presentFed(await pushVersion(ctx, linkPlaceOf(params), edition, prepared, landingOptionsIn(body)))
    },
  }),
  endpoint({
    method: 'POST',
    path: `${AT_VERSIONS}/{n}/revert`,
    operation: 'revertFileVersion',
    summary: 'Read an older version again, as a new one',
    description: 'The file on the drive stays as it is.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtVersion,
    query: Type.Object(LANDING_QUERY),
    locks: 'query',
    status: 200,
    response: FedInfo,
    problems: [...FEED_PROBLEMS, 'version_conflict', 'history_expired'],
    prepare: ({ ctx, params, query }) =>
      prepareReversion(ctx, linkPlaceOf(params), versionIn(params.n), landingOptionsInQuery(query)),
    handle: async ({ ctx, params, query, prepared }) => {
      const wish = landingOptionsInQuery(query)
      return presentFed(await revertToVersion(ctx, linkPlaceOf(params), versionIn(params.n), prepared, wish))
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_VERSIONS}/{n}/download`,
    operation: 'downloadFileVersion',
    summary: 'The original file of a version, byte by byte as it came',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtVersion,
    status: 200,
    produces: 'application/octet-stream',
    problems: ['governed_workbook', 'history_expired'],
    handle: async ({ ctx, params }) => {
      const { file, bytes } = await downloadVersion(ctx, linkPlaceOf(params), versionIn(params.n))
      return new Answer(200, bytes, {
        'content-length': String(file.sizeBytes),
        'content-disposition': attachment(file.filename),
      })
    },
  }),
]

type LocalForm = Parameters<typeof landingOptionsIn>[0] & {
  as_name?: string | null
  on_existing?: Tracking['onExisting']
  origin?: string
}

function localTracking(
  params: { workbook_id: string },
  { as_name, on_existing = 'auto', origin = '', ...landing }: LocalForm,
  file: StoredFile,
): Tracking {
  return {
    workbookId: params.workbook_id,
    name: (as_name ?? file.filename).normalize('NFC'),
    edition: { file, ...UNKNOWN_CHANGE },
    tracked: { kind: 'local', provider: null, externalId: null, origin },
    onExisting: on_existing,
    wish: landingOptionsIn(landing),
  }
}
