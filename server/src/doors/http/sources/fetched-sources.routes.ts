import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullish, OneOf, Sha256 } from '../../../platform/http/schema.ts'
import { FILE_PROVIDERS } from '../../../work/cloud-files/cloud-file.ts'
import {
  Filename,
  INGEST_OPTIONS,
  optionsOf,
  TABLE_FILE_PROBLEMS,
  UploadedInfo,
} from '../../../work/sources/sources.schema.ts'
import { answeredUpload } from '../../../work/sources/upload/present-upload.ts'
import { prepareDriveUpload, prepareUrlUpload } from '../../../work/sources/upload/upload-fetched-file.ts'
import { type PreparedUpload, uploadSource } from '../../../work/sources/upload/upload-source.ts'

const SOURCES = '/api/v1/workbooks/{workbook_id}/sources'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const FETCH_PROBLEMS = [...TABLE_FILE_PROBLEMS, 'limit_reached', 'unavailable', 'upstream_error']

/** Sources whose bytes the service goes and gets. */
export const fetchedSourceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: `${SOURCES}/from-url`,
    operation: 'uploadFromUrl',
    summary: 'Have the service fetch a spreadsheet from a public address',
    description:
      'Then as an upload. Private networks, this machine and redirects are refused; the limit of size holds while it arrives.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      url: Type.String({ minLength: 1, maxLength: 2000 }),
      filename: Nullish(Filename),
      sha256: Nullish(Sha256),
      ...INGEST_OPTIONS,
    }),
    status: 201,
    alsoStatus: [200, 202],
    response: UploadedInfo,
    problems: ['rule_violated', ...FETCH_PROBLEMS, 'url_refused'],
    prepare: ({ ctx, params, body }) => {
      const { url, filename = null, sha256 = null } = body
      const asked = { workbookId: params.workbook_id, url, filename, sha256, ...optionsOf(body) }
      return prepareUrlUpload(ctx, asked)
    },
    handle: ({ ctx, prepared }) => answer(ctx, prepared),
  }),
  endpoint({
    method: 'POST',
    path: `${SOURCES}/cloud`,
    operation: 'uploadFromDrive',
    summary: 'Import a file of your drive',
    description: 'As an upload; the source says where it came from.',
    scope: ['workbooks:write', 'cloud-files:read'],
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      provider: OneOf(FILE_PROVIDERS),
      file_id: Type.String({ minLength: 1, maxLength: 1000 }),
      filename: Filename,
    }),
    status: 201,
    alsoStatus: [200],
    response: UploadedInfo,
    problems: ['rule_violated', ...FETCH_PROBLEMS, 'provider_disabled', 'provider_not_authorized'],
    prepare: ({ ctx, params, body: { provider, file_id: fileId, filename } }) =>
      prepareDriveUpload(ctx, { workbookId: params.workbook_id, provider, fileId, filename }),
    handle: ({ ctx, prepared }) => answer(ctx, prepared),
  }),
]

async function answer(ctx: Context, prepared: PreparedUpload): Promise<Answer> {
  const { status, body, headers } = answeredUpload(await uploadSource(ctx, prepared))
  return new Answer(status, body, headers)
}
