import { type Call, type Command, textOption, writeJson } from '../command.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

const ON_VIOLATION = ['reject', 'quarantine', 'warn'] as const

export const materialize: Command = {
  name: 'materialize',
  summary: 'make the tables of an uploaded file again, as its parse spec says now, or add its rows to one',
  args: ['<source>'],
  options: {
    append: { value: 'table', summary: 'add the rows to this table' },
    'on-violation': { value: ON_VIOLATION.join('|'), summary: 'what becomes of rows that break a rule of their table' },
    'dry-run': { summary: 'tell what would be made, and write nothing' },
    overwrite: { summary: 'also tables that were edited since they were made' },
  },
  run: async (call) => {
    const workbook = await call.workbook()
    const source = workbook.source(call.args[0] ?? '')
    const { signal } = call
    const expected_versions = call.options.overwrite ? await versionsOf(call, source.name) : null
    const table = textOption(call.options, 'append')
    const target = table === undefined ? null : { mode: 'append' as const, table, expected_version: null }
    const on_violation = ON_VIOLATION.find((word) => word === textOption(call.options, 'on-violation')) ?? null
    const wish = { dry_run: call.options['dry-run'] === true, expected_versions, target, on_violation }
    const done = await source.materialize(wish, { signal })
    if (call.isJson) return writeJson(call, done)
    const { terminal } = call
    const lines = (done.reports ?? []).map(({ table, inserted, unchanged, rejected }) => [
      table,
      inserted,
      unchanged,
      rejected,
    ])
    const counts = ['new rows', 'unchanged', 'rejected'].map((name) => ({ name, isNumber: true }))
    await terminal.write(drawTable([{ name: 'table' }, ...counts], lines, terminal))
    if (done.unchanged) terminal.report('Nothing has changed: the tables are as they would be made.')
    reportNames(call, 'No longer made, and archived', done.archived)
    for (const { table: name, quarantine_table, rows } of done.quarantined ?? [])
      terminal.report(`${rows} rows break rules of ${textOf(name)} and wait in ${textOf(quarantine_table)}`)
    if (done.broken_count) terminal.report(`${done.broken_count} rows break rules and came in`)
    reportNames(call, 'No longer made, but edited or in use, and kept', done.kept)
  },
}

function reportNames({ terminal }: Call, what: string, names: readonly string[] = []) {
  if (names.length > 0) terminal.report(`${what}: ${names.map(textOf).join(', ')}`)
}

/** The tables of a source as they are now: their edits may go. */
async function versionsOf({ workbook: open, signal }: Call, name: string): Promise<Record<string, number>> {
  const workbook = await open()
  const { artifacts } = await workbook.source(name).read({ signal })
  const tables = await workbook.tables({ signal })
  return Object.fromEntries(
    tables.filter((table) => artifacts.includes(table.name)).map((table) => [table.name, table.edit_version]),
  )
}
