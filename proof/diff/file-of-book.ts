import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import { workbookFile } from '../../server/test/workbook-file.ts'
import type { Book } from './edited-book.ts'

/** A workbook that was written as xlsx and is read again. */
export const fileOfBook = (book: Book): Promise<OpenedFile> =>
  openFile(bytesOf(workbookFile(Object.fromEntries(book))), 'book.xlsx')
