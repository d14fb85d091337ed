import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type Command, textOption, writeJson } from '../command.ts'
import { drawProgress } from '../drawing/draw-progress.ts'
import { OUTPUT_OPTION, writeStream } from '../output.ts'
import { fromWeb } from '../write-arrow.ts'

export const bundle: Command = {
  name: 'bundle',
  summary: 'a whole workbook as one file: tables, history, files, policies',
  args: [],
  options: { output: OUTPUT_OPTION },
  run: async (call) => {
    const workbook = await call.workbook()
    const file = await workbook.bundle({ signal: call.signal })
    const path = textOption(call.options, 'output') ?? (call.terminal.isScreen ? basename(file.filename) : undefined)
    await writeStream({ ...call, options: { ...call.options, output: path } }, fromWeb(file.stream))
    if (path) call.terminal.report(path)
  },
}

export const restore: Command = {
  name: 'restore',
  summary: 'a bundle back, as a new workbook',
  args: ['<file>'],
  options: { title: { value: 'text', summary: 'another title' } },
  run: async (call) => {
    const path = call.args[0] ?? ''
    const { terminal, signal } = call
    const title = textOption(call.options, 'title')
    const file = { content: await openAsBlob(path), filename: basename(path) }
    const job = await call.client().bringBundle(file, {
      ...(title ? { title } : {}),
      signal,
      onProgress: ({ sentBytes, totalBytes }) =>
        terminal.show(sentBytes < totalBytes ? drawProgress(sentBytes, totalBytes, terminal) : 'Bringing it back …'),
    })
    terminal.show('')
    if (call.isJson) return writeJson(call, job.result)
    await terminal.write(`${job.workbook_id ?? ''}\n`)
  },
}
