/** Words that make readers stop. CONTRIBUTING.md says what to write instead. */
const OLD_WORDS =
  /\b(?:who[e]ver|nobod[y]|somebod[y]|tells? o[f]|tol[d]|ane[w]|brought to (?:its|their) en[d]|(?:comes?|came) of i[t]|h[e]|hi[s]|hi[m])\b/i

/** Not prose: the Unix account of that name, the mark that excuses a migration, and a key of printed figures. */
const NAMES = /'nobody'|`nobody`|blocks nobody:|'computed-anew'/g

const LOOKED_AT =
  /^(?:server|spreadsheet|sdk|sdk-python|cli|mcp|console|tools|proof|bench)\/.*\.(?:tsx?|py)$|^scripts\/|^docs\/.*\.md$|^(?:ARCHITECTURE|GLOSSARY|README|CHANGELOG|SECURITY|(?:proof|bench)\/\w+)\.md$/

/** Not yet reworded. A line is taken out when its folder is clean; none is added. */
export const NOT_YET_PLAIN = [
  'server/test/read-arrow.py',
  // Its text decides whether the Python runtime is built again.
  'tools/make-python-runtime.py',
  'tools/online-migrations.test.ts',
]

type FoundAt = { file: string; line: number; about?: string }

export function findOldWords(files: ReadonlyMap<string, string>): FoundAt[] {
  const places: FoundAt[] = []
  for (const [file, text] of files) {
    if (!LOOKED_AT.test(file) || isNotYetPlain(file)) continue
    text.split('\n').forEach((line, n) => {
      const word = OLD_WORDS.exec(line.replace(NAMES, ''))?.[0]
      if (word) places.push({ file, line: n + 1, about: `'${word}'` })
    })
  }
  return places
}

const isNotYetPlain = (file: string) => NOT_YET_PLAIN.some((prefix) => file.startsWith(prefix))
