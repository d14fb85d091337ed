import { Type } from 'typebox'
import { ADDS, READS, tool } from '../tool.ts'
import { IdempotencyKey, SourceName, WorkbookId } from './fields.ts'

const TemplateLines = Type.Object({
  template_id: Type.String(),
  name: Type.String({ description: 'Also what the table of its forms is called' }),
  active: Type.Boolean(),
  labels: Type.Array(Type.String()),
})

type Sheets = { fields: { label: string }[]; tables: { columns: { label: string }[] }[] }[]
type Found = { template_id: string; name: string; active: boolean; sheets: Sheets }

const linesOf = ({ template_id, name, active, sheets }: Found) => ({
  template_id,
  name,
  active,
  labels: sheets.flatMap(({ fields, tables }) =>
    [...fields, ...tables.flatMap(({ columns }) => columns)].map(({ label }) => label),
  ),
})

export const listTemplates = tool({
  name: 'list_templates',
  title: 'List templates of forms',
  description:
    'Templates of the workspace that a workbook lies in. A file that has all labels of one is read by it when it is uploaded: its fields become a row of the table of that name. Why a file was not read by one says get_parse_spec.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: WorkbookId }),
  output: Type.Object({ templates: Type.Array(TemplateLines) }),
  run: async (agent, { workbook_id }) => {
    const { workspace_id } = await agent.api.readWorkbook({ workbook_id })
    const { templates } = await agent.api.listTemplates({ workspace_id })
    return { templates: templates.map(linesOf) }
  },
})

export const saveTemplate = tool({
  name: 'save_template',
  title: 'Save how a form is read as a template',
  description:
    'Saves how a source is read (correct it first: forms are regions of kind form, lists have header rows) as a template of its workspace. Files to come with the same labels are read by it, as rows of one table. Labels are kept, and no value of the source. To read a file without its template, correct_parse with refuse_template.',
  scope: 'workbooks:write',
  annotations: ADDS,
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    idempotency_key: IdempotencyKey,
  }),
  output: TemplateLines,
  run: async (agent, { workbook_id, source: source_name, name, idempotency_key: idempotencyKey }) => {
    const { workspace_id } = await agent.api.readWorkbook({ workbook_id })
    const body = { name, workbook_id, source_name }
    return linesOf(await agent.api.createTemplate({ workspace_id, body, idempotencyKey }))
  },
})
