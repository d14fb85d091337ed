import { ON_ERROR, type ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Overridden } from '@bindery-data/spreadsheet/structure/correct/read-again.ts'
import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { acceptJob } from '../../../core/jobs/job.ts'
import { Choice, ExpectedVersion } from '../../../core/tables/tables.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { NamedObject, Nullable, Nullish, OneOf } from '../../../platform/http/schema.ts'
import { type MaterializeRequest, TARGET_MODES } from '../../../work/sources/materialize/materialize-request.ts'
import { materializeSource } from '../../../work/sources/materialize/materialize-source.ts'
import { prepareMaterialize, startMaterialize } from '../../../work/sources/materialize/prepare-materialize.ts'
import { MaterializedInfo, presentMaterialized } from '../../../work/sources/materialize/present-materialized.ts'
import { analyzeSource, proposeSpec } from '../../../work/sources/parse-spec/analyze-source.ts'
import { correctSpec, tryCorrection } from '../../../work/sources/parse-spec/correct-spec.ts'
import { applyOperations, tryOperations } from '../../../work/sources/parse-spec/operations/apply-operations.ts'
import { OperationBody } from '../../../work/sources/parse-spec/operations/operations.schema.ts'
import { ParseSpecBody } from '../../../work/sources/parse-spec/parse-spec.schema.ts'
import { type PreviewedTable, readSpec } from '../../../work/sources/parse-spec/read-spec.ts'
import { recordMakingFailure } from '../../../work/sources/parse-spec/record-failure.ts'
import { Correction } from '../../../work/sources/parse-spec/region-parts.schema.ts'
import { presentSource } from '../../../work/sources/present-source.ts'
import { seeSource } from '../../../work/sources/read-sources.ts'
import {
  AT_SOURCE,
  AtSource,
  KEPT_FILE_PROBLEMS,
  OnViolationOptions,
  SourceInfo,
  sourcePlaceOf,
} from '../../../work/sources/sources.schema.ts'

const Preview = Type.Array(
  Type.Object({
    region_id: Nullable(Type.String()),
    name: Type.String(),
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
    rows: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    row_count: Type.Integer(),
    rejected: Type.Integer(),
    cells_nulled: Type.Integer(),
    partial: Type.Boolean({ description: 'Only the beginning of a large file was read' }),
  }),
)

const presentPreview = ({ staged, rows, isPartial }: PreviewedTable) => ({
  region_id: staged.regionId,
  name: staged.name,
  columns: staged.columns.map(({ name, type }) => ({ name, type })),
  rows,
  row_count: staged.rows,
  rejected: staged.report.rejected,
  cells_nulled: staged.report.cellsNulled,
  partial: isPartial,
})

const SpecAndPreview = NamedObject('PreviewedSpec', {
  ...ParseSpecBody.properties,
  preview: Type.Optional(Preview),
  can_undo: Type.Optional(
    Type.Boolean({ description: 'Beside a preview: whether the operation undo takes back a correction' }),
  ),
})

const OverriddenInfo = NamedObject('OverriddenCorrection', {
  region_id: Type.String(),
  correction: Correction,
  why: Type.String(),
})

const AppliedOperations = NamedObject('CorrectedSpec', {
  ...SpecAndPreview.properties,
  overridden: Type.Array(OverriddenInfo, {
    description: 'What was decided by hand before and contradicts an operation',
  }),
})

const Operations = NamedObject('SpecOperations', {
  spec_version: Type.Integer({ minimum: 1 }),
  revision: Type.Optional(Type.Integer({ minimum: 1, description: 'Refuses if the spec was corrected since' })),
  operations: Type.Array(OperationBody, { minItems: 1, maxItems: 100, description: 'In their order, all or none' }),
})

const presentSpec = (spec: ParseSpec, preview: readonly PreviewedTable[] | null, canUndo: boolean) => ({
  ...spec,
  ...(preview ? { preview: preview.map(presentPreview), can_undo: canUndo } : {}),
})

const presentOverridden = ({ region_id, correction, why }: Overridden) => ({ region_id, correction, why })

const Materialize = NamedObject('MaterializeRequest', {
  regions: Nullish(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 10_000 })),
  target: Nullish(
    Type.Object({
      mode: Choice(TARGET_MODES, 'Each region becomes a table of its own, or all go into the table that is named'),
      table: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
      column_mapping: Nullish(Type.Record(Type.String(), Nullable(Type.String({ maxLength: 200 })))),
      match_on: Nullish(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 5 })),
      blank_policy: Choice(['keep', 'clear']),
      expected_version: Type.Optional(ExpectedVersion),
    }),
  ),
  on_error: Nullish(OneOf(ON_ERROR)),
  on_violation: OnViolationOptions,
  dry_run: Type.Optional(Type.Boolean({ default: false })),
  async: Type.Optional(Type.Boolean({ default: false })),
  actor: Nullish(Type.String({ maxLength: 200 })),
  expected_versions: Nullish(
    Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description:
        'For mode new: the versions of tables that the source made before and that were edited since. Their edits are overwritten',
    }),
  ),
})

const requestOf = ({
  regions,
  target,
  on_error,
  on_violation,
  dry_run,
  actor,
  expected_versions,
}: Static<typeof Materialize>): MaterializeRequest => ({
  regions: regions ?? null,
  target: {
    mode: target?.mode ?? 'new',
    table: target?.table ?? null,
    columnMapping: target?.column_mapping ?? {},
    matchOn: target?.match_on ?? null,
    blankPolicy: target?.blank_policy ?? 'keep',
    expected: expectedOf(target, dry_run),
  },
  onError: on_error ?? null,
  onViolation: on_violation ?? null,
  isDryRun: dry_run ?? false,
  actor: actor ?? null,
  expectedVersions: expected_versions ?? null,
})

/** An existing table is written like every table: the caller names the version it read, or declines to. */
function expectedOf(target: Static<typeof Materialize>['target'], isDryRun = false): number | null {
  const { mode = 'new', expected_version: expected } = target ?? {}
  if (mode !== 'new' && !isDryRun && expected === undefined)
    throw invalidField(['body', 'target', 'expected_version'], 'required', `is required for mode ${mode}`)
  return expected ?? null
}

/** An answer may be sent back with its preview, which is no part of the spec. */
const specIn = ({
  preview: _,
  can_undo: __,
  ...body
}: Static<typeof ParseSpecBody> & { preview?: unknown; can_undo?: unknown }) =>
  // Safe: the schema is the type, but for members that analysis alone knows and that ride along.
  body as ParseSpec

const keptBy = ({ keep_overrides = false }: { keep_overrides?: boolean }) => ({ keepsOverrides: keep_overrides })

export const parseSpecEndpoints = [
  endpoint({
    method: 'POST',
    path: `${AT_SOURCE}/analyze`,
    operation: 'analyzeSource',
    summary: 'Look at a source and propose how to read it',
    description:
      'Keeps the proposal as its parse spec and makes no tables. Doing it again discards what was corrected, unless keep_overrides is true.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSource,
    query: Type.Object({ keep_overrides: Type.Optional(Type.Boolean({ default: false })) }),
    status: 200,
    response: Type.Object({ source: SourceInfo, parse_spec: ParseSpecBody }),
    problems: [...KEPT_FILE_PROBLEMS, 'governed_workbook', 'unavailable'],
    prepare: ({ ctx, params, query }) => proposeSpec(ctx, sourcePlaceOf(params), keptBy(query)),
    handle: async ({ ctx, params, query, prepared }) => {
      const source = await analyzeSource(ctx, sourcePlaceOf(params), prepared, keptBy(query))
      return { source: presentSource((await seeSource(ctx, source)).seen), parse_spec: source.spec }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_SOURCE}/parse-spec`,
    operation: 'readParseSpec',
    summary: 'How a source is read',
    description: 'With preview the answer shows the first rows as they are read by it, and nothing is kept.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    query: Type.Object({ preview: Type.Optional(Type.Boolean({ default: false })) }),
    status: 200,
    response: SpecAndPreview,
    problems: [...KEPT_FILE_PROBLEMS, 'source_not_analyzed', 'governed_workbook', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const place = sourcePlaceOf(params)
      const { spec, preview, canUndo } = await readSpec(ctx, place, { isPreviewed: query.preview ?? false })
      return presentSpec(spec, preview, canUndo)
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${AT_SOURCE}/parse-spec`,
    operation: 'correctParseSpec',
    summary: 'Correct how a source is read',
    description:
      'Takes the whole spec. What differs from the one before is pinned, and survives a new analysis. The answer shows the first rows as they would be read.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSource,
    query: Type.Object({ preview: Type.Optional(Type.Boolean({ default: true })) }),
    body: ParseSpecBody,
    maxBodyBytes: 32 * 1024 * 1024,
    status: 200,
    response: SpecAndPreview,
    problems: [...KEPT_FILE_PROBLEMS, 'governed_workbook', 'source_not_analyzed', 'version_conflict', 'unavailable'],
    prepare: ({ ctx, params, body, query }) =>
      tryCorrection(ctx, sourcePlaceOf(params), { spec: specIn(body), isPreviewed: query.preview ?? true }),
    handle: async ({ ctx, params, body, prepared }) => {
      const spec = await correctSpec(ctx, sourcePlaceOf(params), { spec: specIn(body), preview: prepared })
      return presentSpec(spec, prepared, true)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: `${AT_SOURCE}/parse-spec`,
    operation: 'patchParseSpec',
    summary: 'Correct how a source is read, by operations',
    description:
      'Takes operations on regions, in their order. What follows from them (names, types, roles, periods, tables, checks) is derived by reading the changed regions again. ' +
      'What was decided by hand before is kept; what contradicts an operation is listed in overridden. With dry_run nothing is kept. ' +
      'The operation undo takes back the last correction that still stands, as often as can_undo says so.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSource,
    query: Type.Object({
      preview: Type.Optional(Type.Boolean({ default: true })),
      dry_run: Type.Optional(Type.Boolean({ default: false })),
    }),
    body: Operations,
    status: 200,
    response: AppliedOperations,
    problems: [
      ...KEPT_FILE_PROBLEMS,
      'governed_workbook',
      'source_not_analyzed',
      'version_conflict',
      'unavailable',
      'action_not_applicable',
    ],
    prepare: ({ ctx, params, body, query }) =>
      tryOperations(ctx, sourcePlaceOf(params), {
        specVersion: body.spec_version,
        revision: body.revision ?? null,
        operations: body.operations,
        isPreviewed: query.preview ?? true,
      }),
    handle: async ({ ctx, params, query, prepared }) => {
      const { overridden, preview } = prepared
      const place = sourcePlaceOf(params)
      const { spec, canUndo } = query.dry_run ? prepared : await applyOperations(ctx, place, prepared)
      return { ...presentSpec(spec, preview, canUndo), overridden: overridden.map(presentOverridden) }
    },
  }),
  endpoint({
    method: 'POST',
    path: `${AT_SOURCE}/materialize`,
    operation: 'materializeSource',
    summary: 'Make tables of a source, or add it to one',
    description:
      'Obeys the parse spec and nothing else. A dry run tells what would happen, and writes nothing. ' +
      'Doing it again replaces the rows of the tables that the source made before, and changes nothing where they would be the same. ' +
      'A table that was edited since is replaced only at the version that expected_versions names, else 409. ' +
      'Tables that the parse spec no longer makes are archived, unless they were edited or something reads or shows them. ' +
      'The modes append, upsert and replace write to a table that is there, and require target.expected_version.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSource,
    body: Materialize,
    status: 200,
    alsoStatus: [202],
    response: MaterializedInfo,
    problems: ['rule_violated', 'masked_column',
      'governed_workbook',
      ...KEPT_FILE_PROBLEMS, 'too_many_columns', 'source_not_analyzed', 'unmapped_columns', 'uncastable_value', 'version_conflict', 'ambiguous_match',
      'derived_table_not_editable', 'unknown_column', 'too_many_rows', 'limit_reached', 'unavailable',
    ], // biome-ignore format: a list
    prepare: async ({ ctx, params, body }) =>
      body.async ? null : prepareMaterialize(ctx, sourcePlaceOf(params), requestOf(body)),
    takenBack: async (ctx, prepared, error) => {
      if (prepared && prepared.mode !== 'none') await recordMakingFailure(ctx, prepared.source, error)
    },
    handle: async ({ ctx, params, body, prepared }) => {
      const place = sourcePlaceOf(params)
      if (prepared) return presentMaterialized(await materializeSource(ctx, place, requestOf(body), prepared))
      const { status, body: accepted, headers } = acceptJob(await startMaterialize(ctx, place, requestOf(body)))
      return new Answer(status, accepted, headers)
    },
  }),
]
