import { openBytes } from '@bindery/spreadsheet/byte-source.ts'
import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import { readDocumentMarks } from '@bindery/spreadsheet/returned/document-marks.ts'
import { readReturnedSheet } from '@bindery/spreadsheet/returned/read-returned-sheet.ts'
import type { ReturnedAnswer, ReturnedSheet, ReturnedWish } from '../loader/load-request.ts'
import { openLineFile } from './line-file.ts'

/** The rows of a file that came back, cell by cell as they were saved, a JSON array a line. */
export async function writeReturned(
  path: string,
  file: OpenedFile,
  folder: string,
  wish: ReturnedWish,
): Promise<ReturnedAnswer> {
  const sheets: ReturnedSheet[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    const sheet = await writeSheet(file, place, folder, wish)
    if (sheet) sheets.push({ name, ...sheet })
  }
  const bytes = openBytes(path)
  const marks = await readDocumentMarks(bytes, file.format).finally(() => bytes.close())
  return { ...marks, isDate1904: file.isDate1904, sheets }
}

async function writeSheet(file: OpenedFile, place: number, folder: string, wish: ReturnedWish) {
  const lines = openLineFile(folder)
  let columns: readonly string[] | undefined
  const rows = await readReturnedSheet(file, place, {
    ...wish,
    header: (names) => {
      columns = names
    },
    row: ({ row, cells }) => lines.add([row, ...cells]),
    ready: lines.ready,
  })
  await lines.end()
  return columns && { columns, rows, file: lines.name }
}
