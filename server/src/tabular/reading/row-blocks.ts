import { ROW_ID } from '../table.ts'

/** Rows that follow each other, as one line of JSON each. */
export type RowBlock = {
  lines: Buffer
  /** Where each row ends in them: its line feed. */
  ends: Uint32Array
}

const LINE_FEED = 0x0a
const COMMA = 0x2c

/** Cuts lines into blocks of so many rows; the last may have less. What they were cut from is not kept. */
export function blocksOf(lines: Buffer, rowsPerBlock: number): RowBlock[] {
  const blocks: RowBlock[] = []
  let ends: number[] = []
  let begin = 0
  const cut = (end: number) => {
    blocks.push({ lines: Buffer.from(lines.subarray(begin, end)), ends: Uint32Array.from(ends) })
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

export const bytesOf = ({ lines, ends }: RowBlock) => lines.byteLength + ends.byteLength

/** Rows `from` to `to` (not included) of blocks that follow each other, as one JSON array: the bytes an engine would have written. */
export function arrayOf(blocks: readonly RowBlock[], from: number, to: number): Buffer {
  const parts: Buffer[] = []
  let passed = 0
  for (const { lines, ends } of blocks) {
    const [first, last] = [Math.max(from - passed, 0), Math.min(to - passed, ends.length)]
    passed += ends.length
    if (first >= last) continue
    const end = (row: number) => (row < 0 ? 0 : (ends[row] ?? 0) + 1)
    const part = Buffer.from(lines.subarray(end(first - 1), end(last - 1)))
    for (let row = first; row < last; row++) part[end(row) - 1 - end(first - 1)] = COMMA
    parts.push(part)
  }
  const rows = Buffer.concat(parts)
  // The comma after the last row is where the array ends.
  return rows.length === 0 ? Buffer.from('[]') : Buffer.concat([OPEN, rows.subarray(0, -1), CLOSE])
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

const LAST_MEMBER = new RegExp(`"${ROW_ID}":(\\d+)\\}$`)
/** Of the longest id, with its name. */
const TAIL_BYTES = 40

/** The id of a row of these blocks, which stands last in its line. */
export function rowIdAt(blocks: readonly RowBlock[], row: number): number | undefined {
  let passed = 0
  for (const { lines, ends } of blocks) {
    const end = ends[row - passed]
    if (end !== undefined) {
      const [, id] = LAST_MEMBER.exec(lines.toString('latin1', Math.max(0, end - TAIL_BYTES), end)) ?? []
      return id === undefined ? undefined : Number(id)
    }
    passed += ends.length
  }
  return undefined
}
