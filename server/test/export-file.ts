import { unpackWhole } from '@bindery-data/spreadsheet/zip/unpack-entry.ts'
import { readZipDirectory } from '@bindery-data/spreadsheet/zip/zip-directory.ts'
import { read, utils, type WorkBook } from '@e965/xlsx'
import type { Person } from './person.ts'

export type Exported = { status: number; headers: Headers; bytes: Buffer<ArrayBuffer> }

/** Exports from a workbook, bytes and all. */
export async function exportFile(
  url: string,
  { session }: Pick<Person, 'session'>,
  at: string,
  body: object = {},
): Promise<Exported> {
  const response = await fetch(`${url}${at}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(new Uint8Array(await response.arrayBuffer())),
  }
}

/** As another program sees it. */
export const openBook = (bytes: Buffer): WorkBook =>
  read(bytes, { type: 'buffer', cellStyles: true, cellNF: true, bookProps: false, cellFormula: true })

export function rowsIn(book: WorkBook, sheet = book.SheetNames[0] ?? ''): unknown[][] {
  const found = book.Sheets[sheet]
  if (!found) throw new Error(`there is no sheet ${sheet}`)
  return utils.sheet_to_json(found, { header: 1, raw: true, defval: null })
}

const sourceOf = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  read: (from: number, length: number) => bytes.subarray(from, from + length),
  close: () => {},
})

/** Of the files in a zip file. */
export const namesIn = (bytes: Buffer): string[] =>
  [...readZipDirectory(sourceOf(bytes)).values()].map(({ name }) => name)

/** The files themselves, by their names. */
export async function filesIn(bytes: Buffer): Promise<Map<string, Buffer>> {
  const source = sourceOf(bytes)
  const files = new Map<string, Buffer>()
  for (const entry of readZipDirectory(source).values())
    files.set(entry.name, await unpackWhole(source, entry, entry.sizeBytes))
  return files
}
