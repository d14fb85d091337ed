import { type Call, type Command, writeJson } from '../command.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

export const materialize: Command = {
  name: 'materialize',
  summary: 'make the tables of an uploaded file again, as its parse spec says now',
  args: ['<source>'],
  options: {
    'dry-run': { summary: 'tell what would be made, and write nothing' },
    overwrite: { summary: 'also tables that were edited since they were made' },
  },
  run: async (call) => {
    const workbook = await call.workbook()
    const source = workbook.source(call.args[0] ?? '')
    const { signal } = call
    const expected_versions = call.options.overwrite ? await versionsOf(call, source.name) : null
    const done = await source.materialize({ dry_run: call.options['dry-run'] === true, expected_versions }, { signal })
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
    if (done.unchanged) terminal.tell('Nothing has changed: the tables are as they would be made.')
    tellNames(call, 'No longer made, and archived', done.archived)
    tellNames(call, 'No longer made, but edited or in use, and kept', done.kept)
  },
}

function tellNames({ terminal }: Call, what: string, names: readonly string[] = []) {
  if (names.length > 0) terminal.tell(`${what}: ${names.map(textOf).join(', ')}`)
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
