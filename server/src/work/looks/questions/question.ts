import type { Writer } from '../../../platform/caller.ts'
import type { Summary } from '../summaries/summary.ts'

/** Something that is asked again and again, under a name: SQL or a summary, and how the answer is drawn. */
export type Question = {
  workbookId: string
  questionId: string
  /** Of a summary: its table. */
  tableId: string | null
  name: string
  description: string | null
  document: QuestionDocument
  chart: Chart | null
  version: number
  /** Who wrote what it asks; null where that is not known, and links show nothing of it. */
  writers: readonly Writer[] | null
  createdBy: string
  /** Null when the account is closed. */
  ownerName: string | null
  createdAt: Date
  updatedAt: Date
}

export type QuestionDocument = { kind: 'sql'; sql: string } | { kind: 'summary'; summary: Summary }

export const CHART_KINDS = ['table', 'number', 'line', 'bar', 'stacked', 'pie'] as const

/** Columns of the answer by their places: a name might be one that a reader may not know. */
export type Chart = {
  kind: (typeof CHART_KINDS)[number]
  x: number | null
  y: readonly number[]
  series: number | null
}

export const MOST_QUESTIONS = 500

/** After values of these columns were erased: what they were compared with may be one of them. */
export function withoutConditions(document: QuestionDocument, origins: readonly number[]): QuestionDocument {
  if (document.kind === 'sql') return document
  const { summary } = document
  const filter = summary.filter.filter(({ origin }) => !origins.includes(origin))
  return { ...document, summary: { ...summary, filter } }
}
