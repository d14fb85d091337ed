import type { Cell } from '@bindery-data/sdk'
import { type CellKind, plainText } from './typed-text.ts'

/** How cells go on beyond those that are there: a series of numbers or days is continued, everything else is repeated. */
export function continued(values: readonly Cell[], kind: CellKind, length: number, isBackward = false): string[] {
  const given = isBackward ? values.toReversed() : values
  const series = seriesOf(given, kind, isBackward)
  return Array.from({ length }, (_, n) => series?.(n) ?? plainText(given[n % given.length]))
}

type Series = (n: number) => string

function seriesOf(values: readonly Cell[], kind: CellKind, isBackward: boolean): Series | null {
  if (kind === 'number') return numbersAfter(values)
  return kind === 'date' ? daysAfter(values, isBackward) : null
}

/** Decimals are counted in whole units of their last place, so that 0.1 and 0.2 go on with 0.3. */
function numbersAfter(values: readonly Cell[]): Series | null {
  const texts = values.map(plainText)
  if (texts.length < 2 || !texts.every((text) => /^-?\d{1,38}(\.\d{1,38})?$/.test(text))) return null
  const places = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const units = texts.map((text) => unitsOf(text, places))
  const step = stepOf(units)
  const last = units.at(-1)
  return step === null || last === undefined ? null : (n) => spelled(last + step * BigInt(n + 1), places)
}

function unitsOf(text: string, places: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(places, '0'))
}

function spelled(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const sign = units < 0n ? '-' : ''
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The same between all of them; null where it differs. */
function stepOf(units: readonly bigint[]): bigint | null {
  const [first = 0n, second = 0n] = units
  const step = second - first
  return units.every((each, n) => n === 0 || each - (units[n - 1] ?? 0n) === step) ? step : null
}

const DAY_MS = 86_400_000

/** One day alone goes on by days. */
function daysAfter(values: readonly Cell[], isBackward: boolean): Series | null {
  const days = values.map((value) => Date.parse(`${plainText(value)}T00:00:00Z`) / DAY_MS)
  if (days.length === 0 || days.some((day) => !Number.isInteger(day))) return null
  const units = days.map(BigInt)
  const step = units.length === 1 ? (isBackward ? -1n : 1n) : stepOf(units)
  const last = units.at(-1)
  if (step === null || last === undefined) return null
  return (n) => new Date(Number(last + step * BigInt(n + 1)) * DAY_MS).toISOString().slice(0, 10)
}
