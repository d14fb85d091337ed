import type { Wire } from '@bindery-data/sdk'
import { type Call, type Command, textOption, UsageError, writeJson } from '../command.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

type Template = Wire.Operations['readTemplate']['answer']

const ACTIONS = ['save', 'rename', 'on', 'off', 'delete'] as const

export const templates: Command = {
  name: 'templates',
  summary: 'how forms of one kind are read: lists those of the workspace, or saves, renames, switches and deletes one',
  args: ['[save|rename|on|off|delete]', '[source or template]'],
  options: {
    name: { value: 'name', summary: 'of a template that is saved or renamed; the table of its forms is called so' },
  },
  run: async (call) => {
    const [asked, named = ''] = call.args
    const workbook = await call.workbook()
    const { signal } = call
    const { workspace_id } = await workbook.read({ signal })
    const { api } = call.client()
    if (asked === undefined) {
      const found = await api.listTemplates({ workspace_id, signal })
      return call.isJson ? writeJson(call, found) : call.terminal.write(drawTemplates(found.templates, call))
    }
    const action = ACTIONS.find((each) => each === asked)
    if (!action || named === '')
      throw new UsageError(`templates takes ${ACTIONS.join(', ')}, and what it is to be done to`)
    if (action === 'save') {
      const body = {
        name: textOption(call.options, 'name') ?? stemOf(named),
        workbook_id: workbook.id,
        source_name: named,
      }
      return report(call, await api.createTemplate({ workspace_id, body, signal }))
    }
    const { template_id } = await findTemplate(call, workspace_id, named)
    const at = { workspace_id, template_id, signal }
    if (action === 'delete') {
      await api.deleteTemplate(at)
      return call.terminal.report(`${textOf(named)} is deleted; its tables stay.`)
    }
    return report(call, await api.changeTemplate({ ...at, body: changeOf(call, action) }))
  },
}

function changeOf(call: Call, action: 'rename' | 'on' | 'off') {
  if (action !== 'rename') return { active: action === 'on' }
  const name = textOption(call.options, 'name')
  if (name === undefined) throw new UsageError('templates rename needs --name')
  return { name }
}

const stemOf = (filename: string) => filename.replace(/\.[A-Za-z0-9]{1,5}$/, '')

async function findTemplate(call: Call, workspace_id: string, named: string): Promise<Template> {
  const found = await call.client().api.listTemplates({ workspace_id, signal: call.signal })
  const template = found.templates.find(({ name, template_id }) => name === named || template_id === named)
  if (!template) throw new UsageError(`There is no template '${named}': bindery templates lists them.`)
  return template
}

function report(call: Call, template: Template) {
  return call.isJson ? writeJson(call, template) : call.terminal.write(drawTemplates([template], call))
}

function drawTemplates(found: readonly Template[], { terminal }: Call): string {
  const columns = [{ name: 'template' }, { name: 'on' }, { name: 'labels' }, { name: 'id' }]
  const lines = found.map(({ name, active, sheets, template_id }) => [
    name,
    active ? 'yes' : 'no',
    sheets
      .flatMap(({ fields, tables }) => [...fields, ...tables.flatMap((table) => table.columns)])
      .map(({ label }) => label)
      .join(', '),
    template_id,
  ])
  return drawTable(columns, lines, terminal)
}
