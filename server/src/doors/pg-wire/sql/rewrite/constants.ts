import type { A_Const, SQLValueFunction } from 'libpg-query'
import { BOOL, DATE, INT4, INT8, numeric, TEXT, TIME, TIMESTAMP, TIMESTAMPTZ, UNKNOWN } from '../pg-type.ts'
import { parameterAs } from './casts.ts'
import { digitsOf } from './input-text.ts'
import { refuse, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import { quoteLiteral, type Typed } from './typed.ts'

/** A literal. Texts wait for the type of their place. */
export function constant({ isnull, sval, ival, fval, boolval, bsval }: A_Const, place: number): Typed {
  if (isnull) return { sql: 'NULL', type: UNKNOWN, literal: null, place }
  if (sval) {
    const text = sval.sval ?? ''
    if (text.includes('\u0001')) throw unsupported('The character U+0001', place, 'Leave it out.')
    return { sql: quoteLiteral(text), type: UNKNOWN, literal: text, place }
  }
  if (boolval) return { sql: boolval.boolval ? 'true' : 'false', type: BOOL, place }
  if (bsval) throw unsupported('A string of bits', place, 'Write a number.')
  if (ival) return { sql: `CAST(${ival.ival ?? 0} AS INTEGER)`, type: INT4, literal: String(ival.ival ?? 0), place }
  return decimalConstant(fval?.fval ?? '0', place)
}

const MOST_INT8 = 2n ** 63n - 1n

function decimalConstant(text: string, place: number): Typed {
  const found = digitsOf(text)
  if (!found || found.precision > 38)
    throw unsupported('A number of more than 38 digits', place, 'Write fewer digits, or double precision.')
  const isLong = /^\d+$/.test(text) && BigInt(text) <= MOST_INT8
  const type = isLong ? INT8 : numeric(found.precision, found.scale)
  const duck = isLong ? 'BIGINT' : `DECIMAL(${found.precision}, ${found.scale})`
  return { sql: `CAST(${found.text} AS ${duck})`, type, literal: found.text, place }
}

export function parameter({ parameters }: Rewriting, number: number, place: number): Typed {
  if (number < 1) throw refuse('42P02', `there is no parameter $${number}`, { place })
  const type = parameters.types[number - 1]
  return type ? parameterAs(number, type, parameters, place) : { sql: 'NULL', type: UNKNOWN, parameter: number, place }
}

/** CURRENT_DATE and its kin. */
export function valueFunction({ facts }: Rewriting, { op }: SQLValueFunction, place: number): Typed {
  switch (op) {
    case 'SVFOP_CURRENT_DATE':
      return { sql: "CAST(timezone('UTC', now()) AS DATE)", type: DATE, place }
    case 'SVFOP_CURRENT_TIMESTAMP':
      return { sql: 'now()', type: TIMESTAMPTZ, place }
    case 'SVFOP_LOCALTIMESTAMP':
      return { sql: "timezone('UTC', now())", type: TIMESTAMP, place }
    case 'SVFOP_LOCALTIME':
      return { sql: "CAST(timezone('UTC', now()) AS TIME)", type: TIME, place }
    case 'SVFOP_CURRENT_ROLE':
    case 'SVFOP_CURRENT_USER':
    case 'SVFOP_USER':
    case 'SVFOP_SESSION_USER':
      return { sql: quoteLiteral(facts.user), type: TEXT, place }
    case 'SVFOP_CURRENT_CATALOG':
      return { sql: quoteLiteral(facts.database), type: TEXT, place }
    case 'SVFOP_CURRENT_SCHEMA':
      return { sql: "'public'", type: TEXT, place }
    default:
      throw unsupported('A time of day with fewer decimals', place, 'Use CURRENT_TIMESTAMP.')
  }
}
