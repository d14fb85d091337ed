import { buffer } from 'node:stream/consumers'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { zipStream } from '../../spreadsheet/src/write/zip/zip-stream.ts'
import { unpackWhole } from '../../spreadsheet/src/zip/unpack-entry.ts'
import { readZipDirectory } from '../../spreadsheet/src/zip/zip-directory.ts'

const MOST_BYTES = 2 ** 30
/** They give another value each time: they keep the one they were saved with, and are not counted. */
export const CHANGING = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO)\(/i
const FORMULA_AND_VALUE = /(<((?:\w+:)?)f(?:\s[^<>]*|\/)?(?:(?<=\/)>|>[^<]*<\/\2f>)\s*)<\2v(?:\s[^<>]*)?>[^<]*<\/\2v>/g

/** The file without the values of its formulas, as a program writes it that does not calculate. */
export async function stripValues(bytes: Buffer): Promise<Buffer> {
  const source = bytesOf(bytes)
  const entries: { name: string; content: Buffer }[] = []
  for (const entry of readZipDirectory(source).values()) {
    const content = await unpackWhole(source, entry, MOST_BYTES)
    entries.push({
      name: entry.name,
      content: /worksheets\/[^/]+\.xml$/.test(entry.name) ? stripped(content) : content,
    })
  }
  return buffer(zipStream(entries, { level: 1 }))
}

/** Latin-1 takes every byte for a character and gives it back. */
function stripped(sheet: Buffer): Buffer {
  const xml = sheet.toString('latin1')
  const without = xml.replace(FORMULA_AND_VALUE, (whole, formula: string) => (CHANGING.test(formula) ? whole : formula))
  return Buffer.from(without, 'latin1')
}
