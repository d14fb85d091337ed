import { BinderyProblem } from '@bindery-data/sdk'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { ServiceError } from '../../platform/errors.ts'

/** What went wrong, as the API tells it: with a code, and with what to do about it. */
export type ToldProblem = { code: string; title: string; detail: string; suggested_fix: string } & Record<
  string,
  unknown
>

/** Undefined: a fault of ours, of which nothing is told. */
export function problemBehind(error: unknown): ToldProblem | undefined {
  if (error instanceof BinderyProblem) {
    const { type: _, instance: __, ...told } = error.fields
    const { code, title, detail, suggestedFix } = error
    return { ...told, code, title, detail, suggested_fix: suggestedFix ?? '' }
  }
  if (!(error instanceof ServiceError)) return undefined
  const { title, detail, suggestedFix, extra } = error.text
  return { ...extra, code: error.code, title, detail, suggested_fix: suggestedFix }
}

const FAULT: ToldProblem = {
  code: 'internal_error',
  title: 'Something went wrong on our side',
  detail: 'The call could not be completed because of a fault in the service.',
  suggested_fix: 'Try again; if it happens again, go on without this tool and say so.',
}

/**
 * A failed call, for an agent that should mend it. The problem stands in the text, which every agent reads, and in `_meta` for programs:
 * some clients hold the structured content of failures, too, against the schema of answers.
 */
export function refusalOf(problem: ToldProblem = FAULT): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }], _meta: { problem } }
}
