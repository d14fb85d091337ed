import type { PythonProblem } from '../../engine/python/python-run.ts'
import type { SqlProblem } from '../../engine/reading/sql-question.ts'
import { ServiceError } from '../../platform/errors.ts'

export const unboundPlaceholder = (unbound: readonly string[], unused: readonly string[]) =>
  new ServiceError('invalid', 'unbound_placeholder', {
    title: 'Placeholders and args do not fit together',
    detail: [
      unbound.length > 0 ? `No arg for ${unbound.slice(0, 20).map(braced).join(', ')}.` : '',
      unused.length > 0 ? `The code does not use ${unused.slice(0, 20).map(braced).join(', ')}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    suggestedFix: 'Bind every {{ placeholder }} of the code to a table in args, and nothing else.',
    extra: { unbound: unbound.slice(0, 100), unused: unused.slice(0, 100) },
  })

const braced = (name: string) => `{{ ${name} }}`

export const transformFailed = (name: string, problem: SqlProblem) =>
  new ServiceError('invalid', 'transform_failed', {
    title: 'The transform failed',
    detail: `'${name}': ${problem.message}`,
    suggestedFix: problem.suggestion ?? 'Mend the code and run it again; the output keeps what it held.',
    extra: { transform: name, line: problem.line, column: problem.column },
  })

/** `logs`: what it printed before it failed. */
export const pythonFailed = (name: string, { message, line, traceback, suggestion, logs }: PythonProblem) =>
  new ServiceError('invalid', 'transform_failed', {
    title: 'The transform failed',
    detail: `'${name}': ${message}`,
    suggestedFix: suggestion ?? 'Mend the code and run it again; the output keeps what it held.',
    extra: { transform: name, line, column: null, traceback, logs },
  })

/** Only callers who see all that a transform sees learn what is wrong with it. */
export const failedUnseen = (name: string) =>
  new ServiceError('invalid', 'transform_failed', {
    title: 'The transform failed',
    detail: `'${name}' could not be run. The reason is shown to callers who may see all of its inputs.`,
    suggestedFix: 'Ask the author of the transform to run it.',
    extra: { transform: name, line: null, column: null },
  })

export const inputMissing = (name: string, args: readonly string[]) =>
  new ServiceError('invalid', 'transform_failed', {
    title: 'An input of the transform is gone',
    detail: `'${name}' reads ${args.join(', ')}, which is no table of the workbook any more.`,
    suggestedFix: 'Bring the table back from the trash, or give the transform other args.',
    extra: { transform: name, line: null, column: null },
  })

export const lineageCycle = (name: string) =>
  new ServiceError('conflict', 'lineage_cycle', {
    title: 'A table cannot be made from itself',
    detail: `An input of '${name}' is made from '${name}'.`,
    suggestedFix: 'Read a table that does not depend on this one.',
    extra: { name },
  })

export const pythonDisabled = () =>
  new ServiceError('not_implemented', 'python_disabled', {
    title: 'Python transforms are switched off here',
    detail: 'This service runs transforms in SQL only.',
    suggestedFix: 'Write the transform in SQL, or ask the operator to install the Python runtime.',
  })

export const runOvertaken = (name: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Others changed the output meanwhile',
    detail: `'${name}' was run or edited by another caller before this run could be committed.`,
    suggestedFix: 'Send the same request again after Retry-After seconds.',
    headers: { 'retry-after': '1' },
  })

export const recomputeBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The workbook is being recomputed',
    detail: 'Another caller has been recomputing this workbook for a long time, and has not finished.',
    suggestedFix: 'Send the same request again after Retry-After seconds.',
    headers: { 'retry-after': '30' },
  })

/** Why a table could not be made, in words that are safe to show. */
export function describeFailure(error: unknown): string {
  if (error instanceof ServiceError) return error.text.detail.slice(0, 500)
  return 'internal error'
}
