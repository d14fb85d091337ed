import { ServiceError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { WireError, wireError } from '../protocol/wire-error.ts'

/** A problem of the product in the words of PostgreSQL. What went wrong inside is logged, and not sent. */
export function toWireError(error: unknown, log: Log): WireError {
  if (error instanceof WireError) return error
  if (!(error instanceof ServiceError)) {
    log.error({ err: error }, 'a statement of a PostgreSQL client failed')
    return wireError('XX000', 'internal error')
  }
  const { detail, suggestedFix } = error.text
  return wireError(sqlStateOf(error), detail, {
    hint: suggestedFix,
    ...(error.kind === 'unauthenticated' ? { isFatal: true } : {}),
  })
}

const BY_CODE: Readonly<Record<string, string>> = {
  not_read_only: '25006',
  query_timeout: '57014',
  result_too_large: '54000',
}

function sqlStateOf({ kind, code, text: { extra, detail } }: ServiceError): string {
  if (code === 'invalid_sql') return sqlStateOfSql(extra, detail)
  const known = BY_CODE[code]
  if (known) return known
  switch (kind) {
    case 'unauthenticated':
      return '28000'
    case 'forbidden':
      return '42501'
    case 'not_found':
      return '3D000'
    case 'gone':
      return '72000'
    case 'rate_limited':
      return '53400'
    case 'unavailable':
      return '57P03'
    case 'timeout':
      return '57014'
    case 'too_large':
      return '54000'
    case 'invalid':
    case 'unprocessable':
      return '22023'
    default:
      return 'XX000'
  }
}

const MESSAGES: readonly (readonly [pattern: RegExp, sqlState: string])[] = [
  [/^There is no (?:table )?function |^No function fits/, '42883'],
  [/^There is no type/, '42704'],
  [/could not be converted|cannot be cast|Could not convert/i, '22P02'],
  [/outside the range|out of range/i, '22003'],
  [/divi(?:de|sion) by zero/i, '22012'],
  [/invalid input syntax/, '22P02'],
  [/cannot take logarithm/, '2201E'],
  [/More than one row returned by a subquery/, '21000'],
  [/negative power|square root of a negative|complex result/i, '2201F'],
  [/negative substring length/i, '22011'],
  [/null character/i, '54000'],
  [/neither in GROUP BY/, '42803'],
  [/^More than one table has a column/, '42702'],
  [/memory/, '53200'],
  [/syntax error/i, '42601'],
]

function sqlStateOfSql(extra: Readonly<Record<string, unknown>> | undefined, detail: string): string {
  if (extra?.unknown_table !== undefined) return '42P01'
  if (extra?.unknown_column !== undefined) return '42703'
  return MESSAGES.find(([pattern]) => pattern.test(detail))?.[1] ?? '42601'
}
