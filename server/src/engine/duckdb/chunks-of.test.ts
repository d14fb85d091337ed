import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { chunksOf } from './chunks-of.ts'

async function rowsOf(sql: string, interruptAfter = Number.POSITIVE_INFINITY) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  let rows = 0
  for await (const chunk of chunksOf(await connection.stream(sql))) {
    rows += chunk.rowCount
    if (rows > interruptAfter) connection.interrupt()
  }
  return rows
}

test('a statement that fails among its rows is never taken for one that ended', async () => {
  const failing = `SELECT CASE WHEN i = 700000 THEN error('late') ELSE i::VARCHAR END FROM range(1000000) r(i)`

  await expect(rowsOf(failing)).rejects.toThrow('failed after its first rows')
  await expect(rowsOf('SELECT i FROM range(10000000) r(i)', 100_000)).rejects.toThrow('failed after its first rows')
  expect(await rowsOf('SELECT i FROM range(1000000) r(i)')).toBe(1_000_000)
  expect(await rowsOf('SELECT 1 WHERE false')).toBe(0)
})
