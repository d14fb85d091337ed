import { ROW_ID } from '../table/table.ts'

/** Rows that follow each other, as one line of JSON each. */
export type RowBlock = {
  lines: Buffer
  /** Where each row ends in them: its line feed. */
  ends: Uint32Array
  /** Ids of its first and its last row; all others lie between them, ascending. */
  firstId: number
  lastId: number
}

const LINE_FEED = 0x0a
const COMMA = 0x2c

/** Cuts lines into blocks of so many rows; the last may have less. What they were cut from is not kept. */
export function blocksOf(lines: Buffer, rowsPerBlock: number): RowBlock[] {
  const blocks: RowBlock[] = []
  let ends: number[] = []
  let begin = 0
  const cut = (end: number) => {
    blocks.push(blockOf(Buffer.from(lines.subarray(begin, end)), Uint32Array.from(ends)))
    begin = end
    ends = []
  }
  for (let at = lines.indexOf(LINE_FEED); at !== -1; at = lines.indexOf(LINE_FEED, at + 1)) {
    ends.push(at - begin)
    if (ends.length === rowsPerBlock) cut(at + 1)
  }
  if (ends.length > 0) cut(lines.length)
  return blocks
}

const blockOf = (lines: Buffer, ends: Uint32Array): RowBlock => ({
  lines,
  ends,
  firstId: idAt(lines, ends[0]),
  lastId: idAt(lines, ends.at(-1)),
})

export const bytesOf = ({ lines, ends }: RowBlock) => lines.byteLength + ends.byteLength

/** Rows `from` to `to` (not included) of blocks that follow each other, as one JSON array: the bytes an engine would have written. */
export function arrayOf(blocks: readonly RowBlock[], from: number, to: number): Buffer {
  const parts: Buffer[] = []
  let passed = 0
  for (const { lines, ends } of blocks) {
    const [first, last] = [Math.max(from - passed, 0), Math.min(to - passed, ends.length)]
    passed += ends.length
    if (first >= last) continue
    const part = Buffer.from(lines.subarray(beginOf(ends, first), beginOf(ends, last)))
    for (let row = first; row < last; row++) part[beginOf(ends, row + 1) - 1 - beginOf(ends, first)] = COMMA
    parts.push(part)
  }
  const rows = Buffer.concat(parts)
  // The comma after the last row is where the array ends.
  return rows.length === 0 ? Buffer.from('[]') : Buffer.concat([OPEN, rows.subarray(0, -1), CLOSE])
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

const beginOf = (ends: Uint32Array, row: number) => (row === 0 ? 0 : (ends[row - 1] ?? 0) + 1)

/** The id of a row of these blocks. */
export function rowIdAt(blocks: readonly RowBlock[], row: number): number | undefined {
  let passed = 0
  for (const { lines, ends } of blocks) {
    if (row < passed + ends.length) return row < passed ? undefined : idAt(lines, ends[row - passed])
    passed += ends.length
  }
  return undefined
}

const LAST_MEMBER = new RegExp(`"${ROW_ID}":(\\d+)\\}$`)
/** Of the longest id, with its name. */
const TAIL_BYTES = 40

/** The id stands last in the line that ends here. */
function idAt(lines: Buffer, end = 0): number {
  const [, id] = LAST_MEMBER.exec(lines.toString('latin1', Math.max(0, end - TAIL_BYTES), end)) ?? []
  if (id === undefined) throw new Error('impossible: a line of a row without its id')
  return Number(id)
}

/** The line of a row, without its line feed; undefined if the block does not have it. */
export function lineOf(block: RowBlock, rowId: number): Buffer | undefined {
  const row = placeOf(block, rowId)
  return row === undefined ? undefined : block.lines.subarray(beginOf(block.ends, row), block.ends[row])
}

/** Ids ascend. */
function placeOf({ lines, ends, firstId, lastId }: RowBlock, rowId: number): number | undefined {
  if (rowId < firstId || rowId > lastId) return undefined
  for (let low = 0, high = ends.length - 1; low <= high; ) {
    const middle = (low + high) >> 1
    const found = idAt(lines, ends[middle])
    if (found === rowId) return middle
    if (found < rowId) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

/** The block with other lines in the place of those of some rows, which `change` makes of them. */
export function withLines(
  block: RowBlock,
  rowIds: readonly number[],
  change: (line: Buffer, rowId: number) => Buffer,
): RowBlock {
  const idOf = new Map(rowIds.map((rowId) => [placeOf(block, rowId), rowId]))
  const ends = block.ends.slice()
  const parts: Buffer[] = []
  let [copied, shift] = [0, 0]
  for (const [row, end] of block.ends.entries()) {
    const rowId = idOf.get(row)
    if (rowId !== undefined) {
      const begin = beginOf(block.ends, row)
      const line = change(block.lines.subarray(begin, end), rowId)
      parts.push(block.lines.subarray(copied, begin), line)
      copied = end
      shift += line.length - (end - begin)
    }
    ends[row] = end + shift
  }
  return { ...block, ends, lines: Buffer.concat([...parts, block.lines.subarray(copied)]) }
}
