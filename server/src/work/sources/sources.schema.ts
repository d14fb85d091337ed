import { type Static, Type } from 'typebox'
import { FreeName } from '../../core/artifacts/free-name.schema.ts'
import { ArtifactSummary } from '../../core/artifacts/read-artifacts.ts'
import { ON_VIOLATION } from '../../core/rules/writes-to-check.ts'
import { Choice } from '../../core/tables/tables.schema.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, Time, WireId } from '../../platform/http/schema.ts'
import { TableChecks } from './parse-spec/table-check.schema.ts'
import { TemplateMisses } from './parse-spec/template-spec.schema.ts'
import {
  MOST_FILENAME_CHARACTERS,
  PROVENANCES,
  SOURCE_MODES,
  SOURCE_STATUSES,
  STRUCTURING_OPTIONS,
  STRUCTURINGS,
} from './source.ts'
import { asyncOfStaged } from './sources.errors.ts'

/** What several endpoints of sources say alike. */

export const AT_SOURCE = '/api/v1/workbooks/{workbook_id}/sources/{source_name}'
export const AtSource = Type.Object({ workbook_id: Id('wb'), source_name: Type.String() })

export const Filename = FreeName({ maxLength: MOST_FILENAME_CHARACTERS })

/** In a form: the file itself. Its name takes the place of its bytes where the form is checked. */
export const FilePart = FreeName({
  maxLength: MOST_FILENAME_CHARACTERS,
  contentMediaType: 'application/octet-stream',
  description: 'The file; its name keeps its extension',
})

/** How an upload is to be taken. */
export const INGEST_OPTIONS = {
  mode: Choice(SOURCE_MODES),
  async: Type.Optional(Type.Boolean({ default: false })),
  structuring: Type.Optional(
    Type.Union([OneOf(STRUCTURING_OPTIONS), Type.Null()], { default: STRUCTURING_OPTIONS[0] }),
  ),
}

/** What becomes of rows that break a rule of their table. */
export const OnViolationOptions = Nullish({
  ...OneOf(ON_VIOLATION),
  description:
    'Of rows that break a rule: reject refuses the file, quarantine sets them aside in a table beside it, warn lets them in ' +
    'and lists them. Left out: as the rules of the table say',
})

const IngestOptions = Type.Object(INGEST_OPTIONS)

export const optionsOf = ({ mode = 'auto', async: isAsync = false, structuring }: Static<typeof IngestOptions>) => ({
  mode,
  isAsync: refuseIfStaged(isAsync, mode),
  structuring: structuring ?? ('auto' as const),
})

/** A staged file is only kept: a job that the caller would wait for never comes. */
function refuseIfStaged(isAsync: boolean, mode: string): boolean {
  if (isAsync && mode === 'staged') throw asyncOfStaged()
  return isAsync
}

export const WarningInfo = NamedObject('Warning', {
  code: Type.String(),
  message: Type.String(),
  region_id: Nullable(Type.String()),
  column: Nullable(Type.String()),
  count: Type.Integer(),
})

const SpecSummary = NamedObject('SpecSummary', {
  spec_version: Type.Integer(),
  revision: Type.Integer(),
  regions: Type.Array(
    Type.Object({
      region_id: Type.String(),
      sheet: Type.String(),
      kind: Type.String(),
      layout: Type.String(),
      rows: Type.Integer(),
      columns: Type.Integer(),
      outputs: Type.Array(Type.String()),
      needs_review: Type.Boolean({ description: 'A user should answer the question' }),
      question: Nullable(
        Type.Object({
          code: Type.String(),
          text: Type.String(),
          choices: Type.Array(Type.String({ description: 'The patch of each choice stands in the parse spec' })),
        }),
      ),
    }),
  ),
  warnings: Type.Array(WarningInfo),
  check: TableChecks,
})

export const SourceInfo = NamedObject('Source', {
  source_id: WireId('src'),
  name: Type.String(),
  workbook_id: WireId('wb'),
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Nullable(Type.Integer({ description: 'Null where policies close the file to you' })),
  sha256: Nullable(Type.String({ description: 'Null where policies close the file to you' })),
  mode: OneOf(SOURCE_MODES),
  status: OneOf(SOURCE_STATUSES),
  revision: Type.Integer(),
  structuring: OneOf(STRUCTURINGS),
  structuring_reason: Nullable(Type.String()),
  provenance: Type.Object({
    kind: OneOf(PROVENANCES),
    provider: Nullable(Type.String()),
    ref: Nullable(Type.String()),
  }),
  parse_spec: Nullable(SpecSummary),
  template: Nullable(Type.Object({ template_id: WireId('tpl'), name: Type.String(), why: Type.Array(Type.String()) })),
  template_misses: TemplateMisses,
  artifacts: Type.Array(Type.String()),
  error: Nullable(Type.String()),
  created_at: Time,
  updated_at: Time,
  created_by: WireId('usr'),
})

export const FILE_OUTCOMES = ['template', 'united', 'not_fitting', 'tables', 'existing', 'kept', 'failed'] as const

/** What became of one of several files. */
export const FileOutcome = NamedObject('FileOutcome', {
  filename: Type.String(),
  source: Type.String(),
  outcome: OneOf(FILE_OUTCOMES),
  template: Nullable(Type.Object({ template_id: WireId('tpl'), name: Type.String() })),
  template_misses: TemplateMisses,
  tables: Type.Array(Type.String()),
  error: Nullable(Type.String()),
})

/** All of it, or the job that will make it. Of several files, what became of each. */
export const UploadedInfo = NamedObject('Uploaded', {
  source: Type.Optional(SourceInfo),
  artifacts: Type.Optional(Type.Array(ArtifactSummary)),
  structuring: Type.Optional(OneOf(STRUCTURINGS)),
  structuring_reason: Type.Optional(Nullable(Type.String())),
  credits_spent: Type.Optional(Type.Integer()),
  existing: Type.Optional(Type.Boolean()),
  warnings: Type.Optional(Type.Array(WarningInfo)),
  files: Type.Optional(Type.Array(FileOutcome)),
  job_id: Type.Optional(WireId('job')),
  status: Type.Optional(OneOf(['pending'])),
})

/** What may be wrong with a file that is read. */
export const FILE_PROBLEMS = ['unsupported_file', 'zip_bomb', 'payload_too_large', 'reading_timeout']

/** The same where tables are made of it. */
export const TABLE_FILE_PROBLEMS = [...FILE_PROBLEMS, 'too_many_columns']

/** The same of a file that came earlier, and may have been erased since. */
export const KEPT_FILE_PROBLEMS = [...FILE_PROBLEMS, 'history_expired']

export const sourcePlaceOf = (params: { workbook_id: string; source_name: string }) => ({
  workbookId: params.workbook_id,
  name: params.source_name,
})
