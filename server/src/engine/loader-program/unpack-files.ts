import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openBytes } from '@bindery-data/spreadsheet/byte-source.ts'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { unpackEntry } from '@bindery-data/spreadsheet/zip/unpack-entry.ts'
import { readZipDirectory, ZIP_LIMITS, type ZipEntry } from '@bindery-data/spreadsheet/zip/zip-directory.ts'
import type { UnpackedFile, UnpackLimits } from '../loader/load-request.ts'

const SPREADSHEET = /\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv|txt)$/i

/** What systems put beside files: `__MACOSX`, `.DS_Store`, `~$form.xlsx`. */
const ASIDE = /(?:^|\/)(?:__MACOSX\/|\.|~\$)/

/** The spreadsheets in a zip file, unpacked into this folder. Names of entries are never taken for paths. */
export async function unpackFiles(
  path: string,
  folder: string,
  { files, bytes: most }: UnpackLimits,
): Promise<UnpackedFile[]> {
  const bytes = openBytes(path)
  const entries = [...readZipDirectory(bytes, { ...ZIP_LIMITS, unpackedBytes: most }).values()].filter(isSpreadsheet)
  if (entries.length > files) throw new FileRefused('too_large', `The archive has more than ${files} spreadsheets.`)
  const unpacked: UnpackedFile[] = []
  for (const entry of entries) {
    const file = `${randomUUID()}.part`
    await pipeline(unpackEntry(bytes, entry), createWriteStream(`${folder}/${file}`))
    unpacked.push({ name: nameOf(entry), file, sizeBytes: entry.sizeBytes })
  }
  return unpacked.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const isSpreadsheet = ({ name, sizeBytes }: ZipEntry) => sizeBytes > 0 && SPREADSHEET.test(name) && !ASIDE.test(name)

const nameOf = ({ name }: ZipEntry) => name.replaceAll('\\', '/').split('/').at(-1) ?? name
