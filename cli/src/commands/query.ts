import { readFile } from 'node:fs/promises'
import { type Call, type Command, listOption, numberOption, textOption, UsageError, writeJson } from '../command.ts'
import { counted } from '../drawing/counted.ts'
import { FORMAT_OPTION, OUTPUT_OPTION, rowFormatOf, writeRows } from '../output.ts'
import { writeArrow } from '../write-arrow.ts'

const SHOWN_ROWS = 1_000
const CITED_ROWS = 50

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
    cite: { summary: 'the first rows, with the cells of files that each was made from' },
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
    if (call.options.cite) return writeCited(call, await workbook.cite(sql, { ...wishes, limit: CITED_ROWS }))
    if (format === 'arrow') return writeArrow(call, await workbook.queryArrow(sql, wishes))
    const answer = await workbook.query(sql, { ...wishes, limit: format === 'table' ? SHOWN_ROWS : 10_000 })
    if (call.isJson)
      return writeJson(call, answer.next_offset === null ? answer : { ...answer, rows: await answer.all().toArray() })
    const shown = format === 'table' ? firstOf(answer.rows) : answer.all()
    await writeRows(call, answer.columns, shown, format)
    const { row_count, elapsed_ms, truncated } = answer
    const more = format === 'table' && row_count > SHOWN_ROWS ? `, the first ${SHOWN_ROWS} of them above` : ''
    call.terminal.report(
      call.terminal.paintStderr(
        'dim',
        `${counted(row_count, 'row')} in ${elapsed_ms} ms${more}${truncated ? ', cut' : ''}`,
      ),
    )
  },
}

type Cited = Awaited<ReturnType<Awaited<ReturnType<Call['workbook']>>['cite']>>

/** Each value with its cells below it; where rows cannot be cited, the parts of files behind the tables. */
async function writeCited(call: Call, cited: Cited) {
  if (call.isJson) return writeJson(call, cited)
  const { columns, rows, not_cited: not, made_from: from } = cited
  for (const row of rows) {
    for (const [n, { name }] of columns.entries()) {
      const cells = (row.columns[n]?.from ?? []).flatMap(({ ranges }) =>
        ranges.map(({ source, sheet, range }) => `${source} ${sheet}!${range}`),
      )
      const missing = row.columns[n]?.from.some(({ cut, edited }) => cut || edited > 0) ? ' …' : ''
      const at = cells.length > 0 ? `  ← ${cells.join(', ')}${missing}` : ''
      await call.terminal.write(`${name}: ${spelled(row.values[n])}${at}\n`)
    }
    await call.terminal.write('\n')
  }
  if (not !== null) call.terminal.report(`Rows of this statement cannot be cited (${not}); its tables were read from:`)
  for (const { table, source, sheet, ranges } of from)
    call.terminal.report(`${table} ← ${source} ${sheet}!${ranges.join(', ')}`)
}

const spelled = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

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
