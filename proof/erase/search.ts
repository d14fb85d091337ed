import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** Which of the values stand in some bytes, as text. */
export const valuesIn = (values: readonly string[], bytes: Buffer) => values.filter((value) => bytes.includes(value))

/** What was found, and in which files. */
export type Found = { values: ReadonlySet<string>; files: readonly string[] }

/** Which of them stand in the files of a folder: in their bytes, and where these are packed in what they hold. */
export async function searchFolder(folder: string, values: readonly string[]): Promise<Found> {
  const found = new Set<string>()
  const files: string[] = []
  for (const path of listFiles(folder)) {
    const bytes = readFileSync(path)
    const here = [...valuesIn(values, bytes), ...(isParquet(bytes) ? valuesIn(values, await unpackParquet(path)) : [])]
    for (const value of here) found.add(value)
    if (here.length > 0) files.push(path)
  }
  return { values: found, files }
}

const isParquet = (bytes: Buffer) => bytes.subarray(0, 4).toString() === 'PAR1'

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())

async function unpackParquet(path: string): Promise<Buffer> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const read = await connection.runAndReadAll(`SELECT to_json(t)::VARCHAR FROM read_parquet('${path}') t`)
    return Buffer.from(read.getRows().join('\n'))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
