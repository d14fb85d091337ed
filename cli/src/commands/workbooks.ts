import { type Command, textOption, writeJson } from '../command.ts'
import { drawTable } from '../drawing/draw-table.ts'

export const workbooks: Command = {
  name: 'workbooks',
  summary: 'your workbooks',
  args: [],
  options: {},
  run: async (call) => {
    const all = await call.client().workbooks({ signal: call.signal }).toArray()
    if (call.isJson) return writeJson(call, all)
    const columns = [{ name: 'id' }, { name: 'title' }, { name: 'tables', isNumber: true }, { name: 'changed' }]
    const lines = all.map((each) => [each.workbook_id, each.title, each.table_count, each.updated_at.slice(0, 16)])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const create: Command = {
  name: 'create',
  summary: 'a new workbook, which is used from then on',
  args: ['<title>'],
  options: { description: { value: 'text', summary: 'what it is for' } },
  run: async (call) => {
    const body = { title: call.args[0] ?? '', description: textOption(call.options, 'description') }
    const workbook = await call.client().api.createWorkbook({ body, signal: call.signal })
    await call.profile.keep({ workbook: workbook.workbook_id })
    await (call.isJson ? writeJson(call, workbook) : call.terminal.write(`${workbook.workbook_id}\n`))
  },
}

export const use: Command = {
  name: 'use',
  summary: 'choose the workbook that commands are about',
  args: ['<workbook>'],
  options: {},
  run: async (call) => {
    const workbook = await (await call.workbook(call.args[0])).read({ signal: call.signal })
    await call.profile.keep({ workbook: workbook.workbook_id })
    if (call.isJson) return writeJson(call, workbook)
    call.terminal.report(`${workbook.title} (${workbook.workbook_id})`)
  },
}
