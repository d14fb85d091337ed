import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type Call, type Command, textOption, UsageError, writeJson } from '../command.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'
import { OUTPUT_OPTION, writeStream } from '../output.ts'
import { VIEW_OPTIONS, viewOf } from '../rows-view.ts'
import { fromWeb } from '../write-arrow.ts'

const FORMATS = ['xlsx', 'csv', 'parquet'] as const

export const exportTables: Command = {
  name: 'export',
  summary: 'tables as an Excel, csv or Parquet file; the first two may come back edited',
  args: ['[table…]'],
  options: {
    output: OUTPUT_OPTION,
    format: { short: 'f', value: FORMATS.join('|'), summary: 'xlsx when left out' },
    branch: { summary: 'remember what goes out, so that `bindery merge` can take it back' },
    'split-by': { value: 'column', summary: 'a zip with one xlsx for each value of it, each to be merged by itself' },
    formulas: { summary: 'keep formulas that still say the same' },
    version: { value: 'label', summary: 'as a version has it' },
    ...VIEW_OPTIONS,
  },
  run: async (call) => {
    const format = FORMATS.find((each) => each === (textOption(call.options, 'format') ?? 'xlsx'))
    if (!format) throw new UsageError(`--format is one of ${FORMATS.join(', ')}`)
    const workbook = await call.workbook()
    const version = textOption(call.options, 'version')
    const file = await workbook.export(
      {
        tables: call.args.length > 0 ? [...call.args] : null,
        format,
        record_branch: call.options.branch === true,
        formula_mode: call.options.formulas ? 'preserve' : null,
        as_of: version ? { version } : null,
        split_by: textOption(call.options, 'split-by') ?? null,
        ...viewOf(call),
      },
      { signal: call.signal },
    )
    // Without a path it goes into the current folder, under the name that the service gives it.
    const path = textOption(call.options, 'output') ?? (call.terminal.isScreen ? basename(file.filename) : undefined)
    await writeStream({ ...call, options: { ...call.options, output: path } }, fromWeb(file.stream))
    const about = { file: path ?? null, branch_id: file.branchId }
    if (call.isJson) return call.terminal.report(JSON.stringify(about))
    call.terminal.report(`${path ?? 'Written'}${file.branchId ? `, branch ${file.branchId}` : ''}`)
  },
}

export const merge: Command = {
  name: 'merge',
  summary: 'take an edited export back',
  args: ['<file>'],
  options: {
    'dry-run': { summary: 'tell what would be done, and do nothing' },
    branch: { value: 'id', summary: 'where the file does not say it: a csv' },
    'allow-deletes': { summary: 'rows may go although more than half of them are not in the file' },
    actor: { value: 'name', summary: 'who edited it' },
  },
  run: async (call) => {
    const path = call.args[0] ?? ''
    const workbook = await call.workbook()
    const synced = await workbook.sync(
      { content: await openAsBlob(path), filename: basename(path) },
      {
        dry_run: call.options['dry-run'] === true,
        allow_deletes: call.options['allow-deletes'] === true,
        branch_id: textOption(call.options, 'branch'),
        actor: textOption(call.options, 'actor'),
      },
      { signal: call.signal },
    )
    if (call.isJson) return writeJson(call, synced)
    await call.terminal.write(drawMerged(synced.results, call))
    if (synced.conflict_count > 0) reportConflicts(synced.results, call)
  },
}

type Merged = {
  sheet: string
  table: string | null
  action: string
  inserted?: number | undefined
  updated?: number | undefined
  deleted?: number | undefined
  conflicts?:
    | readonly { table: string | null; row_id: number; column: string | null; prior_value: unknown; value: unknown }[]
    | undefined
}

function drawMerged(results: readonly Merged[], { terminal }: Call): string {
  const numbers = ['inserted', 'updated', 'deleted'] as const
  const columns = [
    { name: 'sheet' },
    { name: 'table' },
    { name: '' },
    ...numbers.map((name) => ({ name, isNumber: true })),
  ]
  const lines = results.map((each) => [
    each.sheet,
    each.table ?? '',
    each.action,
    ...numbers.map((name) => each[name] ?? ''),
  ])
  return drawTable(columns, lines, terminal)
}

function reportConflicts(results: readonly Merged[], { terminal }: Call) {
  terminal.report(terminal.paintStderr('yellow', 'Changed on both sides; the file was taken:'))
  for (const { table, row_id, column, prior_value, value } of results.flatMap(({ conflicts = [] }) => conflicts))
    terminal.report(`  ${textOf(table)} row ${row_id} ${textOf(column)}: ${textOf(prior_value)} → ${textOf(value)}`)
}
