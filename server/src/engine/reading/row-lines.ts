import type { ReadableColumn } from '../table/readable-table.ts'
import type { Cells } from '../table/table.ts'
import { encodeToJsonText, parseValue } from '../values/values.ts'

/** Columns in the order of their values in a line, each with the bytes that its name takes there. */
export type LineColumns = readonly { column: ReadableColumn; nameBytes: number }[]

export const lineColumns = (columns: readonly ReadableColumn[]): LineColumns =>
  columns.map((column) => ({ column, nameBytes: Buffer.byteLength(JSON.stringify(column.name)) }))

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The same line with other values in some columns. Those of masked columns are not shown, nor are they here. */
export function withCells(line: Buffer, columns: LineColumns, cells: Cells): Buffer {
  const parts: Buffer[] = []
  let copied = 0
  eachValue(line, columns, ({ id, type, isMasked }, begin, end) => {
    const cell = cells[id]
    if (cell === undefined || isMasked) return
    parts.push(line.subarray(copied, begin), Buffer.from(encodeToJsonText(type, cell)))
    copied = end
  })
  return Buffer.concat([...parts, line.subarray(copied)])
}

/** What some of the columns hold, canonical. */
export function cellsIn(line: Buffer, columns: LineColumns, wanted: ReadonlySet<number>): Cells {
  const cells: Record<string, string | null> = {}
  eachValue(line, columns, ({ id, name, type }, begin, end) => {
    if (!wanted.has(id)) return
    const written = line.toString('utf8', begin, end)
    const isJson = type.name === 'JSON' && written !== 'null'
    const parsed = parseValue(type, isJson ? written : JSON.parse(written))
    if (!('text' in parsed)) throw new Error(`impossible: ${name} holds what it does not take`)
    cells[id] = parsed.text
  })
  return cells
}

/** Calls `see` with the place of each value. The line is one that an engine has written: no space is in it. */
function eachValue(
  line: Buffer,
  columns: LineColumns,
  see: (column: ReadableColumn, begin: number, end: number) => void,
) {
  let at = 0
  for (const { column, nameBytes } of columns) {
    // Behind a brace or comma, the name and its colon.
    const begin = at + 1 + nameBytes + 1
    at = endOfValue(line, begin)
    see(column, begin, at)
  }
}

function endOfValue(line: Buffer, begin: number): number {
  for (let at = begin, depth = 0; at < line.length; at++) {
    switch (line[at]) {
      case QUOTE:
        at = endOfText(line, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        break
      case COMMA:
        if (depth === 0) return at
    }
  }
  throw new Error('impossible: the last value of a line is the id of its row')
}

/** Of its closing quote. */
function endOfText(line: Buffer, begin: number): number {
  for (let at = begin + 1; at < line.length; at++) {
    if (line[at] === BACKSLASH) at++
    else if (line[at] === QUOTE) return at
  }
  throw new Error('impossible: a text without an end')
}
