import type { OrderBy } from '@bindery-data/sdk'
import { type Command, numberOption, textOption, writeJson } from '../command.ts'
import { counted } from '../drawing/counted.ts'
import { drawTable } from '../drawing/draw-table.ts'
import { FORMAT_OPTION, OUTPUT_OPTION, rowFormatOf, writeRows } from '../output.ts'
import { filterIn, listIn, VIEW_OPTIONS } from '../rows-view.ts'
import { writeArrow } from '../write-arrow.ts'

const SHOWN_ROWS = 100

export const tables: Command = {
  name: 'tables',
  summary: 'the tables of a workbook, or the columns of one',
  args: ['[table]'],
  options: { all: { summary: 'archived ones, too' } },
  run: async (call) => {
    const workbook = await call.workbook()
    const [name] = call.args
    if (name === undefined) {
      const all = await workbook.tables({ state: call.options.all ? 'all' : 'active', signal: call.signal })
      if (call.isJson) return writeJson(call, all)
      const columns = [
        { name: 'table' },
        { name: 'rows', isNumber: true },
        { name: 'version', isNumber: true },
        { name: 'kind' },
      ]
      const lines = all.map((each) => [each.name, each.row_count, each.edit_version, kindOf(each)])
      return call.terminal.write(drawTable(columns, lines, call.terminal))
    }
    const table = await workbook.table(name).read({ signal: call.signal })
    if (call.isJson) return writeJson(call, table)
    const lines = table.columns.map((column) => [
      column.name,
      column.type,
      column.masked ? 'masked' : '',
      column.description ?? '',
    ])
    const columns = [{ name: 'column' }, { name: 'type' }, { name: '' }, { name: 'description' }]
    await call.terminal.write(drawTable(columns, lines, call.terminal))
    call.terminal.report(
      `${table.row_count === null ? 'Some rows' : counted(table.row_count, 'row')} at version ${table.edit_version}${table.freshness.stale ? ', stale' : ''}`,
    )
  },
}

const kindOf = ({ layer, stale, state }: { layer: string; stale: boolean; state: string }) =>
  [layer, ...(stale ? ['stale'] : []), ...(state === 'archived' ? ['archived'] : [])].join(', ')

export const rows: Command = {
  name: 'rows',
  summary: 'the rows of a table',
  args: ['<table>'],
  options: {
    format: FORMAT_OPTION,
    output: OUTPUT_OPTION,
    limit: { short: 'n', value: 'rows', summary: `at most so many; ${SHOWN_ROWS} on a screen, else all` },
    ...VIEW_OPTIONS,
    'as-of': { value: 'state', summary: 'a snapshot, or version:<label>' },
  },
  run: async (call) => {
    const format = rowFormatOf(call)
    const workbook = await call.workbook()
    const table = workbook.table(call.args[0] ?? '')
    const most = numberOption(call.options, 'limit', format === 'table' ? SHOWN_ROWS : Number.POSITIVE_INFINITY)
    const selection = {
      columns: listIn<string>(call, 'columns'),
      as_of: textOption(call.options, 'as-of'),
      signal: call.signal,
    }
    if (format === 'arrow') {
      return writeArrow(call, await table.arrow(selection))
    }
    const listed = table.rows({
      ...selection,
      order_by: listIn<OrderBy>(call, 'order-by'),
      filter: filterIn(call),
      limit: Math.min(most, 1_000),
    })
    const pages = listed.pages()[Symbol.asyncIterator]()
    const first = await pages.next()
    if (first.done) return
    const isCut = await writeUpTo(most, first.value, pages, (columns, some) => writeRows(call, columns, some, format))
    if (isCut && format === 'table') call.terminal.report(`The first ${most} rows; --limit shows more.`)
  },
}

type Page = { columns: { name: string; type: string }[]; rows: Record<string, unknown>[] }

/** Rows page by page until there are enough; tells whether there were more. */
async function writeUpTo(
  most: number,
  first: Page,
  pages: AsyncIterator<Page>,
  write: (columns: Page['columns'], rows: AsyncIterable<Record<string, unknown>>) => Promise<void>,
): Promise<boolean> {
  let isCut = false
  async function* some() {
    let count = 0
    for (let page = first; ; ) {
      for (const row of page.rows) {
        if (count++ === most) {
          isCut = true
          return
        }
        yield row
      }
      const next = await pages.next()
      if (next.done) return
      page = next.value
    }
  }
  await write(first.columns, some())
  return isCut
}
