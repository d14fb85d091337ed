import { ServiceError } from '../../platform/errors.ts'
import type { SqlProblem } from '../reading/sql-question.ts'
import type { EngineFailure } from './protocol/protocol.ts'

export const readUnavailable = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The table cannot be read just now',
    detail: 'The engine that holds this workbook failed twice.',
    suggestedFix: 'Try again in some seconds. If it stays so, ask the operator to look at the log.',
    headers: { 'Retry-After': '5' },
  })

export const readTimeout = (readMs: number) =>
  new ServiceError('timeout', 'query_timeout', {
    title: 'Reading took too long',
    detail: `The rows could not be found within ${readMs / 1000} seconds.`,
    suggestedFix: 'Ask for fewer rows, or without an order or filter.',
  })

export const queryTimeout = (timeoutMs: number) =>
  new ServiceError('timeout', 'query_timeout', {
    title: 'The query took too long',
    detail: `It was stopped after ${timeoutMs / 1000} seconds.`,
    suggestedFix: 'Ask for less at once, or allow more time with timeout_ms, up to 120000.',
  })

export const readTooLarge = () =>
  new ServiceError('too_large', 'result_too_large', {
    title: 'The rows are too large for one answer',
    detail: 'Together the cells asked for hold more than 64 MB.',
    suggestedFix: 'Ask for fewer rows or columns at once.',
  })

export const runsBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many transforms are running just now',
    detail: 'This node runs a few of them at a time, and those before this one take long.',
    suggestedFix: 'Try again in a minute, or send async: true and ask for the job.',
    headers: { 'retry-after': '30' },
  })

export const sandboxMissing = (faults: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'This node does not read tables',
    detail: `The sandbox for engines does not hold here: ${faults}`,
    suggestedFix: 'Install bubblewrap and allow user namespaces, or run without a sandbox by setting SVC_SANDBOX=off.',
  })

/** The process ended before it answered. */
export class EngineDied extends Error {
  /** It was ended because an answer took too long. */
  readonly isLate: boolean

  constructor(reason: string, isLate: boolean) {
    super(`an engine process ended: ${reason}`)
    this.isLate = isLate
  }
}

/** The process lives and says that it could not. */
export class EngineFailed extends Error {
  readonly failure: EngineFailure
  readonly problem: SqlProblem | undefined

  constructor(failure: EngineFailure, message: string, problem?: SqlProblem) {
    super(message)
    this.failure = failure
    this.problem = problem
  }
}
