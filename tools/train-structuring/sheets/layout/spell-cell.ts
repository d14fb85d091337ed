import type { TrueValue } from '../truth.ts'
import type { BlockCell } from './block.ts'
import type { Maker } from './maker.ts'

/** How the figures and days of one table are written. */
export type Spelling = { figures: 'numbers' | 'commas' | 'triangles'; days: 'serial' | 'slashes' | 'dashes' | 'kanji' }

export function drawSpelling({ random, isCsv, language }: Maker): Spelling {
  const days = language === 'ja' ? (['slashes', 'dashes', 'kanji'] as const) : (['dashes', 'slashes'] as const)
  if (isCsv) return { figures: random.one(['numbers', 'commas']), days: random.one(days) }
  return {
    figures: random.one(['numbers', 'numbers', 'numbers', 'numbers', language === 'ja' ? 'triangles' : 'commas']),
    days: random.chance(0.6) ? 'serial' : random.one(days),
  }
}

type Written = Pick<BlockCell, 'value' | 'style'>

/** A figure as it is typed in; what is missing is left empty or marked. */
export function spellFigure(maker: Maker, spelling: Spelling, value: TrueValue, digits = 0): Written | null {
  if (value === null) return maker.absent === '' ? null : { value: maker.absent, style: { horizontal: 'right' } }
  if (typeof value === 'string') return { value }
  const style = digits === 0 ? maker.look.figures : { ...maker.look.figures, numberFormat: `0.${'0'.repeat(digits)}` }
  if (spelling.figures === 'triangles' && value < 0) return { value: `▲${withCommas(-value, digits)}`, style }
  if (spelling.figures === 'commas') return { value: withCommas(value, digits), style }
  return { value: maker.isCsv ? String(value) : value, style }
}

/** A share, with a sign where people see it. */
export function spellShare(maker: Maker, value: number): Written {
  if (maker.isCsv) return { value: `${(value * 100).toFixed(2)}%` }
  return { value, style: { ...maker.look.figures, numberFormat: '0.0%', meaning: 'percent' } }
}

const withCommas = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A day, which the truth spells YYYY-MM-DD. */
export function spellDay({ days }: Spelling, value: string): Written {
  const [year = '', month = '', day = ''] = value.split('-')
  switch (days) {
    case 'serial':
      return { value: serialOf(value), style: { numberFormat: 'yyyy/mm/dd', meaning: 'date' } }
    case 'slashes':
      return { value: `${year}/${Number(month)}/${Number(day)}` }
    case 'kanji':
      return { value: `${year}年${Number(month)}月${Number(day)}日` }
    case 'dashes':
      return { value }
  }
}

const DAY_MS = 86_400_000

/** Days since the last one of 1899, as workbooks count them. */
export const serialOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS) + 25_569

export const dayOf = (serial: number) => new Date((serial - 25_569) * DAY_MS).toISOString().slice(0, 10)
