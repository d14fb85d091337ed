import { readFile } from 'node:fs/promises'
import type { Wire } from '@bindery-data/sdk'
import { type Call, type Command, textOption, UsageError, writeJson } from '../command.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

type Body = NonNullable<Wire.Operations['editSource']['body']>
type Edit = NonNullable<Body['edits']>[number]
type RowEdit = NonNullable<Body['rows']>[number]
type Edited = Wire.Operations['editSource']['answer']
type Report = Pick<Edited, 'changes' | 'change_count' | 'not_computed' | 'not_computed_count'>

export const editFile: Command = {
  name: 'edit',
  summary: 'change cells and rows of an xlsx file: B2=200, or Sheet!C2==SUM(C3:C9) for a formula',
  args: ['<source>', '[cell=value…]'],
  options: {
    edits: { short: 'f', value: 'file', summary: 'edits from a JSON file, formats too; - is standard input' },
    'insert-rows': {
      value: '[sheet!]row[:count]',
      summary: 'insert rows before this one; cells are named as they are then',
    },
    'delete-rows': { value: '[sheet!]row[:count]', summary: 'delete rows from this one on' },
    restore: { value: 'revision', summary: 'the file as it was in this revision, in place of edits' },
    'dry-run': { summary: 'show which cells would change, and write nothing' },
  },
  run: async (call) => {
    const [name = '', ...spelled] = call.args
    const { signal, terminal, options } = call
    const edits = [...spelled.map(parseEdit), ...(await editsInFile(call))]
    const restored = textOption(options, 'restore')
    const rows = (['insert', 'delete'] as const).flatMap((action) => rowEdits(call, action))
    if ((edits.length + rows.length === 0) === (restored === undefined))
      throw new UsageError('Give edits, or --restore, and not both')
    const source = (await call.workbook()).source(name)
    const wish = { dry_run: options['dry-run'] === true, signal }
    const done =
      restored === undefined
        ? await source.edit(edits, { ...wish, ...(rows.length > 0 ? { rows } : {}) })
        : await source.restore(Number(restored), wish)
    if (call.isJson) return writeJson(call, done)
    await terminal.write(drawChanges(call, done))
    for (const { sheet, action, row, count } of done.rows)
      terminal.report(
        `${textOf(sheet)}: ${count} row${count === 1 ? '' : 's'} ${action === 'insert' ? 'inserted before' : 'deleted from'} ${row}`,
      )
    reportLeft(call, done)
    terminal.report(done.dry_run ? 'Nothing is written: --dry-run' : `${textOf(name)} is at revision ${done.revision}`)
  },
}

export const whatIf: Command = {
  name: 'what-if',
  summary: 'what formulas of an xlsx file would give if cells were others: B2=200',
  args: ['<source>', '<cell=value>', '[cell=value…]'],
  options: {},
  run: async (call) => {
    const [name = '', ...spelled] = call.args
    const source = (await call.workbook()).source(name)
    const found = await source.whatIf(spelled.map(parseEdit), { signal: call.signal })
    if (call.isJson) return writeJson(call, found)
    await call.terminal.write(drawChanges(call, found))
    reportLeft(call, found)
  },
}

/** `[sheet!]range=value`; with a second `=` a formula. What is no number, true, false or null is a text. */
function parseEdit(spelled: string): Edit {
  const [, sheet, range, text] =
    /^(?:(.+)!)?([A-Za-z]{1,3}[1-9]\d*(?::[A-Za-z]{1,3}[1-9]\d*)?)=(.*)$/s.exec(spelled) ?? []
  if (range === undefined || text === undefined) throw new UsageError(`${spelled}: write it as B2=200 or Sheet!B2=200`)
  const at = { range, ...(sheet === undefined ? {} : { sheet }) }
  return text.startsWith('=') ? { ...at, formula: text.slice(1) } : { ...at, value: valueIn(text) }
}

/** `[sheet!]row[:count]` */
function rowEdits({ options }: Call, action: RowEdit['action']): RowEdit[] {
  const spelled = textOption(options, `${action}-rows`)
  if (spelled === undefined) return []
  const [, sheet, row, count] = /^(?:(.+)!)?([1-9]\d*)(?::([1-9]\d*))?$/s.exec(spelled) ?? []
  if (row === undefined) throw new UsageError(`--${action}-rows ${spelled}: write it as 5, 5:2 or Sheet!5:2`)
  return [{ action, row: Number(row), count: Number(count ?? 1), ...(sheet === undefined ? {} : { sheet }) }]
}

function valueIn(text: string): string | number | boolean | null {
  if (text === '' || text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) && !/^-?0\d/.test(text) ? Number(text) : text
}

async function editsInFile(call: Call): Promise<Edit[]> {
  const file = textOption(call.options, 'edits')
  if (file === undefined) return []
  const parsed: unknown = JSON.parse(file === '-' ? await call.readStdin() : await readFile(file, 'utf8'))
  if (!Array.isArray(parsed)) throw new UsageError('--edits holds a JSON list of edits')
  // Safe: the service judges each of them.
  return parsed as Edit[]
}

function drawChanges({ terminal }: Call, { changes }: Report): string {
  const rows = changes.map(({ sheet, cell, before, after, from }) => [
    `${sheet}!${cell}`,
    before.value,
    after.value,
    after.formula === null ? null : `=${after.formula}`,
    from.join(' '),
  ])
  const columns = ['cell', 'before', 'after', 'formula', 'from'].map((name) => ({ name }))
  return drawTable(columns, rows, terminal)
}

function reportLeft({ terminal }: Call, { changes, change_count, not_computed, not_computed_count }: Report) {
  if (changes.length < change_count) terminal.report(`${change_count - changes.length} more cells change`)
  for (const { sheet, cell, reason } of not_computed.slice(0, 10))
    terminal.report(
      `${terminal.paintStderr('yellow', '!')} ${textOf(`${sheet}!${cell}`)} is not computed: ${textOf(reason)}`,
    )
  if (not_computed_count > 10) terminal.report(`${not_computed_count - 10} more formulas are not computed`)
}
