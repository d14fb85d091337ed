import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { ActorInfo } from '../../../core/audit/actor.ts'
import {
  annotateTable,
  deleteTableAnnotations,
  type Unmarked,
} from '../../../core/tables/annotations/annotate-table.ts'
import { type Style, TARGET_KINDS, type VisibleAnnotation } from '../../../core/tables/annotations/annotation.ts'
import { readAnnotations } from '../../../core/tables/annotations/read-annotations.ts'
import { Actor, placeOf } from '../../../core/tables/tables.schema.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import {
  Cursor,
  Id,
  Limit,
  NamedObject,
  Nullable,
  Nullish,
  OneOf,
  Patterned,
  Time,
  WireId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const AT_ANNOTATIONS = '/api/v1/workbooks/{workbook_id}/tables/{name}/annotations'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })

const Colour = Patterned('^#[0-9A-Fa-f]{6}$', '# and six hexadecimal digits', { examples: ['#C00000'] })

const StyleInfo = NamedObject('Style', {
  bold: Nullable(Type.Boolean()),
  italic: Nullable(Type.Boolean()),
  underline: Nullable(Type.Boolean()),
  strikethrough: Nullable(Type.Boolean()),
  font_color: Nullable(Colour),
  background_color: Nullable(Colour),
  font_size: Nullable(Type.Number({ minimum: 6, maximum: 72 })),
  number_format: Nullable(Type.String({ maxLength: 100 })),
  horizontal_alignment: Nullable(OneOf(['left', 'center', 'right'])),
  vertical_alignment: Nullable(OneOf(['top', 'middle', 'bottom'])),
  wrap: Nullable(Type.Boolean()),
})

const TARGET = {
  row_id: Nullish(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  column: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
  range: Nullish(Type.String({ minLength: 2, maxLength: 30, examples: ['A2:C10'] })),
}
const Kind = OneOf(TARGET_KINDS)

const StyleAnnotation = NamedObject('StyleAnnotation', {
  target: Type.Object({ kind: Kind, ...TARGET }),
  style: Nullish(Type.Partial(StyleInfo)),
  note: Nullish(Type.String({ maxLength: 2000 })),
  label: Nullish(Type.String({ maxLength: 100 })),
})

const AnnotationInfo = NamedObject('Annotation', {
  annotation_id: WireId('ann'),
  target: Type.Object({
    kind: Kind,
    row_id: Nullable(Type.Integer()),
    column: Nullable(Type.String()),
    range: Nullable(
      Type.String({ description: 'As it was when it was annotated; row_ids and columns say what it is on' }),
    ),
    columns: Nullable(Type.Array(Type.String())),
    row_ids: Nullable(Type.Array(Type.Integer(), { description: 'Of a range with at most 1000 rows' })),
  }),
  style: Nullable(StyleInfo),
  note: Nullable(Type.String()),
  label: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
  updated_at: Time,
})

type SentTarget = { row_id?: number | null; column?: string | null; range?: string | null }

const targetFrom = <K>(kind: K, { row_id = null, column = null, range = null }: SentTarget) => ({
  kind,
  rowId: row_id,
  column: column?.normalize('NFC') ?? null,
  range,
})

/** Only what is set: null clears nothing. */
const setMembers = (style: Style): Style =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== null))

const presentStyle = (style: Style) => ({
  bold: style.bold ?? null,
  italic: style.italic ?? null,
  underline: style.underline ?? null,
  strikethrough: style.strikethrough ?? null,
  font_color: style.font_color ?? null,
  background_color: style.background_color ?? null,
  font_size: style.font_size ?? null,
  number_format: style.number_format ?? null,
  horizontal_alignment: style.horizontal_alignment ?? null,
  vertical_alignment: style.vertical_alignment ?? null,
  wrap: style.wrap ?? null,
})

const presentTarget = ({ kind, columns, rowIds, range }: VisibleAnnotation) => ({
  kind,
  row_id: kind === 'range' ? null : (rowIds?.[0] ?? null),
  column: kind === 'range' ? null : (columns[0] ?? null),
  range,
  columns: kind === 'range' ? columns : null,
  row_ids: kind === 'range' ? rowIds : null,
})

const presentAnnotation = (annotation: VisibleAnnotation) => ({
  annotation_id: toWireId('ann', annotation.annotationId),
  target: presentTarget(annotation),
  style: annotation.style && presentStyle(annotation.style),
  note: annotation.note,
  label: annotation.label,
  actor: annotation.actor,
  created_at: annotation.createdAt.toISOString(),
  updated_at: annotation.updatedAt.toISOString(),
})

const unmarkedFrom = (
  {
    annotation_id: annotationId,
    kind,
    ...target
  }: SentTarget & { annotation_id?: string; kind?: (typeof TARGET_KINDS)[number] },
  n: number,
): Unmarked => {
  if (annotationId !== undefined) return { annotationId }
  if (kind === undefined) throw invalidField(['body', 'targets', n], 'required', 'must have an annotation_id or a kind')
  return targetFrom(kind, target)
}

const deletion = {
  scope: 'workbooks:write',
  reach: { workbook: 'editor' },
  params: AtTable,
  body: Type.Object({
    targets: Type.Array(
      Type.Object({ annotation_id: Type.Optional(Id('ann')), kind: Type.Optional(Kind), ...TARGET }),
      { minItems: 1, maxItems: 500, description: 'Each by its annotation_id, or by what it is on' },
    ),
  }),
  status: 200,
  response: Type.Object({ deleted: Type.Integer(), missing: Type.Integer() }),
  problems: ['role_required', 'masked_column', 'range_out_of_bounds', 'range_too_large', 'unavailable'],
} as const

export const annotationEndpoints = [
  endpoint({
    method: 'GET',
    path: AT_ANNOTATIONS,
    operation: 'listTableAnnotations',
    summary: 'Styles, notes and labels, oldest first',
    description: 'Annotations of rows and columns that are deleted are not shown; they come back with them.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({
      column: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      row_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      limit: Limit(500, 2000),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({ annotations: Type.Array(AnnotationInfo), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor', 'row_not_found', 'unavailable'],
    handle: async ({ ctx, params, query: { column, row_id: rowId, limit, cursor } }) => {
      const list = `annotations ${params.workbook_id} ${params.name}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const asked = { column: column?.normalize('NFC'), rowId, limit, after }
      const { annotations, next } = await readAnnotations(ctx, placeOf(params), asked)
      const nextCursor = next && writeCursor(ctx.keyring, list, next)
      return { annotations: annotations.map(presentAnnotation), next_cursor: nextCursor }
    },
  }),
  endpoint({
    method: 'POST',
    path: AT_ANNOTATIONS,
    operation: 'annotateTable',
    summary: 'Put styles, notes and labels on the table, its columns, rows, cells and ranges',
    description: 'What is annotated already is merged member by member; null clears nothing. It makes no version.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    body: Type.Object({
      annotations: Type.Array(StyleAnnotation, { minItems: 1, maxItems: 500 }),
      actor: Actor,
    }),
    status: 200,
    response: Type.Object({ annotations: Type.Array(AnnotationInfo), applied: Type.Integer() }),
    problems: [
      'role_required',
      'row_not_found',
      'masked_column',
      'range_out_of_bounds',
      'range_too_large',
      'unavailable',
    ],
    handle: async ({ ctx, params, body: { annotations: sent, actor = null } }) => {
      const asked = sent.map(({ target, style = null, note = null, label = null }) => ({
        target: targetFrom(target.kind, target),
        style: style && setMembers(style),
        note,
        label,
      }))
      const { annotations, applied } = await annotateTable(ctx, placeOf(params), asked, actor)
      return { annotations: annotations.map(presentAnnotation), applied }
    },
  }),
  endpoint({
    ...deletion,
    method: 'POST',
    path: `${AT_ANNOTATIONS}/delete`,
    operation: 'deleteTableAnnotations',
    summary: 'Take annotations away',
    handle: async ({ ctx, params, body }) =>
      deleteTableAnnotations(ctx, placeOf(params), body.targets.map(unmarkedFrom)),
  }),
  endpoint({
    ...deletion,
    method: 'DELETE',
    path: AT_ANNOTATIONS,
    operation: 'removeTableAnnotations',
    summary: 'The same as POST …/annotations/delete',
    handle: async ({ ctx, params, body }) =>
      deleteTableAnnotations(ctx, placeOf(params), body.targets.map(unmarkedFrom)),
  }),
]
