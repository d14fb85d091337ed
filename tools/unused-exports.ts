type Unused = { file: string; line: number; about: string }

/** Code of programs, but for the rooms of the server that grow by nouns. */
const PRODUCTION =
  /^(?:server\/src\/(?:main|platform|engine)|(?:spreadsheet|cli|mcp|console)\/src|mcp\/app|sdk\/src)\/.*\.tsx?$/
const COUNTED = /^(?:server|spreadsheet|sdk|cli|mcp|console)\/(?:src|app)\/.*\.tsx?$/
const TEST = /\.test\.tsx?$/
/** What packages offer is used by others. */
const ENTRY = /^sdk\/src\/(?:bindery|arrow)\.ts$|^sdk\/src\/generated\//
const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
const WORD = /[A-Za-z_$][\w$]*/g

/** Exported values that no program uses: their name stands nowhere in production code but where it is declared. */
export function findUnusedExports(files: ReadonlyMap<string, string>): Unused[] {
  const uses = new Map<string, number>()
  for (const [file, text] of files) {
    if (!COUNTED.test(file) || TEST.test(file)) continue
    for (const [word] of text.matchAll(WORD)) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return [...files].flatMap(([file, text]) => {
    if (!PRODUCTION.test(file) || TEST.test(file) || ENTRY.test(file)) return []
    return [...text.matchAll(EXPORT)].flatMap((match): Unused[] => {
      const [, name = ''] = match
      if ((uses.get(name) ?? 0) > 1) return []
      return [{ file, line: text.slice(0, match.index).split('\n').length, about: name }]
    })
  })
}
