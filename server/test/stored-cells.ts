import type { DuckDBConnection } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { type ColumnType, formatColumnType } from '../src/engine/table/column-type.ts'
import { parseValue } from '../src/engine/values/values.ts'
import { anyCellText } from './any-cell.ts'
import { fuzzRuns } from './fuzz-runs.ts'

/** Canonical texts of random values, and some NULLs. */
export function sampleCells(type: ColumnType, usual = 5000): (string | null)[] {
  return fc
    .sample(fc.option(anyCellText(type), { freq: 5 }), fuzzRuns(usual))
    .map((text) => (text === null ? null : accepted(type, text)))
}

function accepted(type: ColumnType, text: string): string {
  const parsed = parseValue(type, text)
  if ('error' in parsed || parsed.text === null) throw new Error(`refused: ${JSON.stringify(text)}`)
  return parsed.text
}

/** Makes a table of these columns, their rows numbered by `place`. */
export async function storeCells(
  connection: DuckDBConnection,
  table: string,
  columns: Record<string, { type: ColumnType; cells: readonly (string | null)[] }>,
) {
  const named = Object.entries(columns)
  const texts = named.map((_, n) => `c${n} VARCHAR`).join(', ')
  await connection.run(`CREATE OR REPLACE TABLE sent (place INTEGER, ${texts})`)
  const appender = await connection.createAppender('sent')
  const rowCount = Math.max(...named.map(([, { cells }]) => cells.length))
  for (let place = 0; place < rowCount; place++) {
    appender.appendInteger(place)
    for (const [, { cells }] of named) appendText(cells[place] ?? null)
    appender.endRow()
  }
  appender.closeSync()
  const casts = named.map(([name, { type }], n) => `CAST(c${n} AS ${formatColumnType(type)}) AS "${name}"`).join(', ')
  await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT place, ${casts} FROM sent`)

  function appendText(text: string | null) {
    if (text === null) appender.appendNull()
    else appender.appendVarchar(text)
  }
}
