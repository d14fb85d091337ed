import { languageOfWords } from '../../names/language-of.ts'
import { unnamedColumn } from '../../names/unnamed-columns.ts'

/** Names for columns: none empty, and none like another one. One without a name is called in the language of the others. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const language = languageOfWords(names) ?? 'en'
  return names.map((name, n) => {
    const base = name === '' ? unnamedColumn(n, language) : name
    let distinct = base
    for (let count = 2; taken.has(distinct); count++) distinct = `${base}_${count}`
    taken.add(distinct)
    return distinct
  })
}
