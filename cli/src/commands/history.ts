import type { Workbook } from '@bindery-data/sdk'
import { type Command, textOption, writeJson } from '../command.ts'
import { counted } from '../drawing/counted.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

export const versions: Command = {
  name: 'versions',
  summary: 'the named versions of a workbook',
  args: [],
  options: {},
  run: async (call) => {
    const all = await (await call.workbook()).versions({ signal: call.signal }).toArray()
    if (call.isJson) return writeJson(call, all)
    const columns = [{ name: 'version' }, { name: 'at' }, { name: 'summary' }, { name: 'snapshot' }]
    const lines = all.map((each) => [each.label, each.created_at.slice(0, 16), each.summary ?? '', each.snapshot_id])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const commit: Command = {
  name: 'commit',
  summary: 'give the workbook as it stands a name',
  args: ['<label>'],
  options: { summary: { short: 'm', value: 'text', summary: 'what it is' } },
  run: async (call) => {
    const summary = textOption(call.options, 'summary')
    const workbook = await call.workbook()
    const made = await workbook.commitVersion(call.args[0] ?? '', {
      ...(summary ? { summary } : {}),
      signal: call.signal,
    })
    await (call.isJson ? writeJson(call, made) : call.terminal.write(`${made.snapshot_id}\n`))
  },
}

export const diff: Command = {
  name: 'diff',
  summary: 'what has changed in each table from one version to another, or until now',
  args: ['<from>', '[to]'],
  options: {},
  run: async (call) => {
    const workbook = await call.workbook()
    const [from = '', to] = call.args
    const against = await snapshotOf(workbook, from)
    const found = await workbook.diff(await snapshotOf(workbook, to), { against, signal: call.signal })
    if (call.isJson) return writeJson(call, found)
    const paints = { added: 'green', removed: 'red', changed: 'yellow', same: 'dim' } as const
    const numbers = ['rows_added', 'rows_removed', 'rows_changed'] as const
    const columns = [{ name: 'table' }, { name: '' }, ...['+', '-', '~'].map((name) => ({ name, isNumber: true }))]
    const lines = found.tables.map((each) => [each.name, each.status, ...numbers.map((name) => each[name])])
    const [head, rule, ...body] = drawTable(columns, lines, call.terminal).trimEnd().split('\n')
    const painted = body.map((line, n) => call.terminal.paint(paints[found.tables[n]?.status ?? 'same'], line))
    await call.terminal.write(`${[head, rule, ...painted].join('\n')}\n`)
  },
}

/** A snapshot by its id or the label of a version; without either what has been edited since. */
async function snapshotOf(workbook: Workbook, named: string | undefined): Promise<string> {
  if (named === undefined) {
    const [newest] = await firstPage(workbook)
    return newest?.snapshot_id ?? ''
  }
  if (/^snap_[0-9A-Z]{26}$/.test(named)) return named
  for await (const { label, snapshot_id } of workbook.versions()) if (label === named) return snapshot_id
  return named
}

async function firstPage(workbook: Workbook) {
  for await (const { snapshots } of workbook.snapshots().pages()) return snapshots
  return []
}

export const revert: Command = {
  name: 'revert',
  summary: 'go back to a version; what stands now is kept as a snapshot',
  args: ['<label>'],
  options: {},
  run: async (call) => {
    const workbook = await call.workbook()
    const done = await workbook.revertTo(call.args[0] ?? '', { signal: call.signal })
    if (call.isJson) return writeJson(call, done)
    call.terminal.report(
      `${counted(done.tables.length, 'table')}. What stood before is ${textOf(done.safety_snapshot_id)}.`,
    )
  },
}
