import { Type } from 'typebox'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { PreviewAnswer } from '../../../engine/loader/load-request.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { attachment } from '../../../platform/http/response/attachment.ts'
import { Cursor, Id, Limit, NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { downloadSource } from '../../../work/sources/download-source.ts'
import { prepareRevision, reviseSource } from '../../../work/sources/ingest/revise-source.ts'
import { LANDING_FIELDS, landingOptionsIn } from '../../../work/sources/landing/landing-versions.ts'
import { MaterializedInfo, presentMaterialized } from '../../../work/sources/materialize/present-materialized.ts'
import { openRawSource, openSource } from '../../../work/sources/open-source.ts'
import { presentSource } from '../../../work/sources/present-source.ts'
import { previewSource } from '../../../work/sources/preview-source.ts'
import { readSources, seeSource } from '../../../work/sources/read-sources.ts'
import {
  AT_SOURCE,
  AtSource,
  FilePart,
  INGEST_OPTIONS,
  KEPT_FILE_PROBLEMS,
  OnViolationOptions,
  optionsOf,
  SourceInfo,
  sourcePlaceOf,
  TABLE_FILE_PROBLEMS,
  UploadedInfo,
} from '../../../work/sources/sources.schema.ts'
import { landFile } from '../../../work/sources/upload/land-file.ts'
import { type Answered, answeredFiles, answeredUpload } from '../../../work/sources/upload/present-upload.ts'
import {
  isOfSeveral,
  MOST_FILES,
  onlyFile,
  prepareFiles,
  uploadFiles,
} from '../../../work/sources/upload/upload-files.ts'
import { type NewUpload, prepareUpload, uploadSource } from '../../../work/sources/upload/upload-source.ts'

const SOURCES = '/api/v1/workbooks/{workbook_id}/sources'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })

const answerOf = ({ status, body, headers }: Answered) => new Answer(status, body, headers)

const PreviewInfo = NamedObject('SourcePreview', {
  sheets: Type.Array(Type.Object({ name: Type.String(), dimension: Nullable(Type.String()), hidden: Type.Boolean() })),
  sheet: Type.String(),
  range: Type.String(),
  cells: Type.Array(
    Type.Array(
      Type.Object({
        v: Type.Unknown(),
        t: Nullable(OneOf(['s', 'n', 'b', 'd', 'e'])),
        f: Nullable(Type.String()),
        z: Nullable(Type.String()),
      }),
    ),
  ),
  merges: Type.Array(Type.String()),
  styles: Type.Array(
    Type.Object({
      bold: Type.Boolean(),
      indent: Type.Integer(),
      align: Nullable(OneOf(['left', 'center', 'right'])),
      fill: Nullable(Type.String({ description: 'RRGGBB' })),
      color: Nullable(Type.String({ description: 'RRGGBB' })),
      border: Type.Array(OneOf(['top', 'right', 'bottom', 'left'])),
    }),
  ),
  looks: Type.Array(Type.Array(Nullable(Type.Integer({ description: 'Which of the styles the cell has' })))),
  widths: Type.Array(Nullable(Type.Number({ description: 'Of the column, in characters' }))),
})

export const sourceEndpoints = [
  endpoint({
    method: 'GET',
    path: SOURCES,
    operation: 'listSources',
    summary: 'Uploaded files of a workbook and how far each came, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Type.Object({ limit: Limit(100, 500), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({ sources: Type.Array(SourceInfo), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `sources/${params.workbook_id}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { sources, next } = await readSources(ctx, params.workbook_id, { limit, after })
      return { sources: sources.map(presentSource), next_cursor: next ? writeCursor(ctx.keyring, list, next) : null }
    },
  }),
  endpoint({
    method: 'POST',
    path: SOURCES,
    operation: 'uploadSource',
    summary: 'Upload a spreadsheet',
    description:
      'Mode auto makes tables of it at once (async: as a job), staged only keeps the bytes. Bytes the workbook has already ' +
      'answer 200 with the source that has them. A file that cannot be read is refused, and nothing is kept of it. A file that ' +
      'a template of the workspace fits is read by it. Several files in files, or a zip file of them, are read by one job, ' +
      'whose result says what became of each: forms of one template become rows of one table.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.uploadBytes,
    maxFiles: MOST_FILES,
    body: Type.Object({
      file: Type.Optional(FilePart),
      files: Type.Optional(Type.Array(FilePart, { minItems: 1, maxItems: MOST_FILES })),
      ...INGEST_OPTIONS,
    }),
    status: 201,
    alsoStatus: [200, 202],
    response: UploadedInfo,
    problems: ['rule_violated', ...TABLE_FILE_PROBLEMS, 'limit_reached', 'unavailable'],
    land: async ({ ctx, params }, file) => {
      await openWorkbook(ctx, params.workbook_id, 'editor')
      return landFile(ctx, params.workbook_id, file)
    },
    prepare: async ({ ctx, params, body, files }) =>
      isOfSeveral(body.files, files)
        ? { several: await prepareFiles(ctx, { workbookId: params.workbook_id, files, ...optionsOf(body) }) }
        : { one: await prepareUpload(ctx, newUpload(params, body, onlyFile(files))) },
    handle: async ({ ctx, prepared }) =>
      answerOf(
        prepared.several
          ? answeredFiles(await uploadFiles(ctx, prepared.several))
          : answeredUpload(await uploadSource(ctx, prepared.one)),
      ),
  }),
  endpoint({
    method: 'GET',
    path: AT_SOURCE,
    operation: 'readSource',
    summary: 'A source, by its name or its id',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    status: 200,
    response: SourceInfo,
    handle: async ({ ctx, params }) => {
      const { seen } = await seeSource(ctx, await openSource(ctx, sourcePlaceOf(params), 'viewer'))
      return presentSource(seen)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_SOURCE}/download`,
    operation: 'downloadSource',
    summary: 'The original file, byte by byte as it came',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    status: 200,
    produces: 'application/octet-stream',
    problems: ['governed_workbook', 'history_expired'],
    handle: async ({ ctx, params }) => {
      const { source, bytes } = await downloadSource(ctx, sourcePlaceOf(params))
      return new Answer(200, bytes, {
        'content-length': String(source.sizeBytes),
        'content-disposition': attachment(source.filename),
      })
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_SOURCE}/preview`,
    operation: 'previewSource',
    summary: 'Cells of the file, as a person would see them there',
    description: 'At most 100,000 cells. Without a sheet the first one is shown, without a range its beginning.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    query: Type.Object({
      sheet: Type.Optional(Type.String({ maxLength: 300 })),
      range: Type.Optional(Type.String({ maxLength: 30 })),
    }),
    status: 200,
    response: PreviewInfo,
    problems: [...KEPT_FILE_PROBLEMS, 'governed_workbook', 'range_too_large', 'unavailable'],
    handle: async ({ ctx, params, query: { sheet = null, range = null } }) =>
      presentPreview(await previewSource(ctx, sourcePlaceOf(params), { sheet, range })),
  }),
  endpoint({
    method: 'POST',
    path: `${AT_SOURCE}/revise`,
    operation: 'reviseSource',
    summary: 'The next edition of a file, read as the last one was',
    description:
      'The bytes become the next revision of the source, and their rows take the place of those of the last one. Rows that are the ' +
      'same keep their ids, with all that hangs on them. A table that was edited since is written over only where its version is ' +
      'named, else 409; then a snapshot is committed first. The op can be undone.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSource,
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.uploadBytes,
    body: Type.Object({ file: FilePart, on_violation: OnViolationOptions, ...LANDING_FIELDS }),
    locks: 'body',
    status: 200,
    response: MaterializedInfo,
    problems: [
      ...TABLE_FILE_PROBLEMS,
      'rule_violated',
      'template_not_fitting',
      'version_conflict',
      'governed_workbook',
      'limit_reached',
      'unavailable',
    ],
    land: async ({ ctx, params }, file) => {
      const { workbookId } = await openRawSource(ctx, sourcePlaceOf(params), 'editor')
      return landFile(ctx, workbookId, file)
    },
    prepare: ({ ctx, params, body, file }) =>
      prepareRevision(ctx, openRawSource, sourcePlaceOf(params), file, landingOptionsIn(body)),
    handle: async ({ ctx, params, body, file, prepared }) =>
      presentMaterialized(
        await reviseSource(ctx, openRawSource, sourcePlaceOf(params), file, prepared, landingOptionsIn(body)),
      ),
  }),
]

const presentPreview = ({ sheets, sheet, range, cells, merges, styles, looks, widths }: PreviewAnswer) => ({
  sheets: sheets.map(({ name, dimension, isHidden }) => ({ name, dimension, hidden: isHidden })),
  sheet,
  range,
  cells: cells.map((row) => row.map(({ v, t, f, z }) => ({ v, t, f, z }))),
  merges,
  styles: styles.map(({ bold, indent, align, fill, color, border }) => ({ bold, indent, align, fill, color, border })),
  looks,
  widths,
})

function newUpload(
  params: { workbook_id: string },
  body: Parameters<typeof optionsOf>[0],
  file: NewUpload['file'],
): NewUpload {
  const provenance = { kind: 'upload', provider: null, ref: null } as const
  return { workbookId: params.workbook_id, file, provenance, ...optionsOf(body) }
}
