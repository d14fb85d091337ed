import type { ByteSource } from '../byte-source.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import type { ZipEntry } from '../zip/zip-directory.ts'

/** Whether a file has formulas, and a value saved for each. */
export type FormulaCensus = 'none' | 'saved' | 'missing'

/** A longer file is judged by its beginning: a program that saves no values saves none there either. */
const MOST_BYTES = 64 * 1024 * 1024
/** A formula with its value is shorter. */
const KEPT_CHARACTERS = 64 * 1024

/** A formula, the tag behind it, and the character behind that. */
const FORMULA = /<((?:\w+:)?)f(?:\s[^<>]*|\/)?(?:(?<=\/)>|>[^<]*<\/\1f>)\s*(<\1v(?:\s[^<>]*)?\/?>|<\/\1c>)([\s\S])/g

/** Looks for formulas at the pace of unpacking. What it takes for missing the reader may find to be an empty text. */
export async function takeCensus(bytes: ByteSource, entries: readonly ZipEntry[]): Promise<FormulaCensus> {
  let census: FormulaCensus = 'none'
  let seenBytes = 0
  for (const entry of entries) {
    let rest = ''
    for await (const piece of unpackEntry(bytes, entry)) {
      const found = censusOf(rest + piece.toString('latin1'))
      if (found.census === 'missing') return 'missing'
      if (found.census === 'saved') census = 'saved'
      rest = found.rest
      seenBytes += piece.length
      if (seenBytes > MOST_BYTES) return census
    }
  }
  return census
}

function censusOf(xml: string): { census: FormulaCensus; rest: string } {
  let census: FormulaCensus = 'none'
  FORMULA.lastIndex = 0
  let end = 0
  for (let found = FORMULA.exec(xml); found; found = FORMULA.exec(xml)) {
    const [, , tag = '', next] = found
    if (tag.startsWith('</') || tag.endsWith('/>') || next === '<') return { census: 'missing', rest: '' }
    census = 'saved'
    end = FORMULA.lastIndex
  }
  return { census, rest: xml.slice(Math.max(end, xml.length - KEPT_CHARACTERS)) }
}
