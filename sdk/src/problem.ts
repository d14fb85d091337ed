import type { Problem, ProblemCode } from './generated/types.ts'

/** What some problems tell beyond the usual, by their code. */
export type ProblemFields = {
  version_conflict: {
    expected_version: number | null
    current_version: number
    changed_rows: number[] | null
    /** Of a file that would overwrite edits: the tables, to be sent back in `expected_versions`. */
    tables?: { table: string; edit_version: number; expected_version: number | null; edited_rows: number | null }[]
  }
  insufficient_scope: { required_scopes: string[] }
  uncastable_value: { column: string; row_ids: number[]; count: number; samples: unknown[] }
  payload_too_large: { max_bytes: number }
  too_many_rows: { max_rows: number }
  row_not_found: { row_ids: number[] }
}

/** A code of today, or one of a newer service. */
export type AnyProblemCode = ProblemCode | 'unexpected_response' | (string & {})

/** The service said no, and why. */
export class BinderyProblem extends Error {
  override readonly name = 'BinderyProblem'
  readonly code: AnyProblemCode
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly suggestedFix: string | null
  readonly requestId: string | null
  /** What is wrong with which part of the request. */
  readonly errors: NonNullable<Problem['errors']>
  /** The whole problem document. */
  readonly fields: Readonly<Record<string, unknown>>
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | null
  /** Where the code is explained. */
  readonly docs: string | null

  constructor(
    answer: Partial<Problem> & { status: number; title: string },
    from: { url: string; retryAfterMs: number | null },
  ) {
    super(answer.detail ? `${answer.title}: ${answer.detail}` : answer.title)
    this.code = answer.code ?? 'unexpected_response'
    this.status = answer.status
    this.title = answer.title
    this.detail = answer.detail ?? ''
    this.suggestedFix = answer.suggested_fix ?? null
    this.requestId = answer.request_id ?? null
    this.errors = answer.errors ?? []
    this.fields = { ...answer }
    this.retryAfterMs = from.retryAfterMs
    this.docs = answer.code ? `${from.url}/problems/${answer.code}` : null
  }
}

/** No answer came: no connection, a connection that broke, or nothing within the time that was given. */
export class BinderyUnreachable extends Error {
  override readonly name = 'BinderyUnreachable'
}

/** A job ended without what it was to do. */
export class BinderyJobFailed extends Error {
  override readonly name = 'BinderyJobFailed'
  readonly jobId: string

  constructor(jobId: string, error: string | null) {
    super(error ?? 'The job failed')
    this.jobId = jobId
  }
}

type FieldsOf<C extends string> = C extends keyof ProblemFields ? ProblemFields[C] : unknown

/** `if (isProblem(error, 'version_conflict')) error.fields.current_version`. Any problem when no code is named. */
export function isProblem<C extends ProblemCode>(
  error: unknown,
  ...codes: C[]
): error is BinderyProblem & { code: C; fields: FieldsOf<C> } {
  return error instanceof BinderyProblem && (codes.length === 0 || codes.some((code) => code === error.code))
}

const TOLD_CHARACTERS = 300

/** What a refusal says; a proxy between us and the service may not send problem documents. */
export async function problemOf(response: Response, url: string): Promise<BinderyProblem> {
  const from = { url, retryAfterMs: retryAfterOf(response.headers) }
  const text = await response.text().catch(() => '')
  try {
    const answer: unknown = JSON.parse(text)
    // Safe: what bears a code is a problem document, and every other member is optional.
    if (hasCode(answer)) return new BinderyProblem({ title: answer.code, ...answer, status: response.status }, from)
  } catch {
    // No JSON: shown as it is.
  }
  const title = `${url} answered ${response.status || 'with a redirect'}`
  return new BinderyProblem({ status: response.status, title, detail: text.trim().slice(0, TOLD_CHARACTERS) }, from)
}

const hasCode = (answer: unknown): answer is Partial<Problem> & { code: string } =>
  typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string'

/** Seconds, or a date. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (!value) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
