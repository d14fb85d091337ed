import type { WorkBook, WorkSheet } from '@e965/xlsx'
import type { ByteSource } from '../byte-source.ts'
import { FileRefused } from '../errors.ts'
import type { FileFormat, OpenedFile, SheetInfo } from '../opened-file.ts'
import { decodeEvenUtf16Only } from './even-utf16.ts'
import { readLegacyGrid } from './legacy-grid.ts'
import { legacyRemarks } from './legacy-remarks.ts'
import { createLegacyStyles } from './legacy-styles.ts'
import { scanSheet } from './scan-sheet.ts'

const STATES: readonly SheetInfo['state'][] = ['visible', 'hidden', 'very_hidden']

/** Formats that are read whole, by SheetJS: older ones, and workbooks that our own reader finds broken. */
export async function openLegacy(bytes: ByteSource, format: FileFormat): Promise<OpenedFile> {
  const book = await readBook(bytes)
  const names = book.SheetNames.filter((name) => isSheet(book.Sheets[name]))
  const styles = createLegacyStyles()
  const sheetAt = (sheet: number) => {
    const found = book.Sheets[names[sheet] ?? '']
    if (!found) throw new Error(`impossible: the file has no sheet ${sheet}`)
    return found
  }
  return {
    format,
    sheets: names.map((name) => ({ name, state: stateOf(book, name) })),
    styles: styles.list,
    isDate1904: book.Workbook?.WBProps?.date1904 === true,
    dialect: null,
    scan: (sheet, sink) => scanSheet(sheetAt(sheet), styles, sink),
    readGrid: (sheet, bounds) => {
      const found = sheetAt(sheet)
      return readLegacyGrid(found, (sink) => scanSheet(found, styles, sink), bounds)
    },
    readRemarks: async (sheet) => legacyRemarks(sheetAt(sheet)),
    close: () => {},
  }
}

/** It is large, and most processes never need it. Whatever it throws, the file is to blame. */
async function readBook(bytes: ByteSource): Promise<WorkBook> {
  decodeEvenUtf16Only()
  const { read } = await import('@e965/xlsx')
  try {
    return read(bytes.read(0, bytes.sizeBytes), {
      type: 'buffer',
      dense: true,
      cellFormula: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      // With styles it lists every column that a record claims to be about: in a broken file, thousands of millions.
      cellStyles: false,
    })
  } catch (error) {
    throw refusalFor(error instanceof Error ? error.message : '')
  }
}

function refusalFor(message: string): FileRefused {
  if (/password|encrypt/i.test(message)) return new FileRefused('encrypted', 'The file is protected by a password.')
  return new FileRefused('corrupt', 'The file is broken: it cannot be read to its end.')
}

/** Charts and dialogs have no cells; what is broken may not be there at all. */
const isSheet = (sheet: WorkSheet | undefined) =>
  sheet !== undefined && (sheet['!type'] === undefined || sheet['!type'] === 'sheet')

function stateOf(book: WorkBook, name: string): SheetInfo['state'] {
  const found = book.Workbook?.Sheets?.find((sheet) => sheet.name === name)
  return STATES[found?.Hidden ?? 0] ?? 'visible'
}
