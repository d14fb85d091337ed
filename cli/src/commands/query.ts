import { readFile } from 'node:fs/promises'
import { type Call, type Command, listOption, numberOption, textOption, UsageError, writeJson } from '../command.ts'
import { counted } from '../drawing/counted.ts'
import { FORMAT_OPTION, OUTPUT_OPTION, rowFormatOf, writeRows } from '../output.ts'
import { writeArrow } from '../write-arrow.ts'

const SHOWN_ROWS = 1_000

export const query: Command = {
  name: 'query',
  summary: 'SQL over the tables of a workbook; - reads it from stdin',
  args: ['[sql]'],
  options: {
    format: FORMAT_OPTION,
    output: OUTPUT_OPTION,
    file: { value: 'file', summary: 'read the SQL from a file' },
    param: { short: 'p', value: 'value', isList: true, summary: 'the value of a ?, in their order' },
    'as-of': { value: 'state', summary: 'a snapshot, or version:<label>' },
    timeout: { value: 'seconds', summary: '30 when left out, at most 120' },
  },
  run: async (call) => {
    const format = rowFormatOf(call)
    const workbook = await call.workbook()
    const sql = await sqlOf(call)
    const wishes = {
      params: [...listOption(call.options, 'param')],
      as_of: textOption(call.options, 'as-of'),
      timeout_ms: numberOption(call.options, 'timeout', 30) * 1000,
      signal: call.signal,
    }
    if (format === 'arrow') return writeArrow(call, await workbook.queryArrow(sql, wishes))
    const answer = await workbook.query(sql, { ...wishes, limit: format === 'table' ? SHOWN_ROWS : 10_000 })
    if (call.isJson)
      return writeJson(call, answer.next_offset === null ? answer : { ...answer, rows: await answer.all().toArray() })
    const shown = format === 'table' ? firstOf(answer.rows) : answer.all()
    await writeRows(call, answer.columns, shown, format)
    const { row_count, elapsed_ms, truncated } = answer
    const more = format === 'table' && row_count > SHOWN_ROWS ? `, the first ${SHOWN_ROWS} of them above` : ''
    call.terminal.tell(
      call.terminal.paintStderr(
        'dim',
        `${counted(row_count, 'row')} in ${elapsed_ms} ms${more}${truncated ? ', cut' : ''}`,
      ),
    )
  },
}

async function* firstOf<T>(rows: readonly T[]) {
  yield* rows
}

async function sqlOf(call: Call): Promise<string> {
  const file = textOption(call.options, 'file')
  const [sql] = call.args
  if (file) return readFile(file, 'utf8')
  if (sql === undefined) throw new UsageError('Which SQL? Say it, - for stdin, or --file.')
  return sql === '-' ? call.readStdin() : sql
}
