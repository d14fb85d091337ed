import { draftIn, type SummaryDraft } from './summary-draft.ts'

/** What the address of a question tells: a summary that is not saved yet, or not as it is now. */
export type QuestionSearch = { draft?: SummaryDraft | undefined }

export function readQuestionSearch({ draft }: Record<string, unknown>): QuestionSearch {
  const known = draftIn(draft)
  return known ? { draft: known } : {}
}
