import { legalStem } from './export.ts'

/** Linux counts bytes, and some systems put a folder before them. */
const MOST_VALUE_BYTES = 120
/** What a reader would not see, or take for something else. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
const NO_VALUE = 'empty'

/** The files of parts, each different from the others on every system: `budget-Sales.xlsx`. */
export function partNames(stem: string, values: readonly (string | null)[]): string[] {
  const taken = new Set<string>()
  return values.map((value) => {
    const base = `${cut(legalStem(stem))}-${cut(legalStem(shown(value)))}`
    let name = base
    for (let n = 2; taken.has(folded(name)); n++) name = `${base}_${n}`
    taken.add(folded(name))
    return `${name}.xlsx`
  })
}

function shown(value: string | null): string {
  const text = (value ?? '').normalize('NFC').replace(UNSEEN, '_').trim()
  return text === '' ? NO_VALUE : text
}

/** Systems take names for the same that differ in case or in how their letters are put together. */
const folded = (name: string) => name.normalize('NFKC').toLowerCase()

function cut(text: string): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > MOST_VALUE_BYTES) break
    kept += character
  }
  return kept.trim()
}
