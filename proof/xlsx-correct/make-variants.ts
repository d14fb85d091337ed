import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { unpackWhole } from '../../spreadsheet/src/zip/unpack-entry.ts'
import { readZipDirectory } from '../../spreadsheet/src/zip/zip-directory.ts'
import { makeZip } from '../../spreadsheet/test/make-zip.ts'

type Rewrite = (xml: string) => string

/** Ways to spell the same XML that programs use, each applied to the cells and texts of a file. */
const REWRITES: Readonly<Record<string, Rewrite>> = {
  prefixed: (xml) => xml.replaceAll(/<(\/?)([a-zA-Z])/g, '<$1x:$2').replace('xmlns="', 'xmlns:x="'),
  quoted: (xml) => xml.replaceAll(/="([^"']*)"/g, "='$1'"),
  spaced: (xml) => xml.replaceAll(/<(c|row|v|is)((?: [^<>/]*)?)>/g, '<$1$2 >').replaceAll('</row>', '</row>\n  '),
  commented: (xml) => xml.replaceAll('<v>', '<!-- > --><v>').replaceAll('</v>', '<!----></v>'),
}

/** Writes a file spelled in other ways; the readings of all must agree with that of the first. */
export async function makeVariants(path: string, folder: string): Promise<string[]> {
  const bytes = bytesOf(readFileSync(path))
  const parts = await Promise.all(
    [...readZipDirectory(bytes).values()].map(async (entry) => ({
      name: entry.name,
      content: (await unpackWhole(bytes, entry, 1024 ** 3)).toString(),
    })),
  )
  return Object.entries(REWRITES).map(([name, rewrite]) => {
    const rewritten = parts.map((part) => (holdsCells(part.name) ? { ...part, content: rewrite(part.content) } : part))
    const variant = join(folder, `${name}-${basename(path)}`)
    writeFileSync(variant, makeZip(rewritten))
    return variant
  })
}

function holdsCells(name: string): boolean {
  return /worksheets\/sheet\d+\.xml$|sharedStrings\.xml$/.test(name)
}
