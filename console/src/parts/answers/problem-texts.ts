import { isProblem } from '@bindery-data/sdk'
import { useEffect, useState } from 'react'
import { useKept } from '../../app/kept.ts'
import { language } from '../../words/language.ts'

type Texts = typeof import('./problem-texts-ja.ts').PROBLEM_TEXTS_JA

/** What is shown of a refusal. `original`: the words of the service, where they are in another language. */
export type SaidProblem = { title: string; advice: string | null; detail: string | null; original: string | null }

/** What a refusal says in the language that is chosen; null where it is no refusal of the service. */
export function useProblemText(error: unknown): SaidProblem | null {
  const isJapanese = useKept(language) === 'ja'
  const [texts, setTexts] = useState<Texts | null>(null)
  const problem = isProblem(error) ? error : null
  const isWanted = isJapanese && problem !== null
  useEffect(() => {
    // English needs none of them, and they are loaded with nothing else.
    if (isWanted) void import('./problem-texts-ja.ts').then(({ PROBLEM_TEXTS_JA }) => setTexts(PROBLEM_TEXTS_JA))
  }, [isWanted])
  if (!problem) return null
  const [title, advice] = (isJapanese && texts?.[problem.code]) || []
  const { title: said, detail, suggestedFix } = problem
  if (title === undefined) return { title: said, advice: suggestedFix ?? null, detail: detail ?? null, original: null }
  return { title, advice: advice ?? null, detail: null, original: [detail, suggestedFix].filter(Boolean).join(' ') }
}

/** The same in one line, where there is no place for more. */
export async function sayProblem(error: unknown): Promise<string> {
  if (!isProblem(error)) return error instanceof Error ? error.message : String(error)
  if (language.get() !== 'ja') return error.message
  const { PROBLEM_TEXTS_JA } = await import('./problem-texts-ja.ts')
  return PROBLEM_TEXTS_JA[error.code]?.join('。') ?? error.message
}
