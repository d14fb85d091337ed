import { type CellObject, read, utils, write } from '@e965/xlsx'
import type { ConnectedAgent } from '../../server/test/connect-agent.ts'
import type { FunctionTool } from './chat-model.ts'
import type { Toolbox } from './converse.ts'

/** Tools that a task about one file takes; a model that sees all of them has less room for the task. */
const OFFERED: ReadonlySet<string> = new Set(
  'inspect_workbook find_cells read_cells describe_table query read_rows explain_cell what_if edit_file'.split(' '),
)

/** Our tools, over MCP. */
export async function ourTools(agent: ConnectedAgent): Promise<Toolbox> {
  const tools = (await agent.tools())
    .filter(({ name }) => OFFERED.has(name))
    .map(
      ({ name, description, inputSchema }): FunctionTool => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      }),
    )
  return {
    tools,
    call: async (name, args) => {
      const { text, problem } = await agent.call(name, args)
      if (problem) throw new Error(text)
      return text
    },
  }
}

/** What an agent has without them: a program that shows a range and writes cells, as scripts of spreadsheet libraries do. */
export function plainTools(file: Buffer): Toolbox & { file: () => Buffer } {
  const book = read(file, { type: 'buffer', cellFormula: true })
  const sheetOf = (name: unknown) => {
    const sheet = book.Sheets[String(name ?? book.SheetNames[0])]
    if (!sheet) throw new Error(`there is no sheet ${name}`)
    return sheet
  }
  const calls: Record<string, (args: Record<string, unknown>) => string> = {
    read_range: ({ sheet, range }) => {
      const its = sheetOf(sheet)
      const box = utils.decode_range(String(range))
      const lines: string[] = []
      for (let row = box.s.r; row <= box.e.r; row++)
        for (let column = box.s.c; column <= box.e.c; column++) {
          const at = utils.encode_cell({ r: row, c: column })
          const cell: CellObject | undefined = its[at]
          if (cell) lines.push(`${at}\t${cell.v ?? ''}${cell.f ? `\t=${cell.f}` : ''}`)
        }
      return lines.join('\n')
    },
    write_cells: ({ sheet, cells }) => {
      const its = sheetOf(sheet)
      const written = Object.entries((cells ?? {}) as Record<string, unknown>)
      for (const [at, value] of written) {
        if (!/^[A-Z]{1,3}[1-9]\d*$/.test(at)) throw new Error(`${at} is no cell`)
        its[at] = cellOf(value)
        const box = utils.decode_range(its['!ref'] ?? at)
        const { r, c } = utils.decode_cell(at)
        its['!ref'] = utils.encode_range({ s: box.s, e: { r: Math.max(box.e.r, r), c: Math.max(box.e.c, c) } })
      }
      return `${written.length} cells written`
    },
  }
  return {
    tools: PLAIN,
    call: async (name, args) => {
      const its = calls[name]
      if (!its) throw new Error(`there is no tool ${name}`)
      return its(args)
    },
    file: () => Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })),
  }
}

function cellOf(value: unknown): CellObject {
  if (typeof value === 'number') return { t: 'n', v: value }
  if (typeof value === 'boolean') return { t: 'b', v: value }
  const text = String(value ?? '')
  return text.startsWith('=') ? { t: 'n', f: text.slice(1), v: 0 } : { t: 's', v: text }
}

const SHEET = { type: 'string', description: 'The first one when left out' }

const PLAIN: readonly FunctionTool[] = [
  {
    type: 'function',
    function: {
      name: 'read_range',
      description: 'The cells of a range, a line each: address, value, formula',
      parameters: { type: 'object', properties: { sheet: SHEET, range: { type: 'string' } }, required: ['range'] },
    },
  },
  {
    type: 'function',
    function: {
      name: 'write_cells',
      description: 'Writes cells: values by address; a text that begins with = is a formula',
      parameters: { type: 'object', properties: { sheet: SHEET, cells: { type: 'object' } }, required: ['cells'] },
    },
  },
]
