import { readFormulas } from '@bindery/spreadsheet/formulas/read-formulas.ts'
import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import type { FormulasAnswer, SheetFormulas } from '../loader/load-request.ts'
import { openLineFile } from './line-file.ts'

/** The formulas of some sheets, a JSON array a line; what a file of delimited text has of them is text. */
export async function writeFormulas(
  file: OpenedFile,
  folder: string,
  names: readonly string[],
): Promise<FormulasAnswer> {
  const sheets: SheetFormulas[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    if (names.includes(name)) sheets.push({ name, file: await writeSheet(file, place, folder) })
  }
  return { isDate1904: file.isDate1904, sheets }
}

async function writeSheet(file: OpenedFile, place: number, folder: string): Promise<string> {
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
