import { queryOptions } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { type SummaryDraft, summaryOf } from './summary-draft.ts'

export const questionsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'questions'),
    queryFn: async ({ signal }) => (await client.api.listQuestions({ workbook_id: workbookId, signal })).questions,
  })

export const questionQuery = (workbookId: string, questionId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'questions', questionId),
    queryFn: ({ signal }) => client.api.readQuestion({ workbook_id: workbookId, question_id: questionId, signal }),
  })

/** Old as soon as a table of the workbook has changed: live updates see to it. */
export const answerQuery = (workbookId: string, questionId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'questions', questionId, 'answer'),
    queryFn: ({ signal }) =>
      client.api.runQuestion({ workbook_id: workbookId, question_id: questionId, shape: 'arrays', signal }),
  })

export const summaryQuery = (workbookId: string, draft: SummaryDraft) => {
  const body = summaryOf(draft)
  return queryOptions({
    queryKey: keys.of(workbookId, 'questions', 'summary', body),
    queryFn: ({ signal }) => client.api.summarizeTable({ workbook_id: workbookId, shape: 'arrays', body, signal }),
    placeholderData: (before) => before,
  })
}

export const refreshQuestions = (workbookId: string) =>
  queries.invalidateQueries({ queryKey: keys.of(workbookId, 'questions') })
