import type { SqlProblem } from '../../engine/reading/sql-question.ts'
import { ServiceError } from '../../platform/errors.ts'

export const sqlRefused = (problem: SqlProblem) =>
  problem.code === 'not_read_only' ? notReadOnly(problem) : invalidSql(problem)

const invalidSql = (problem: SqlProblem) =>
  new ServiceError('invalid', 'invalid_sql', {
    title: 'The SQL cannot be run',
    detail: problem.message,
    suggestedFix: problem.suggestion ?? 'Mend the SQL; query/validate checks it without running it.',
    extra: placeIn(problem),
  })

const notReadOnly = (problem: SqlProblem) =>
  new ServiceError('invalid', 'not_read_only', {
    title: 'A query only reads',
    detail: problem.message,
    suggestedFix: problem.suggestion ?? 'Send one SELECT, or WITH … SELECT, over the tables of the workbook.',
    extra: placeIn(problem),
  })

const placeIn = ({ line, column, unknownTable, unknownColumn }: SqlProblem) => ({
  line,
  column,
  ...(unknownTable === undefined ? {} : { unknown_table: unknownTable }),
  ...(unknownColumn === undefined ? {} : { unknown_column: unknownColumn }),
})

export const pageTooLarge = () =>
  new ServiceError('too_large', 'result_too_large', {
    title: 'The rows are too large for one answer',
    detail: 'The page that was asked for holds more than 64 MB.',
    suggestedFix: 'Ask for fewer rows or columns at once.',
  })

export const resultExpired = () =>
  new ServiceError('gone', 'result_expired', {
    title: 'This result is no longer kept',
    detail: 'Results can be read again for some days only.',
    suggestedFix: 'Run the query again.',
  })

export const resultInvalidated = () =>
  new ServiceError('gone', 'result_invalidated', {
    title: 'What you may see has changed since this result was made',
    detail: 'A policy or tag of one of its tables changed, or your role did.',
    suggestedFix: 'Run the query again: it answers with what you may see now.',
  })

export const resultUnavailable = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The rows of this result cannot be read',
    detail: 'Its object is missing in the object store or damaged there.',
    suggestedFix: 'Run the query again.',
    headers: { 'Retry-After': '60' },
  })

/** Never read: it only ends a request whose client went away, which is no fault of the service. */
export const clientLeft = () =>
  new ServiceError('invalid', 'bad_request', {
    title: 'The client went away',
    detail: 'The connection was closed before the query was through, so it was ended.',
    suggestedFix: 'Wait for the answer, or set a shorter timeout_ms.',
  })
