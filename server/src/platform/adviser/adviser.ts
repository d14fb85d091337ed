import { ServiceError } from '../errors.ts'

/** A model that may be asked. What it says is a proposal: nothing of it is believed before it was checked. */
export type Adviser = { ask: (question: AdviserQuestion, signal?: AbortSignal) => Promise<string> }

/** What a model is asked for. */
export type AdvicePurpose = 'review' | 'reading'

export type AdviserQuestion = {
  purpose: AdvicePurpose
  instructions: string
  material: string
  mostTokens: number
  /** How long an answer may take, and how long it may be; two minutes and a megabyte where it is not said. */
  patienceMs?: number
  mostAnswerBytes?: number
}

/** How an adviser is reached: over the Messages API of Anthropic, or any endpoint that speaks as OpenAI's does. */
export type AdviserSettings = { kind: 'anthropic' | 'openai'; url: string; key: string; model: string }

export const adviserFailed = () =>
  new ServiceError('upstream', 'upstream_error', {
    title: 'The adviser has not answered',
    detail: 'The model that should advise has not answered, or not in the form it was asked for.',
    suggestedFix: 'Try again later, or ask for a review with mode lint.',
  })

/** What a text says in JSON, also where a model has put words or a fence around it. */
export function asJson(text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return null
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return null
  }
}
