import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'

/** What the engine says for its decisions, in words. A code that is newer than this console is shown as it is. */
export function useEvidence() {
  const words: Record<string, string> = useWords(correctWords).evidence
  return (codes: readonly string[]) =>
    [...new Set(codes)].map((code) => words[code] ?? code.replaceAll('_', ' ')).join(' · ')
}
