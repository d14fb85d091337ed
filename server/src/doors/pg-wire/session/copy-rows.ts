import type { PostgresColumn } from '../../../engine/reading/sql-question.ts'
import { copyData, copyDone, copyOut } from '../protocol/backend.ts'
import type { CopyForm } from '../sql/statement.ts'
import type { RowReader, Send } from './row-reader.ts'

const BINARY_HEAD = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const BINARY_END = Buffer.from([0xff, 0xff])

/** Sends all rows as COPY does; how many there were. */
export async function copyRows(
  columns: readonly PostgresColumn[],
  rows: RowReader,
  form: CopyForm,
  send: Send,
): Promise<number> {
  await send(copyOut(form.format === 'binary', columns.length))
  if (form.format === 'binary') await send(copyData(BINARY_HEAD))
  if (form.hasHeader && form.format !== 'binary') {
    const names = columns.map(({ name }) => Buffer.from(name))
    await send(copyData(lineOf(names, form)))
  }
  let carried: Buffer = Buffer.alloc(0)
  const { count } = await rows.take(0, async (bytes) => {
    carried = Buffer.concat([carried, bytes])
    const out: Buffer[] = []
    let at = 0
    while (at + 5 <= carried.length) {
      const end = at + 1 + carried.readInt32BE(at + 1)
      if (end > carried.length) break
      const body = carried.subarray(at + 5, end)
      out.push(copyData(form.format === 'binary' ? body : lineOf(cellsOf(body), form)))
      at = end
    }
    carried = carried.subarray(at)
    if (out.length > 0) await send(Buffer.concat(out))
  })
  if (form.format === 'binary') await send(copyData(BINARY_END))
  await send(copyDone)
  return count
}

function cellsOf(body: Buffer): (Buffer | null)[] {
  const cells: (Buffer | null)[] = []
  for (let at = 2; cells.length < body.readInt16BE(0); ) {
    const length = body.readInt32BE(at)
    cells.push(length < 0 ? null : body.subarray(at + 4, at + 4 + length))
    at += 4 + Math.max(0, length)
  }
  return cells
}

function lineOf(cells: readonly (Buffer | null)[], form: CopyForm): Buffer {
  const texts = cells.map((cell) => (cell === null ? form.nullText : cellText(cell.toString(), form)))
  return Buffer.from(`${texts.join(form.delimiter)}\n`)
}

function cellText(text: string, { format, delimiter, nullText }: CopyForm): string {
  if (format === 'csv') {
    const needsQuotes = text === nullText || /["\n\r]/.test(text) || text.includes(delimiter) || text === '\\.'
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
  }
  const escaped = text.replace(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPES[character] ?? character)
  return delimiter === '\t' ? escaped : escaped.replaceAll(delimiter, `\\${delimiter}`)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
