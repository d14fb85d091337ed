import type { EditedFile } from '@bindery-data/spreadsheet/edits/edit-file.ts'
import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { NamedObject } from '../../../platform/http/schema.ts'
import { type EditedSource, editSource, prepareEdit, type SourceEdit } from '../../../work/sources/edit/edit-source.ts'
import {
  CellsToSet,
  ChangedCell,
  ChangedRows,
  editsOf,
  FileEditBody,
  NotComputed,
  presentChanged,
  presentLeft,
  RowEditBody,
  rowEditsOf,
} from '../../../work/sources/edit/edits.schema.ts'
import { whatIf } from '../../../work/sources/edit/what-if.ts'
import { LANDING_MEMBERS, landingOptionsInBody } from '../../../work/sources/landing/landing-versions.ts'
import { OVERWRITTEN_FIELDS, presentOverwritten } from '../../../work/sources/materialize/present-materialized.ts'
import { presentSource } from '../../../work/sources/present-source.ts'
import {
  AT_SOURCE,
  AtSource,
  KEPT_FILE_PROBLEMS,
  SourceInfo,
  sourcePlaceOf,
} from '../../../work/sources/sources.schema.ts'

const EditBody = NamedObject('FileEdits', {
  edits: Type.Optional(
    Type.Array(FileEditBody, {
      minItems: 1,
      maxItems: 1_000,
      description: 'In their order, all or none; 10,000 cells at most',
    }),
  ),
  rows: Type.Optional(
    Type.Array(RowEditBody, {
      minItems: 1,
      maxItems: 20,
      description:
        'Rows that are inserted or deleted, one after the other, before the edits, which name cells where they are then. Formulas, names ' +
        'and all else that names cells follow; where that cannot be done rightly it is refused',
    }),
  ),
  restore_revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Instead of edits and rows: the file as it was in this revision, byte for byte',
    }),
  ),
  expected_revision: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Refuses if the file is another revision by now' }),
  ),
  ...LANDING_MEMBERS,
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Answers what would change, and writes nothing' }),
  ),
})

const EditedInfo = NamedObject('EditedFile', {
  source: SourceInfo,
  revision: Type.Integer({ description: 'The one that there is now' }),
  dry_run: Type.Boolean(),
  changes: Type.Array(ChangedCell, { description: 'The cells that were set first, the first 2,000' }),
  change_count: Type.Integer(),
  truncated: Type.Boolean(),
  not_computed: NotComputed,
  not_computed_count: Type.Integer(),
  rows: ChangedRows,
  tables: Type.Array(Type.String(), { description: 'Tables that were read again from the file' }),
  ...OVERWRITTEN_FIELDS,
})

const AnsweredInfo = NamedObject('AnsweredEdit', {
  changes: Type.Array(ChangedCell, { description: 'By their distance from the cells that were set' }),
  change_count: Type.Integer(),
  truncated: Type.Boolean(),
  not_computed: NotComputed,
  not_computed_count: Type.Integer(),
})

/** Edits and rows, or an older edition. */
function changeOf(body: Static<typeof EditBody>): ReturnType<SourceEdit['changeOf']> {
  const { edits, rows, restore_revision: restore } = body
  if ((edits || rows) && restore === undefined) return { edits: editsOf(edits ?? []), rows: rowEditsOf(rows ?? []) }
  if (!edits && !rows && restore !== undefined) return { restore }
  throw invalidField(['body', 'edits'], 'either', 'give either edits and rows or restore_revision, and not both')
}

const presentReport = ({ cells, cellCount, left, leftCount }: EditedFile, isWhole = true) => ({
  changes: cells.map(presentChanged),
  change_count: cellCount,
  truncated: cells.length < cellCount || left.length < leftCount || !isWhole,
  not_computed: left.map(presentLeft),
  not_computed_count: leftCount,
})

const presentEdited = ({ seen, revision, report, tables, ...edited }: EditedSource, isDryRun: boolean) => ({
  source: presentSource(seen),
  revision,
  dry_run: isDryRun,
  ...presentReport(report, report.isWhole),
  rows: report.rows.map(({ cells, ...moved }) => ({ ...moved, cell_count: cells })),
  tables: [...tables],
  ...presentOverwritten(edited),
})

/** Cells that lose their value because it is not known are no answer. */
function presentAnswered(answer: EditedFile) {
  const left = new Set(answer.left.map(({ sheet, cell }) => `${sheet}!${cell}`))
  const cells = answer.cells.filter(({ sheet, cell }) => !left.has(`${sheet}!${cell}`))
  return presentReport({ ...answer, cells, cellCount: answer.cellCount - (answer.cells.length - cells.length) })
}

export const editSourceEndpoints = [
  endpoint({
    method: 'POST',
    path: `${AT_SOURCE}/edit`,
    operation: 'editSource',
    summary: 'Change cells, formulas, formats and rows of an xlsx file',
    description:
      'The edited file becomes the next revision of the source, read as the last one was: its rows take the place of those of the ' +
      'last one. Every part of the file that is not touched keeps its bytes. Formulas that read changed cells are computed again; one ' +
      'whose value is not known keeps none, and programs compute it when they open the file. Cells that only move with their rows are not ' +
      'listed. With dry_run it only answers what would change.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSource,
    body: EditBody,
    locks: 'body',
    maxBodyBytes: 8 * 1024 * 1024,
    status: 200,
    response: EditedInfo,
    problems: [
      ...KEPT_FILE_PROBLEMS,
      'too_many_columns',
      'version_conflict',
      'template_not_fitting',
      'governed_workbook',
      'limit_reached',
      'unavailable',
    ],
    prepare: ({ ctx, params, body }) =>
      prepareEdit(ctx, sourcePlaceOf(params), {
        changeOf: () => changeOf(body),
        expectedRevision: body.expected_revision ?? null,
        isDryRun: body.dry_run ?? false,
        landing: landingOptionsInBody(body),
      }),
    handle: async ({ ctx, params, body, prepared }) =>
      presentEdited(await editSource(ctx, sourcePlaceOf(params), prepared), body.dry_run ?? false),
  }),
  endpoint({
    method: 'POST',
    path: `${AT_SOURCE}/what-if`,
    operation: 'whatIf',
    summary: 'What formulas of an xlsx file would give if cells were others',
    description:
      'Sets cells, computes the formulas that read them, however far, and answers with those that give another value and with the ' +
      'cells in between. Nothing is written.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    body: Type.Object({
      set: Type.Array(Type.Object(CellsToSet), { minItems: 1, maxItems: 100 }),
    }),
    isRead: true,
    status: 200,
    response: AnsweredInfo,
    problems: [...KEPT_FILE_PROBLEMS, 'governed_workbook', 'unavailable'],
    handle: async ({ ctx, params, body }) =>
      presentAnswered(await whatIf(ctx, sourcePlaceOf(params), () => editsOf(body.set, 'set'))),
  }),
]
