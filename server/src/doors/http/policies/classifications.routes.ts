import { Type } from 'typebox'
import { ClassificationInfo, presentClassification } from '../../../core/policies/governance.schema.ts'
import { EFFECTS } from '../../../core/policies/policy.ts'
import { type Access, readAccess } from '../../../core/policies/read-access.ts'
import { ROW_ACCESS } from '../../../core/policies/rows/row-access.ts'
import { readClassifications, tagColumn, untagColumn } from '../../../core/policies/tags/classifications.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import { MASK_STYLES } from '../../../engine/table/mask-style.ts'
import { pageOfWhole } from '../../../platform/http/cursor.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { insufficientScope } from '../../../platform/http/http.errors.ts'
import {
  Cursor,
  Id,
  Limit,
  NamedObject,
  NextCursor,
  Nullable,
  Nullish,
  OneOf,
  Patterned,
  WORD_IN_WORDS,
  WORD_PATTERN,
} from '../../../platform/http/schema.ts'

const AT_TAGS = '/api/v1/workbooks/{workbook_id}/artifacts/{name}/columns/{column}/tags'
const AT_COLUMN = { workbook_id: Id('wb'), name: Type.String(), column: Type.String() }
const Tag = Patterned(WORD_PATTERN, WORD_IN_WORDS, { examples: ['pii', 'hr'] })

const Label = Patterned('^(?=.*\\S)[^\\p{Cc}\\p{Cf}]*$', 'text of one line, and not only spaces', {
  maxLength: 60,
  examples: ['社外秘'],
  description: 'What users read instead of the tag, in any script, on every column that bears it',
})

const AccessInfo = NamedObject('ColumnAccess', {
  table: Type.String(),
  roles: Type.Array(Type.String()),
  governed: Type.Boolean(),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      tags: Type.Array(Type.String()),
      effect: OneOf(EFFECTS),
      mask_style: Nullable(OneOf(MASK_STYLES)),
      rule: Nullable(Type.Object({ tag: Type.String(), role: Type.String() })),
      inherited: Type.Boolean(),
    }),
  ),
  masked_columns: Type.Array(Type.String()),
  denied_count: Type.Integer(),
  denied_columns: Nullable(Type.Array(Type.String(), { description: 'Listed for admins of the workbook only' })),
  rows: { ...OneOf(ROW_ACCESS), description: 'closed: a row policy hides rows that it was made from' },
  seen_rows: Nullable(Type.Integer({ description: 'How many rows they see; for admins of the workbook only' })),
  rows_depend_on_user: Type.Boolean({
    description:
      'Asked of a role: a row policy asks for the address or an attribute of a user, so users of this role see other rows',
  }),
  sample: Nullable(
    Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
      description:
        'The first rows as they see them, without what you do not see; null unless you asked, administer the workbook and see all rows',
    }),
  ),
  raw_preview: Type.Boolean(),
  export: Type.Boolean(),
})

const presentAccess = ({ table, roles, isGoverned, columns, deniedCount, deniedColumns, ...seen }: Access) => ({
  table,
  roles,
  governed: isGoverned,
  columns: columns.map(({ name, type, tags, effect, style, rule, isInherited }) => ({
    name,
    type: formatColumnType(type),
    tags,
    effect,
    mask_style: style,
    rule: rule && { tag: rule.tag, role: rule.role },
    inherited: isInherited,
  })),
  masked_columns: columns.filter(({ effect }) => effect === 'mask').map(({ name }) => name),
  denied_count: deniedCount,
  denied_columns: deniedColumns,
  rows: seen.rows,
  seen_rows: seen.visibleRows,
  rows_depend_on_user: seen.dependsOnUser,
  sample: seen.sample && [...seen.sample],
  raw_preview: !isGoverned,
  export: seen.rows !== 'closed',
})

const listing = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/classifications',
    operation: 'listClassifications',
    summary: 'Every tag on a column, attached or inherited',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({ cursor: Type.Optional(Cursor), limit: Limit(500, 2000) }),
    status: 200,
    response: Type.Object({ classifications: Type.Array(ClassificationInfo), next_cursor: NextCursor }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query }) => {
      const all = await readClassifications(ctx, params.workbook_id)
      const { page, nextCursor } = pageOfWhole(ctx.keyring, `classifications ${params.workbook_id}`, all, query)
      return { classifications: page.map(presentClassification), next_cursor: nextCursor }
    },
  }),
]

const tagging = [
  endpoint({
    method: 'POST',
    path: AT_TAGS,
    operation: 'tagColumn',
    summary: 'Attach a tag to a column',
    description: 'It holds for every version of the table, and for the columns that transforms make from this one.',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: Type.Object(AT_COLUMN),
    body: Type.Object({
      tag: Tag,
      label: Nullish(Label),
      actor: Nullish(Type.String({ maxLength: 200 })),
      note: Nullish(Type.String({ maxLength: 500 })),
    }),
    status: 201,
    alsoStatus: [200],
    response: ClassificationInfo,
    problems: ['role_required'],
    handle: async ({ ctx, params, body }) => {
      const { workbook_id: workbookId, name, column } = params
      const { tag, label = null, note = null, actor = null } = body
      const { isNew, ...tagged } = await tagColumn(ctx, { workbookId, name, column }, { tag, label, note, actor })
      return new Answer(isNew ? 201 : 200, presentClassification(tagged))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT_TAGS}/{tag}`,
    operation: 'untagColumn',
    summary: 'Take a tag off a column; policies stop applying to it',
    description: 'An inherited tag stays off until it is attached again.',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: Type.Object({ ...AT_COLUMN, tag: Type.String() }),
    query: Type.Object({ actor: Type.Optional(Type.String({ maxLength: 200 })) }),
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params, query }) => {
      const { workbook_id: workbookId, name, column, tag } = params
      await untagColumn(ctx, { workbookId, name, column }, tag, query.actor ?? null)
    },
  }),
]

const access = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/access',
    operation: 'readTableAccess',
    summary: 'What a user would see of a table, and by which rules',
    description: 'Of yourself; of a role or a user only for admins of the workbook.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({
      role: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      user_id: Type.Optional(Id('usr')),
      sample: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100, default: 0, description: 'How many rows to show' }),
      ),
    }),
    status: 200,
    response: AccessInfo,
    problems: ['role_required', 'insufficient_scope'],
    handle: async ({ ctx, params, query }) => {
      const { role = null, user_id: userId = null, sample = 0 } = query
      const isOwn = role === null && userId === null
      if (!isOwn && !ctx.caller.scopes.has('governance:configure')) throw insufficientScope(['governance:configure'])
      const place = { workbookId: params.workbook_id, name: params.name }
      return presentAccess(await readAccess(ctx, place, { role, userId }, sample))
    },
  }),
]

export const classificationEndpoints = [...listing, ...tagging, ...access]
