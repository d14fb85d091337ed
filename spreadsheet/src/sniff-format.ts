import type { ByteSource } from './byte-source.ts'
import { FileRefused } from './errors.ts'
import { readZipDirectory } from './zip/zip-directory.ts'

export type SniffedFormat = 'xlsx' | 'xls' | 'xlsb' | 'ods' | 'text'

const FIRST_BYTES = 512
/** Where a compound file keeps the names of its streams; those of spreadsheets are near its beginning or its end. */
const DIRECTORY_BYTES = 4 * 1024 * 1024

const ZIP = ['504b0304', '504b0506']
const COMPOUND = 'd0cf11e0a1b11ae1'
/** The first record of a sheet or workbook by Excel 2 to 5, which had no container. */
const BARE_RECORDS = ['0900040', '0902060', '0904060', '09080800', '09081000']
const OTHER_KINDS: readonly [signature: string, name: string][] = [
  ['25504446', 'a PDF document'],
  ['89504e47', 'an image'],
  ['ffd8ff', 'an image'],
  ['47494638', 'an image'],
  ['1f8b', 'a gzip archive'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a RAR archive'],
  ['7b5c727466', 'a text document (RTF)'],
  ['53514c69746520666f726d6174', 'a SQLite database'],
  ['50415231', 'a Parquet file'],
  ['4152524f5731', 'an Arrow file'],
]

/** What a file is by its content; its name is not asked. */
export function sniffFormat(bytes: ByteSource): SniffedFormat {
  const first = bytes.read(0, FIRST_BYTES)
  const signature = first.toString('hex')
  if (ZIP.some((known) => signature.startsWith(known))) return sniffZip(bytes)
  if (signature.startsWith(COMPOUND)) return sniffCompound(bytes)
  if (BARE_RECORDS.some((known) => signature.startsWith(known))) return 'xls'
  const other = OTHER_KINDS.find(([known]) => signature.startsWith(known))
  if (other) throw unsupported(other[1])
  refuseMarkup(first)
  return 'text'
}

function sniffZip(bytes: ByteSource): SniffedFormat {
  const names = readZipDirectory(bytes)
  if (names.has('xl/workbook.bin')) return 'xlsb'
  if (names.has('content.xml') && names.has('mimetype')) return sniffOpenDocument(bytes)
  if (names.has('word/document.xml')) throw unsupported('a Word document')
  if (names.has('ppt/presentation.xml')) throw unsupported('a presentation')
  if (!names.has('[content_types].xml')) throw unsupported('an archive without a workbook')
  return 'xlsx'
}

/** The kind stands uncompressed at the beginning of the archive. */
function sniffOpenDocument(bytes: ByteSource): SniffedFormat {
  const first = bytes.read(0, FIRST_BYTES).toString('latin1')
  if (first.includes('opendocument.text') || first.includes('opendocument.presentation')) {
    throw unsupported('an OpenDocument file that is no spreadsheet')
  }
  return 'ods'
}

function sniffCompound(bytes: ByteSource): SniffedFormat {
  const has = (name: string) => {
    const wanted = Buffer.from(name, 'utf16le')
    const end = Math.max(0, bytes.sizeBytes - DIRECTORY_BYTES)
    return bytes.read(0, DIRECTORY_BYTES).includes(wanted) || bytes.read(end, DIRECTORY_BYTES).includes(wanted)
  }
  if (has('EncryptedPackage')) {
    throw new FileRefused('encrypted', 'The workbook is protected by a password. Remove it and send the file again.')
  }
  if (has('Workbook') || has('Book')) return 'xls'
  throw unsupported('an older Office file that is no workbook')
}

function refuseMarkup(first: Buffer) {
  const text = first
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  if (/^<(?:!doctype html|html|head|body|table|meta|style|script)\b/.test(text)) {
    throw unsupported('a web page, though it may be called a workbook')
  }
  if (text.startsWith('<?xml')) throw unsupported('an XML file')
}

const unsupported = (what: string) =>
  new FileRefused('unsupported', `This is ${what}. Send it as xlsx, xls, xlsb, ods, csv or tsv.`)
