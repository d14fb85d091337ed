import { readFile } from 'node:fs/promises'
import { openPdfFont, type PdfFont } from '@bindery-data/spreadsheet/write/pdf/pdf-font.ts'
import { noFontForPdf } from './sheets.errors.ts'

/** Where Debian's packages put fonts with Japanese, the best looking first. */
const FILES = [
  '/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf',
  '/usr/share/fonts/opentype/ipafont-gothic/ipagp.ttf',
  '/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf',
  '/usr/share/fonts/truetype/takao-gothic/TakaoPGothic.ttf',
  '/usr/share/fonts/truetype/vlgothic/VL-PGothic-Regular.ttf',
]

let bytes: Promise<Buffer | undefined> | undefined

/** A font of this machine in which sheets are printed. It keeps track of what is written in it: one for each document. */
export async function openSheetFont(): Promise<PdfFont> {
  bytes ??= firstThere(FILES)
  const found = await bytes
  if (!found) throw noFontForPdf()
  return openPdfFont(found)
}

async function firstThere(files: readonly string[]): Promise<Buffer | undefined> {
  for (const file of files) {
    const found = await readFile(file).catch(() => undefined)
    if (found) return found
  }
  return undefined
}
