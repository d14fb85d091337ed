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
      return openText(bytes, filename, hints)
  }
}

/** Names under which a text of one column is a list. */
const LIST_NAMES = /^[^.]*$|\.(?:csv|tsv|tab|txt|psv|prn|dat|asc)$/i
const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024
const ROWS_TRIED = 200

async function openText(bytes: ByteSource, filename: string, hints: Partial<Dialect> | null): Promise<OpenedFile> {
  if (isJson(bytes)) throw new FileRefused('unsupported', `This is a JSON document. ${SEND_A_TABLE}`)
  const opened = await openCsv(bytes, filename, hints ?? {})
  // How to read it was decided before: it has been a source already.
  if (hints !== null || LIST_NAMES.test(filename)) return opened
  const { used } = await opened.readGrid(0, { rows: ROWS_TRIED, cells: ROWS_TRIED * 10 })
  if (used && used.right > used.left) return opened
  opened.close()
  throw new FileRefused('unsupported', `This is a text without columns. ${SEND_A_TABLE}`)
}

const SEND_A_TABLE = 'Send it as xlsx, xls, xlsb, ods, csv or tsv.'

/** One object or array from its first character to its last. */
function isJson(bytes: ByteSource): boolean {
  if (
    bytes.sizeBytes > MOST_DOCUMENT_BYTES ||
    !/^\s*[{[]/.test(
      bytes
        .read(0, 64)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
  )
    return false
  try {
    JSON.parse(
      bytes
        .read(0, bytes.sizeBytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
    return true
  } catch {
    return false
  }
}
