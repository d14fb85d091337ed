import { FIELD_TYPES } from '@bindery-data/spreadsheet/structure/templates/layout.ts'
import { type Static, Type } from 'typebox'
import { Line } from '../../../people/accounts/name.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, OneOf, Time, WireId, WorkspaceId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { KEPT_FILE_PROBLEMS } from '../../../work/sources/sources.schema.ts'
import { changeTemplate, deleteTemplate } from '../../../work/sources/templates/change-template.ts'
import { openTemplate, readTemplates } from '../../../work/sources/templates/read-templates.ts'
import { prepareTemplate, saveTemplate } from '../../../work/sources/templates/save-template.ts'
import type { Template } from '../../../work/sources/templates/template.ts'

const TEMPLATES = '/api/v1/workspaces/{workspace_id}/templates'
const AtWorkspace = Type.Object({ workspace_id: WorkspaceId() })
const AtTemplate = Type.Object({ workspace_id: WorkspaceId(), template_id: Id('tpl') })

const FieldInfo = NamedObject('TemplateField', { label: Type.String(), name: Type.String(), type: OneOf(FIELD_TYPES) })

const TemplateInfo = NamedObject('Template', {
  template_id: WireId('tpl'),
  workspace_id: WireId('ws'),
  name: Type.String(),
  active: Type.Boolean({ description: 'Files to come are read by it' }),
  sheets: Type.Array(
    Type.Object({
      title: Nullable(Type.String({ description: 'The words at the top that a file must have' })),
      fields: Type.Array(FieldInfo),
      tables: Type.Array(Type.Object({ title: Nullable(Type.String()), columns: Type.Array(FieldInfo) })),
    }),
    { description: 'The labels it looks for. No value of the sample is kept' },
  ),
  created_by: WireId('usr'),
  created_at: Time,
  updated_at: Time,
})

const Name = Line(100, 'Also what the table of its forms is called')

const FieldChanges = Type.Array(
  Type.Object({
    label: Type.String({ minLength: 1, maxLength: 200 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    type: Type.Optional(OneOf(FIELD_TYPES)),
  }),
  { minItems: 1, maxItems: 500 },
)

const presentTemplate = ({ templateId, workspaceId, layout, ...template }: Template) => ({
  template_id: toWireId('tpl', templateId),
  workspace_id: toWireId('ws', workspaceId),
  name: template.name,
  active: template.isActive,
  sheets: layout.sheets.map(({ title, fields, tables }) => ({
    title,
    fields: fields.map(({ label, name, type }) => ({ label, name, type })),
    tables: tables.map((table) => ({
      title: table.title,
      columns: table.columns
        .filter(({ include }) => include)
        .map(({ labels, name, type }) => ({ label: labels.findLast((label) => label !== '') ?? '', name, type })),
    })),
  })),
  created_by: toWireId('usr', template.createdBy),
  created_at: template.createdAt.toISOString(),
  updated_at: template.updatedAt.toISOString(),
})

const NewTemplate = NamedObject('NewTemplate', {
  name: Name,
  workbook_id: Id('wb'),
  source_name: Type.String({ maxLength: 300 }),
})

const optionsOf = ({ name, workbook_id, source_name }: Static<typeof NewTemplate>) => ({
  name,
  source: { workbookId: workbook_id, name: source_name },
})

export const templateEndpoints = [
  endpoint({
    method: 'GET',
    path: TEMPLATES,
    operation: 'listTemplates',
    summary: 'The templates of a workspace, oldest first',
    scope: 'workbooks:read',
    reach: { workspace: 'viewer' },
    params: AtWorkspace,
    status: 200,
    response: Type.Object({ templates: Type.Array(TemplateInfo) }),
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, params }) => ({
      templates: (await readTemplates(ctx, params.workspace_id)).map(presentTemplate),
    }),
  }),
  endpoint({
    method: 'POST',
    path: TEMPLATES,
    operation: 'createTemplate',
    summary: 'Save how a source is read as a template',
    description:
      'Files whose labels are those of the source are read by it from now on. The labels and where they stand are kept, and no ' +
      'value of the source.',
    scope: 'workbooks:write',
    reach: { workspace: 'editor' },
    params: AtWorkspace,
    body: NewTemplate,
    status: 201,
    response: TemplateInfo,
    problems: [
      ...KEPT_FILE_PROBLEMS,
      'out_of_reach',
      'role_required',
      'name_taken',
      'no_labels',
      'source_not_analyzed',
      'governed_workbook',
      'limit_reached',
      'unavailable',
    ],
    prepare: ({ ctx, params, body }) => prepareTemplate(ctx, params.workspace_id, optionsOf(body)),
    handle: async ({ ctx, params, body, prepared }) =>
      presentTemplate(await saveTemplate(ctx, params.workspace_id, optionsOf(body), prepared)),
  }),
  endpoint({
    method: 'GET',
    path: `${TEMPLATES}/{template_id}`,
    operation: 'readTemplate',
    summary: 'One template',
    scope: 'workbooks:read',
    reach: { workspace: 'viewer' },
    params: AtTemplate,
    status: 200,
    response: TemplateInfo,
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, params }) =>
      presentTemplate(await openTemplate(ctx, params.workspace_id, params.template_id, 'viewer')),
  }),
  endpoint({
    method: 'PATCH',
    path: `${TEMPLATES}/{template_id}`,
    operation: 'changeTemplate',
    summary: 'Rename a template, switch it off or on, or change the names and types of its fields',
    description: 'Files that were read by it stay as they were read.',
    scope: 'workbooks:write',
    reach: { workspace: 'editor' },
    params: AtTemplate,
    body: Type.Object({
      name: Type.Optional(Name),
      active: Type.Optional(Type.Boolean()),
      fields: Type.Optional(FieldChanges),
    }),
    status: 200,
    response: TemplateInfo,
    problems: ['out_of_reach', 'role_required', 'not_found', 'name_taken'],
    handle: async ({ ctx, params, body: { name, active, fields } }) =>
      presentTemplate(
        await changeTemplate(ctx, params.workspace_id, params.template_id, { name, isActive: active, fields }),
      ),
  }),
  endpoint({
    method: 'DELETE',
    path: `${TEMPLATES}/{template_id}`,
    operation: 'deleteTemplate',
    summary: 'Delete a template; tables that were made by it stay',
    scope: 'workbooks:write',
    reach: { workspace: 'editor' },
    params: AtTemplate,
    status: 204,
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params }) => {
      await deleteTemplate(ctx, params.workspace_id, params.template_id)
      return new Answer(204)
    },
  }),
]
