import { readFile } from 'node:fs/promises'
import type { Wire } from '@bindery-data/sdk'
import { type Command, textOption, writeJson } from '../command.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

const ON_VIOLATION = ['reject', 'quarantine', 'warn'] as const

export const rules: Command = {
  name: 'rules',
  summary: 'what the rows of a table must be; with --set from a file of JSON',
  args: ['<table>'],
  options: {
    set: { value: 'file', summary: 'a JSON list of rules that takes the place of all rules' },
    enforce: { value: 'all|new', summary: 'with new, rows that break them now stay until they are changed' },
    'on-violation': {
      value: ON_VIOLATION.join('|'),
      summary: 'with --set: what becomes of rows of files that break one',
    },
    'dry-run': { summary: 'only list the rows that break them' },
  },
  run: async (call) => {
    const table = (await call.workbook()).table(call.args[0] ?? '')
    const file = textOption(call.options, 'set')
    const found = await table.rules({ signal: call.signal })
    if (file === undefined) {
      if (call.isJson) return writeJson(call, found)
      return call.terminal.write(
        drawTable([{ name: 'rule' }, { name: 'about' }, { name: 'says' }], found.rules.map(lineOf), call.terminal),
      )
    }
    // Safe: the service looks at each of them.
    const sent = JSON.parse(await readFile(file, 'utf8')) as never[]
    const body = {
      rules: sent,
      expected_version: found.version,
      enforce: textOption(call.options, 'enforce') === 'new' ? ('new' as const) : ('all' as const),
      on_violation: ON_VIOLATION.find((word) => word === textOption(call.options, 'on-violation')) ?? null,
      dry_run: call.options['dry-run'] === true,
    }
    const set = await table.setRules(body, { signal: call.signal })
    if (call.isJson) return writeJson(call, set)
    const broken = set.broken.map(({ row_id, message }) => [String(row_id ?? ''), message])
    await call.terminal.write(`version ${set.version}, broken by ${set.broken_count} rows\n`)
    if (broken.length > 0)
      await call.terminal.write(drawTable([{ name: 'row' }, { name: 'why' }], broken, call.terminal))
  },
}

/** Corrected rows of a quarantine go where they belong. */
export const send: Command = {
  name: 'send',
  summary: 'send corrected rows of a quarantine into their table',
  args: ['<table>'],
  options: { rows: { value: 'ids', summary: 'these rows of the quarantine only, their ids with commas between' } },
  run: async (call) => {
    const table = (await call.workbook()).table(call.args[0] ?? '')
    const rowIds = textOption(call.options, 'rows')?.split(',').map(Number) ?? null
    const done = await table.sendQuarantined(rowIds, { signal: call.signal })
    if (call.isJson) return writeJson(call, done)
    const kept = done.kept.map(({ row_id, reason }) => [String(row_id), reason])
    await call.terminal.write(`${done.sent} rows came into ${textOf(done.table)}, ${done.kept_count} stay\n`)
    if (kept.length > 0) await call.terminal.write(drawTable([{ name: 'row' }, { name: 'why' }], kept, call.terminal))
  },
}

type Rule = Wire.TableRules['rules'][number]

function lineOf(rule: Rule): string[] {
  const about = rule.columns?.join(', ') ?? rule.column ?? rule.name ?? ''
  const limits = [rule.min === null ? '' : `from ${rule.min}`, rule.max === null ? '' : `to ${rule.max}`]
    .filter(Boolean)
    .join(' ')
  const target = rule.table === null ? '' : `${rule.table}.${rule.table_column ?? ''}`
  const says = rule.expression ?? rule.pattern ?? rule.values?.join(', ') ?? (limits || target)
  return [rule.kind, about, rule.in_force ? says : `${says} (not in force)`]
}
