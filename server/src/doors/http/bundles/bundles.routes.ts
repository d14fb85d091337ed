import { Type } from 'typebox'
import { acceptJob } from '../../../core/jobs/job.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { attachment } from '../../../platform/http/response/attachment.ts'
import { Id, NamedObject, Nullish, WireId, WorkspaceId } from '../../../platform/http/schema.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { bringBundle } from '../../../work/bundles/bring-bundle.ts'
import { makeBundle } from '../../../work/bundles/make-bundle.ts'
import { FilePart } from '../../../work/sources/sources.schema.ts'
import { landFile } from '../../../work/sources/upload/land-file.ts'

const ABOUT_MAKING = [
  'A zip file with everything in the workbook as it is at one moment: tables with their row ids and every version that is kept, snapshots and versions, sources with their files and parse specs, transforms, lineage, overrides, conflicts, branches, annotations, tags and policies, sheets, charts, and the log of ops; manifest.json says what each part must be. Members, credentials and the audit log stay behind.',
  'Only an owner from whom no policy hides anything may have it. The file is sent while it is made: if that fails, the connection breaks, and what came is no zip file.',
].join('\n\n')

const ABOUT_BRINGING =
  'Makes a new workbook, and a job that fills it: it is there whole or not at all. Row ids, versions and times stay; ids of things are new. A bundle that is damaged or says what cannot be is refused by the job, and the workbook goes to the trash.'

const Accepted = NamedObject('StartedImport', {
  job_id: WireId('job'),
  status: Type.Unsafe<'pending'>({ type: 'string', enum: ['pending'] }),
  workbook_id: WireId('wb'),
})

export const bundleEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/bundle',
    operation: 'makeBundle',
    summary: 'The whole workbook as one file, to keep or to bring to another service',
    description: ABOUT_MAKING,
    scope: 'workbooks:read',
    reach: { workbook: 'owner' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({
      tables: Type.Optional(
        Type.Boolean({
          default: true,
          description:
            'Also every table as Parquet and xlsx, for other programs; the bundle comes back without them too',
        }),
      ),
    }),
    status: 200,
    produces: 'application/zip',
    problems: ['owner_required', 'governed_workbook', 'unavailable'],
    handle: async ({ ctx, params, query: { tables: hasTables = true } }) => {
      const { filename, bytes } = await makeBundle(ctx, params.workbook_id, { hasTables })
      return new Answer(200, bytes, {
        'content-type': 'application/zip',
        'content-disposition': attachment(filename),
      })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/from-bundle',
    operation: 'bringBundle',
    summary: 'A workbook from a bundle',
    description: ABOUT_BRINGING,
    scope: 'workbooks:write',
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.slotBytes,
    body: Type.Object({
      file: FilePart,
      title: Nullish(Type.String({ minLength: 1, maxLength: 200, description: 'Its own title when left out' })),
      workspace_id: Nullish(WorkspaceId()),
    }),
    status: 202,
    response: Accepted,
    problems: ['no_workspace', 'out_of_reach', 'role_required', 'limit_reached', 'payload_too_large', 'unavailable'],
    land: async ({ ctx }, file) => {
      const workbookId = newId()
      return { workbookId, ...(await landFile(ctx, workbookId, file)) }
    },
    handle: async ({ ctx, body: { title = null, workspace_id = null }, file }) => {
      const { workbookId, jobId } = await bringBundle(ctx, { file, title, workspaceId: workspace_id })
      const { status, body, headers } = acceptJob(jobId)
      return new Answer(status, { ...body, workbook_id: toWireId('wb', workbookId) }, headers)
    },
  }),
]
