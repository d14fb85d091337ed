import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { OpenReader } from '../src/engine/duckdb/open-reader.ts'

/** Whether a file that an engine of the workbook can see holds one of these numbers, as a text or as DuckDB writes it. */
export async function engineHolds(
  reader: OpenReader,
  workbookId: string,
  numbers: readonly string[],
): Promise<boolean> {
  const engines = await reader.pool.enginesOf(workbookId)
  expect(engines.length).toBeGreaterThan(0)
  const sought = numbers.flatMap((number) => [Buffer.from(number), bytesOf(number)])
  const folders = engines.flatMap(({ process }) => [process.folders.input, process.folders.own])
  return folders.some((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
      .some((bytes) => sought.some((one) => bytes.includes(one))),
  )
}

function bytesOf(number: string): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(number))
  return bytes
}
