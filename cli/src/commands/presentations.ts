import { type Command, UsageError, writeJson } from '../command.ts'
import { counted } from '../drawing/counted.ts'
import { drawTable } from '../drawing/draw-table.ts'
import { FORMAT_OPTION, OUTPUT_OPTION, rowFormatOf, writeRows } from '../output.ts'

export const views: Command = {
  name: 'views',
  summary: 'saved views of the tables of a workbook',
  args: ['[table]'],
  options: {},
  run: async (call) => {
    const [table] = call.args
    const found = await (await call.workbook()).savedViews({ table, signal: call.signal })
    if (call.isJson) return writeJson(call, found)
    const columns = [{ name: 'view' }, { name: 'table' }, { name: 'owner' }, { name: 'id' }]
    const lines = found.map((each) => [each.name, each.table, each.owner.name ?? '', each.view_id])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const questions: Command = {
  name: 'questions',
  summary: 'questions of a workbook, which `ask` asks again',
  args: [],
  options: {},
  run: async (call) => {
    const found = await (await call.workbook()).questions({ signal: call.signal })
    if (call.isJson) return writeJson(call, found)
    const columns = [{ name: 'question' }, { name: 'of' }, { name: 'owner' }, { name: 'id' }]
    const lines = found.map((each) => [each.name, each.table ?? each.kind, each.owner.name ?? '', each.question_id])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const ask: Command = {
  name: 'ask',
  summary: 'the answer of a question as the tables are now, by its name or id',
  args: ['<question>'],
  options: { format: FORMAT_OPTION, output: OUTPUT_OPTION },
  run: async (call) => {
    const format = rowFormatOf(call)
    if (format === 'arrow') throw new UsageError('A question is answered as a table, csv, json or ndjson.')
    const workbook = await call.workbook()
    const [named = ''] = call.args
    const known = await workbook.questions({ signal: call.signal })
    const question = known.find(({ name, question_id }) => name === named || question_id === named)
    if (!question) throw new UsageError(`There is no question '${named}': bindery questions lists them.`)
    const answer = await workbook.ask(question.question_id, { signal: call.signal })
    if (call.isJson) return writeJson(call, answer)
    // Safe: rows come as objects unless arrays are asked for.
    await writeRows(call, answer.columns, each(answer.rows as Record<string, never>[]), format)
    call.terminal.report(
      call.terminal.paintStderr('dim', `${counted(answer.row_count, 'row')} in ${answer.elapsed_ms} ms`),
    )
  },
}

async function* each<T>(rows: readonly T[]) {
  yield* rows
}

export const dashboards: Command = {
  name: 'dashboards',
  summary: 'dashboards of a workbook',
  args: [],
  options: {},
  run: async (call) => {
    const found = await (await call.workbook()).dashboards({ signal: call.signal })
    if (call.isJson) return writeJson(call, found)
    const columns = [{ name: 'dashboard' }, { name: 'tiles', isNumber: true }, { name: 'owner' }, { name: 'id' }]
    const lines = found.map(({ name, tiles, owner, dashboard_id }) => [
      name,
      tiles.length,
      owner.name ?? '',
      dashboard_id,
    ])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}
