import { BinderyJobFailed, BinderyProblem, BinderyUnreachable } from '@bindery-data/sdk'
import { UsageError } from './command.ts'
import { harmless } from './drawing/display-width.ts'
import type { Terminal } from './terminal.ts'

/** Scripts go by these; they never change their meaning. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  conflict: 3,
  refused: 4,
  limit: 5,
  unreachable: 6,
  interrupted: 130,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage
  if (error instanceof BinderyUnreachable) return EXIT.unreachable
  if (!(error instanceof BinderyProblem)) return EXIT.failed
  switch (error.status) {
    case 409:
      return EXIT.conflict
    case 401:
    case 403:
      return EXIT.refused
    case 402:
    case 413:
    case 429:
      return EXIT.limit
    default:
      return EXIT.failed
  }
}

/** What went wrong, what to do about it, and where to read more. */
export function describeFailure(error: unknown, terminal: Terminal, isJson: boolean): void {
  if (isJson) {
    terminal.report(JSON.stringify(fieldsOf(error)))
    return
  }
  const { paintStderr } = terminal
  const title = error instanceof Error ? error.message : String(error)
  terminal.report(`${paintStderr('red', '✗')} ${title.split('\n').map(harmless).join('\n  ')}`)
  if (!(error instanceof BinderyProblem)) return
  for (const { loc, message } of error.errors) terminal.report(`  ${harmless(`${loc?.join('.')}: ${message}`)}`)
  if (error.suggestedFix) terminal.report(`  ${paintStderr('green', '→')} ${harmless(error.suggestedFix)}`)
  const about = [error.docs, error.requestId].filter(Boolean).join('  ')
  if (about) terminal.report(`  ${paintStderr('dim', harmless(about))}`)
}

function fieldsOf(error: unknown): object {
  if (error instanceof BinderyProblem) return { ...error.fields, code: error.code }
  if (error instanceof BinderyJobFailed) return { code: 'job_failed', detail: error.message, job_id: error.jobId }
  const code = error instanceof UsageError ? 'usage' : error instanceof BinderyUnreachable ? 'unreachable' : 'failed'
  return { code, detail: error instanceof Error ? error.message : String(error) }
}
