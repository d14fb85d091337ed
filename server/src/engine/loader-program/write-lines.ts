import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { openBytes } from '@bindery-data/spreadsheet/byte-source.ts'
import { readFormulas } from '@bindery-data/spreadsheet/formulas/read-formulas.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import { readDocumentMarks } from '@bindery-data/spreadsheet/returned/document-marks.ts'
import { readReturnedSheet } from '@bindery-data/spreadsheet/returned/read-returned-sheet.ts'
import type {
  FormulasAnswer,
  ReturnedAnswer,
  ReturnedOptions,
  ReturnedSheet,
  SheetFormulas,
} from '../loader/load-request.ts'

/** The rows of a file that came back, cell by cell as they were saved, a JSON array a line. */
export async function writeReturned(
  path: string,
  file: OpenedFile,
  folder: string,
  wish: ReturnedOptions,
): Promise<ReturnedAnswer> {
  const sheets: ReturnedSheet[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    const sheet = await writeRowsOf(file, place, folder, wish)
    if (sheet) sheets.push({ name, ...sheet })
  }
  const bytes = openBytes(path)
  const marks = await readDocumentMarks(bytes, file.format).finally(() => bytes.close())
  return { ...marks, isDate1904: file.isDate1904, sheets }
}

async function writeRowsOf(file: OpenedFile, place: number, folder: string, wish: ReturnedOptions) {
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

/** Lines of JSON on their way into a file that is handed over. */
function openLineFile(folder: string) {
  const name = `${randomUUID()}.ndjson`
  const output = createWriteStream(`${folder}/${name}`)
  let isFlowing = true
  return {
    name,
    add: (line: readonly unknown[]) => {
      isFlowing = output.write(`${JSON.stringify(line)}\n`)
    },
    /** Resolves when there is room for more. */
    ready: async () => {
      if (!isFlowing) await once(output, 'drain')
      isFlowing = true
    },
    end: async () => {
      output.end()
      await finished(output)
    },
  }
}

/** The formulas of some sheets, a JSON array a line; what a file of delimited text has of them is text. */
export async function writeFormulas(
  file: OpenedFile,
  folder: string,
  names: readonly string[],
): Promise<FormulasAnswer> {
  const sheets: SheetFormulas[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    if (names.includes(name)) sheets.push({ name, file: await writeFormulasOf(file, place, folder) })
  }
  return { isDate1904: file.isDate1904, sheets }
}

async function writeFormulasOf(file: OpenedFile, place: number, folder: string): Promise<string> {
  const lines = openLineFile(folder)
  const known = new Map<string, number>()
  await readFormulas(file, place, {
    formula: ({ row, column, r1c1, value }) => {
      const number = known.get(r1c1)
      if (number === undefined) known.set(r1c1, known.size)
      lines.add([row, column, number ?? r1c1, value])
    },
    ready: lines.ready,
  })
  await lines.end()
  return lines.name
}
