import { type Command, numberOption, textOption, writeJson } from '../command.ts'
import { drawTable } from '../drawing/draw-table.ts'

const KINDS = ['table', 'view', 'dashboard'] as const

/** Said beside the list where links are restricted. */
const SHOWN = {
  allowed: null,
  members: 'Links of this workbook are shown to members only, who are logged in and may open it.',
  off: 'Links are off here: none can be made, and these show nothing. An administrator sets public_links of the workspace or the account.',
} as const

export const links: Command = {
  name: 'links',
  summary: 'links that show something of a workbook without an account',
  args: [],
  options: {},
  run: async (call) => {
    const { id } = await call.workbook()
    const { links: found, public_links } = await call.client().api.listLinks({ workbook_id: id, signal: call.signal })
    const shown = SHOWN[public_links]
    if (shown) call.terminal.report(shown)
    if (call.isJson) return writeJson(call, found)
    const columns = [{ name: 'shows' }, { name: 'name' }, { name: 'status' }, { name: 'until' }, { name: 'link' }]
    const lines = found.map(({ kind, target, name, status, expires_at, link_id }) => [
      `${kind} ${target ?? '(gone)'}`,
      name ?? '',
      status,
      expires_at.slice(0, 10),
      link_id,
    ])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const link: Command = {
  name: 'link',
  summary: 'share a table, a saved view or a dashboard by a link; its address is shown once',
  args: ['<table or id>'],
  options: {
    kind: { value: 'kind', summary: 'table (default), view or dashboard' },
    name: { value: 'text', summary: 'for whom or what it is' },
    days: { value: 'n', summary: 'until it expires, 30 if not given' },
  },
  run: async (call) => {
    const asked = textOption(call.options, 'kind') ?? 'table'
    const kind = KINDS.find((each) => each === asked) ?? 'table'
    const name = textOption(call.options, 'name') ?? null
    const days = numberOption(call.options, 'days', 0)
    const body = { kind, target: call.args[0] ?? '', name, expires_in_days: days || null }
    const made = await (await call.workbook()).shareByLink(body, { signal: call.signal })
    await (call.isJson ? writeJson(call, made) : call.terminal.write(`${made.url}\n`))
  },
}

export const unlink: Command = {
  name: 'unlink',
  summary: 'revoke a link: it shows nothing from then on',
  args: ['<link>'],
  options: {},
  run: async (call) => {
    await (await call.workbook()).revokeLink(call.args[0] ?? '', { signal: call.signal })
  },
}
