import type { Wire } from '@bindery-data/sdk'
import { type Command, writeJson } from '../command.ts'
import { drawTable } from '../drawing/draw-table.ts'

export const notifications: Command = {
  name: 'notifications',
  summary: 'what you should look at: mentions, invitations, failed jobs, conflicts, stale dashboards',
  args: [],
  options: { all: { summary: 'those that are read, too' }, read: { summary: 'mark all as read' } },
  run: async (call) => {
    const state = call.options.all ? 'all' : 'unread'
    const found = await call.client().notifications({ state, signal: call.signal }).toArray()
    if (call.options.read) await call.client().markNotificationsRead(null, { signal: call.signal })
    if (call.isJson) return writeJson(call, found)
    const columns = [{ name: 'at' }, { name: 'kind' }, { name: 'workbook' }, { name: 'about' }, { name: 'by' }]
    const lines = found.map((each) => [
      each.created_at.slice(0, 16),
      each.count > 1 ? `${each.kind} (${each.count})` : each.kind,
      each.workbook?.title ?? '',
      aboutOf(each),
      each.actor?.name ?? '',
    ])
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

function aboutOf({ table, dashboard, job, workspace }: Wire.Notification): string {
  if (job) return `${job.kind ?? ''}: ${job.error ?? ''}`
  return table ?? dashboard?.name ?? workspace?.name ?? ''
}
