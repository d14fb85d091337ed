import { basename } from 'node:path'
import type { Blocking } from './online-migrations.ts'

/** Nodes of an earlier release serve while this one takes over, and some may come back: the functions they call stay as they know them. */
const CALLED = /^server\/sql\/called-by-[\d.]+\.txt$/
const FUNCTION_FILE = /^server\/sql\/functions\/[\w-]+\/\w+\.sql$/
const HEAD = /create or replace (?:function|procedure) (.*?) (?:language|stable|volatile|immutable|security|set|as)\b/

export function findLostFunctions(files: ReadonlyMap<string, string>): Blocking[] {
  const heads = new Map(
    [...files]
      .filter(([file]) => FUNCTION_FILE.test(file))
      .map(([file, text]) => [basename(file, '.sql'), headOf(text)]),
  )
  return [...files]
    .filter(([file]) => CALLED.test(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((head, n) => {
        if (head === '' || head.startsWith('#')) return []
        const now = heads.get(head.slice(0, head.indexOf('(')))
        return now === head ? [] : [{ file, line: n + 1, about: now === undefined ? 'it is gone' : `it is ${now}` }]
      }),
    )
}

/** Its name, parameters and result, in one line. */
function headOf(text: string): string {
  const plain = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ')
  return (HEAD.exec(plain)?.[1] ?? '').replace('( ', '(').replace(' )', ')')
}
