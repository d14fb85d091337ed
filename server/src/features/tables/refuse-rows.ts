import { ServiceError } from '../../platform/errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { sentValue } from '../governance/visible-value.ts'
import type { Rejection } from './plan-upsert.ts'
import type { BadValue } from './sent-rows.ts'
import { ambiguousMatch, rowNotFound, uncastableValue } from './tables.errors.ts'

/** All or nothing: throws what is wrong with the first kind of rows that cannot be written. */
export function refuseIfRejected(
  { name }: OpenedTable,
  { bad, rejected }: { bad: readonly BadValue[]; rejected: readonly Rejection[] },
) {
  const [first] = bad
  if (first) throw uncastable(first, bad)
  const malformed = rejected.filter(({ code }) => code === 'validation_error')
  if (malformed.length > 0) throw malformedRows(malformed)
  const missing = rejected.filter(({ code }) => code === 'row_not_found')
  if (missing.length > 0)
    throw rowNotFound(
      name,
      missing.flatMap(({ rowIds = [] }) => rowIds),
    )
  const ambiguous = rejected.find(({ code }) => code === 'ambiguous_match')
  if (ambiguous) throw ambiguousMatch(name, ambiguous.index, ambiguous.rowIds ?? [])
}

/** Tells of the first column that has bad values, and of every bad value where it stands. */
function uncastable({ column, type, message }: BadValue, bad: readonly BadValue[]) {
  const ofColumn = bad.filter((value) => value.column === column)
  return uncastableValue({
    column,
    type,
    message,
    rowIds: ofColumn.flatMap(({ rowId }) => rowId ?? []),
    count: ofColumn.length,
    samples: ofColumn.map(({ value }) => sentValue(value)),
    errors: bad.map(({ index, column: name, code, message: why }) => ({
      loc: ['body', 'rows', index, name],
      code,
      message: why,
    })),
  })
}

const malformedRows = (rows: readonly Rejection[]) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'The request does not have the right shape',
    detail: `rows.${rows[0]?.index}: ${rows[0]?.column} ${rows[0]?.message}`,
    suggestedFix: 'Mend the rows named in errors, or send on_error: skip to write the others.',
    extra: {
      errors: rows.slice(0, 100).map(({ index, column, message }) => ({
        loc: ['body', 'rows', index, ...(column === null ? [] : [column])],
        code: 'validation_error',
        message,
      })),
    },
  })
