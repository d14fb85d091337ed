import { type WireErrorParts, wireError } from '../../protocol/wire-error.ts'
import { formatType, type PgType } from '../pg-type.ts'

/** Refusals in the shape of PostgreSQL: what it has and the engine answers differently, and what it does not have either. */

export const unsupported = (what: string, place: number, hint: string) =>
  wireError('0A000', `${what} is not supported`, { place, hint })

export const noOperator = (name: string, operands: readonly PgType[], place: number) =>
  wireError(
    '42883',
    `operator does not exist: ${[...operands.slice(0, -1).map(formatType), name, ...operands.slice(-1).map(formatType)].join(' ')}`,
    {
      place,
      hint: 'Cast the operands to types that have this operator.',
    },
  )

export const noFunction = (name: string, args: readonly PgType[], place: number) =>
  wireError('42883', `function ${name}(${args.map(formatType).join(', ')}) does not exist`, {
    place,
    hint: 'Cast the arguments, or use a function that docs/postgresql.md lists.',
  })

export const cannotCast = (from: PgType, to: PgType, place: number) =>
  wireError('42846', `cannot cast type ${formatType(from)} to ${formatType(to)}`, { place })

export const noCommonType = (what: string, one: PgType, other: PgType, place: number) =>
  wireError('42804', `${what} types ${formatType(one)} and ${formatType(other)} cannot be matched`, { place })

export const invalidInput = (type: string, text: string, place: number) =>
  wireError('22P02', `invalid input syntax for type ${type}: "${text}"`, { place })

export const noColumn = (name: string, place: number, hint?: string) =>
  wireError('42703', `column ${name} does not exist`, { place, ...(hint === undefined ? {} : { hint }) })

export const refuse = (sqlState: string, message: string, more: WireErrorParts) => wireError(sqlState, message, more)
