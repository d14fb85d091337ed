import type { ByteSource } from './byte-source.ts'
import { openCsv } from './csv/open-csv.ts'
import { FileRefused } from './errors.ts'
import { openLegacy } from './legacy/open-legacy.ts'
import type { Dialect, OpenedFile } from './opened-file.ts'
import { sniffFormat } from './sniff-format.ts'
import { withCodesAsTexts } from './values/padded-codes.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'

/**
 * Opens a file for what it is, whatever it is called. A workbook of today that our reader finds broken is refused, and not
 * tried with a reader that checks less: figures that a damaged disk has changed must not look like good ones.
 */
export async function openFile(
  bytes: ByteSource,
  filename: string,
  hints: Partial<Dialect> | null = null,
): Promise<OpenedFile> {
  if (bytes.sizeBytes === 0) throw new FileRefused('unsupported', 'The file is empty.')
  const format = sniffFormat(bytes)
  switch (format) {
    case 'xlsx':
      return withCodesAsTexts(await openXlsx(bytes))
    case 'xls':
    case 'xlsb':
    case 'ods':
      return withCodesAsTexts(await openLegacy(bytes, format))
    case 'text':
      return openCsv(bytes, filename, hints ?? {})
  }
}
