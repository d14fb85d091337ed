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

/** Of the files in a zip file. */
export function namesIn(bytes: Buffer): string[] {
  const read = (from: number, length: number) => bytes.subarray(from, from + length)
  return [...readZipDirectory({ sizeBytes: bytes.length, read, close: () => {} })].map(([, { name }]) => name)
}
