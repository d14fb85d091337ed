import type { NamedTest, Sentence } from './sentence.ts'
import type { ListedTest } from './test-run.ts'

export type Judged = { sentences: number; without_test: number; unheld: readonly string[] }

/** Counts sentences that no test holds: none is named, one that is named is not there, or it only reads a description. */
export function judgeSentences(
  sentences: readonly Sentence[],
  listed: readonly ListedTest[],
  sourceOf: (file: string) => string,
): Judged {
  const known = new Map(listed.map((test) => [keyOf(test), test]))
  const unheld = sentences.flatMap(({ section, sentence, tests }) => {
    const why = tests.length === 0 ? ['no test is named'] : tests.flatMap((test) => fault(test, known, sourceOf))
    return why.length === 0 ? [] : [`${section}: ${sentence}: ${why.join('; ')}`]
  })
  return { sentences: sentences.length, without_test: unheld.length, unheld }
}

const keyOf = ({ file, name }: NamedTest) => `${file}\n${name}`

function fault(test: NamedTest, known: ReadonlyMap<string, ListedTest>, sourceOf: (file: string) => string): string[] {
  const found = known.get(keyOf(test))
  if (!found) return [`there is no test '${test.name}' in ${test.file}`]
  const later = [...known.values()].filter(({ file, line }) => file === test.file && line > found.line)
  const end = Math.min(...later.map(({ line }) => line))
  const body = sourceOf(test.file)
    .split('\n')
    .slice(found.line - 1, end - 1)
    .join('\n')
  return /openapi|describedEndpoints/i.test(body) ? [`'${test.name}' looks at the description of the API`] : []
}
