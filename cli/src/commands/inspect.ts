import { type Command, numberOption, textOption, writeJson } from '../command.ts'
import { textOf } from '../drawing/draw-table.ts'

const TOKENS = 2_000

export const inspect: Command = {
  name: 'inspect',
  summary: 'a map of a file: regions, columns, formulas, totals, and what looks wrong, with cells',
  args: ['<source>'],
  options: {
    sheet: { value: 'name', summary: 'one sheet of the file' },
    find: { value: 'text', summary: 'the cells that hold this text, in place of the map' },
    tokens: { value: 'number', summary: `how long the map may be; ${TOKENS} when left out` },
  },
  run: async (call) => {
    const [name = ''] = call.args
    const { signal, terminal, options } = call
    const sheet = textOption(options, 'sheet')
    const find = textOption(options, 'find')
    const source = (await call.workbook()).source(name)
    if (find !== undefined) {
      const found = await source.findCells(find, { sheet, signal })
      if (call.isJson) return writeJson(call, found)
      const lines = found.cells.map((each) =>
        [each.sheet, each.cell, each.value, each.formula ?? ''].map(textOf).join('\t'),
      )
      return terminal.write(lines.map((line) => `${line}\n`).join(''))
    }
    const seen = await source.map({ sheet, max_tokens: numberOption(options, 'tokens', TOKENS), signal })
    if (call.isJson) return writeJson(call, seen)
    await terminal.write(`${seen.map.split('\n').map(textOf).join('\n')}\n`)
    if (seen.omitted_lines > 0) terminal.report(`${seen.omitted_lines} lines did not fit: --sheet, or more --tokens`)
  },
}
