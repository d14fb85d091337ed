import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Row } from '@bindery-data/sdk'
import { type Call, textOption, UsageError } from './command.ts'
import { drawTable, isNumeric } from './drawing/draw-table.ts'

export const ROW_FORMATS = ['table', 'csv', 'json', 'ndjson', 'arrow'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

export const OUTPUT_OPTION = { short: 'o', value: 'file', summary: 'write to a file' }
export const FORMAT_OPTION = { short: 'f', value: ROW_FORMATS.join('|'), summary: 'a table on a screen, else csv' }

type Column = { name: string; type: string }

/** What was asked for; else a table for people and csv for programs. */
export function rowFormatOf(call: Call): RowFormat {
  const isSeen = call.terminal.isScreen && !textOption(call.options, 'output')
  const wanted = call.isJson ? 'json' : (textOption(call.options, 'format') ?? (isSeen ? 'table' : 'csv'))
  const format = ROW_FORMATS.find((each) => each === wanted)
  if (!format) throw new UsageError(`--format is one of ${ROW_FORMATS.join(', ')}`)
  if (format === 'arrow' && isSeen) throw new UsageError('Arrow is for programs: pipe it, or say --output.')
  return format
}

/** Rows as they come, in constant memory but for tables and JSON. */
export async function writeRows(call: Call, columns: readonly Column[], rows: AsyncIterable<Row>, format: RowFormat) {
  await writeStream(call, Readable.from(linesOf(call, columns, rows, format)))
}

async function* linesOf(
  call: Call,
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
  format: RowFormat,
): AsyncGenerator<string> {
  const valuesOf = (row: Row) => columns.map(({ name }) => row[name])
  if (format === 'table') {
    const all: unknown[][] = []
    for await (const row of rows) all.push(valuesOf(row))
    const drawn = columns.map(({ name, type }) => ({ name, isNumber: isNumeric(type) }))
    yield drawTable(drawn, all, call.terminal)
    return
  }
  if (format === 'csv') yield csvLine(columns.map(({ name }) => name))
  let before = format === 'json' ? '[\n' : ''
  for await (const row of rows) {
    if (format === 'csv') yield csvLine(valuesOf(row))
    else yield `${before}${JSON.stringify(row)}${format === 'ndjson' ? '\n' : ''}`
    if (format === 'json') before = ',\n'
  }
  if (format === 'json') yield before === '[\n' ? '[]\n' : '\n]\n'
}

const csvLine = (values: readonly unknown[]) => `${values.map(csvField).join(',')}\n`

function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}

/** To the file that was named, or out. */
export async function writeStream(call: Call, stream: Readable): Promise<void> {
  const path = textOption(call.options, 'output')
  if (path) return pipeline(stream, createWriteStream(path), { signal: call.signal })
  for await (const chunk of stream) await call.terminal.write(chunk)
}
