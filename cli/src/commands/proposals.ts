import { readFile } from 'node:fs/promises'
import type { Wire } from '@bindery-data/sdk'
import { type Call, type Command, textOption, writeJson } from '../command.ts'
import { drawTable } from '../drawing/draw-table.ts'

const CHOICES = ['refuse', 'proposed', 'current'] as const

export const propose: Command = {
  name: 'propose',
  summary: 'propose changes of rows, for others to review; from a file of JSON',
  args: ['<file>'],
  options: {
    title: { value: 'text', summary: 'what it is for, in one line' },
    description: { value: 'text', summary: 'why' },
  },
  run: async (call) => {
    // Safe: the service looks at each of them.
    const changes = JSON.parse(await readFile(call.args[0] ?? '', 'utf8')) as never[]
    const title = textOption(call.options, 'title') ?? call.args[0] ?? ''
    const body = { title, description: textOption(call.options, 'description') ?? null, changes }
    const made = await (await call.workbook()).propose(body, { signal: call.signal })
    await (call.isJson ? writeJson(call, made) : show(call, made))
  },
}

export const proposals: Command = {
  name: 'proposals',
  summary: 'what is proposed; with an id one of them, to approve, reject, withdraw or apply',
  args: ['[proposal]'],
  options: {
    all: { summary: 'closed ones too' },
    approve: { summary: 'approve it' },
    reject: { summary: 'reject it, which closes it' },
    comment: { value: 'text', summary: 'what you say to it, with --approve and --reject too' },
    withdraw: { summary: 'take back your own' },
    apply: { summary: 'write what it says, once it is approved' },
    'on-conflict': { value: 'refuse|proposed|current', summary: 'what is written where the table has changed since' },
  },
  run: async (call) => {
    const [id] = call.args
    if (id === undefined) return list(call)
    const workbook = await call.workbook()
    const { approve, reject, withdraw, apply } = call.options
    const text = textOption(call.options, 'comment') ?? null
    const verdict = approve ? 'approve' : reject ? 'reject' : text === null ? null : 'comment'
    if (verdict) await workbook.reviewProposal(id, { verdict, text }, { signal: call.signal })
    if (withdraw) await workbook.withdrawProposal(id, { signal: call.signal })
    if (apply) {
      const asked = textOption(call.options, 'on-conflict')
      const on_conflict = CHOICES.find((each) => each === asked) ?? 'refuse'
      const done = await workbook.applyProposal(id, { on_conflict }, { signal: call.signal })
      if (call.isJson) return writeJson(call, done)
      const { inserted, updated, deleted, skipped } = done
      return call.terminal.write(
        `applied: ${inserted} inserted, ${updated} updated, ${deleted} deleted, ${skipped} left as they are\n`,
      )
    }
    const found = await workbook.proposal(id, { signal: call.signal })
    await (call.isJson ? writeJson(call, found) : show(call, found))
  },
}

async function list(call: Call) {
  const state = call.options.all === true ? ('all' as const) : ('open' as const)
  const found = await (await call.workbook()).proposals({ state, signal: call.signal }).toArray()
  if (call.isJson) return writeJson(call, found)
  const columns = [{ name: 'proposal' }, { name: 'title' }, { name: 'state' }, { name: 'approvals' }, { name: 'rows' }]
  const lines = found.map(({ proposal_id, title, state: is, approvals, approvals_needed, row_count }) => [
    proposal_id,
    title,
    is,
    `${approvals} of ${approvals_needed}`,
    String(row_count),
  ])
  await call.terminal.write(drawTable(columns, lines, call.terminal))
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Cell by cell, as a diff. */
async function show(call: Call, proposal: Wire.Proposal) {
  const { proposal_id, title, state, approvals, approvals_needed, stale, violations } = proposal
  await call.terminal.write(`${proposal_id}  ${title}\n${state}, ${approvals} of ${approvals_needed} approvals\n`)
  const columns = [{ name: 'table' }, { name: 'row' }, { name: 'column' }, { name: 'before' }, { name: 'after' }]
  const lines = proposal.tables.flatMap(({ table, rows }) =>
    rows.flatMap(({ row_id, change, conflict, cells }) =>
      cells.map((cell) => [
        table,
        row_id === null ? change : `${row_id}${conflict ? ` (${conflict})` : ''}`,
        cell.column,
        textOf(cell.before),
        textOf(cell.after),
      ]),
    ),
  )
  await call.terminal.write(drawTable(columns, lines, call.terminal))
  for (const { message } of violations ?? []) await call.terminal.write(`breaks a rule: ${message}\n`)
  if (stale.length > 0) await call.terminal.write(`makes stale: ${stale.join(', ')}\n`)
}
