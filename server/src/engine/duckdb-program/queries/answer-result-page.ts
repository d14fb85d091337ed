import { type DuckDBConnection, DuckDBTypeId, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import type { EngineResult, ResultPageCommand } from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import type { WireColumn } from '../../duckdb/protocol/run-protocol.ts'
import { quoteText } from '../../values/type-rules.ts'
import { encodeResult } from '../encode/encode-result.ts'
import type { EngineDatabase, Folders } from '../engine-database.ts'
import { readKeptSql } from './kept-column.ts'
import type { PartSender } from './part-sender.ts'

const PAGE_BYTES = 64 * 1024 * 1024

/** Sends rows of a result that was kept, in any format. */
export function answerResultPage(
  database: EngineDatabase,
  { input }: Folders,
  command: ResultPageCommand,
  lines: Buffer,
  send: PartSender,
): Promise<EngineResult> {
  return database.lend(async (connection) => {
    send.onCancel(() => connection.interrupt())
    const { file, format, limit } = command
    const result = await (file === null
      ? readLines(connection, command, lines)
      : readFile(connection, command, `${input}/${file}`))
    const options = { ...format, maxRows: limit, maxBytes: PAGE_BYTES }
    const { rowCount } = await encodeResult(result, options, (part) => send.page(part))
    await send.flush()
    return { version: 0, result: { rowCount, isTruncated: false, pageRows: rowCount, file: null } }
  })
}

/** The place of a row in the file is known without reading those before it. */
async function readFile(connection: DuckDBConnection, { columns, offset, limit }: ResultPageCommand, path: string) {
  const source = `read_parquet(${quoteText(path)}, file_row_number = true)`
  const described = await connection.prepare(`SELECT * FROM ${source}`)
  const isText = (n: number) => described.columnTypeId(n) === DuckDBTypeId.VARCHAR
  const shown = columns.map(({ name, type }, n) => `${readKeptSql(`c${n}`, type, isText(n))} AS ${quoteName(name)}`)
  return connection.stream(
    `SELECT ${shown.join(', ')} FROM ${source} WHERE file_row_number >= ${offset} AND file_row_number < ${offset + limit} ORDER BY file_row_number`,
  )
}

/** Lines go back through their columns' types; the texts in them are canonical. */
function readLines(connection: DuckDBConnection, { columns, offset, limit }: ResultPageCommand, lines: Buffer) {
  const rows = lines
    .toString()
    .split('\n')
    .slice(offset, offset + limit)
    .filter((line) => line !== '')
  const cells = rows.map(rawElements)
  const lists = columns.map((column, n) => listValue(cells.map((row) => canonical(column, row[n] ?? 'null'))))
  const texts = columns.map((_, n) => `unnest($${n + 1}::VARCHAR[]) AS c${n}`)
  const shown = columns.map(({ name, type }, n) => `${readKeptSql(`c${n}`, type, true)} AS ${quoteName(name)}`)
  const sql = `SELECT ${shown.join(', ')} FROM (SELECT ${texts.join(', ')})`
  return connection.stream(
    sql,
    lists,
    columns.map(() => LIST(VARCHAR)),
  )
}

function canonical({ type }: WireColumn, json: string): string | null {
  if (json === 'null') return null
  return type !== 'JSON' && json.startsWith('"') ? JSON.parse(json) : json
}

/** The elements of a JSON array as they are written: no digit of a number is touched. The text is our own, and well-formed. */
function rawElements(array: string): string[] {
  const elements: string[] = []
  let depth = 0
  let start = 1
  for (let at = 1; at < array.length - 1; at++) {
    const mark = array[at]
    if (mark === '"') at = endOfString(array, at)
    else if (mark === '[' || mark === '{') depth++
    else if (mark === ']' || mark === '}') depth--
    else if (mark === ',' && depth === 0) {
      elements.push(array.slice(start, at))
      start = at + 1
    }
  }
  if (array.length > 2) elements.push(array.slice(start, array.length - 1))
  return elements
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
