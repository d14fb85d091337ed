import type { Wire } from '@bindery-data/sdk'
import { type Command, numberOption, textOption, writeJson } from '../command.ts'
import { drawTable } from '../drawing/draw-table.ts'

export const comments: Command = {
  name: 'comments',
  summary: 'what was said about a table, its rows and its cells',
  args: ['<table>'],
  options: { all: { summary: 'resolved threads, too' } },
  run: async (call) => {
    const table = (await call.workbook()).table(call.args[0] ?? '')
    const threads = await table.comments({ state: call.options.all ? 'all' : 'open', signal: call.signal }).toArray()
    if (call.isJson) return writeJson(call, threads)
    const columns = [{ name: 'thread' }, { name: 'about' }, { name: 'at' }, { name: 'comment' }]
    const lines = threads.flatMap((thread) =>
      thread.comments.map((comment, n) => [
        n === 0 ? thread.thread_id : '',
        n === 0 ? aboutOf(thread) : '',
        comment.created_at.slice(0, 16),
        comment.text ?? '(not shown)',
      ]),
    )
    await call.terminal.write(drawTable(columns, lines, call.terminal))
  },
}

export const comment: Command = {
  name: 'comment',
  summary: 'say something about a table, a row or a cell, or answer in a thread',
  args: ['<table>', '<text>'],
  options: {
    row: { value: 'id', summary: 'the row that it is about' },
    column: { value: 'name', summary: 'with --row: the cell that it is about' },
    thread: { value: 'id', summary: 'the thread to answer in' },
  },
  run: async (call) => {
    const [table = '', text = ''] = call.args
    const rowId = numberOption(call.options, 'row', 0) || null
    const column = textOption(call.options, 'column') ?? null
    const thread = textOption(call.options, 'thread')
    const kind = rowId === null ? 'table' : column === null ? 'row' : 'cell'
    const about = thread ? { thread_id: thread } : { target: { kind, row_id: rowId, column } as const }
    const made = await (await call.workbook()).table(table).comment({ ...about, text }, { signal: call.signal })
    await (call.isJson ? writeJson(call, made) : call.terminal.write(`${made.thread_id}\n`))
  },
}

function aboutOf({ target, resolved_at: resolvedAt }: Wire.CommentThread): string {
  const place = target.row_id === null ? 'table' : `row ${target.row_id}${target.column ? `, ${target.column}` : ''}`
  return resolvedAt === null ? place : `${place} (resolved)`
}
