import type { Maker } from './maker.ts'
import { mixed, some } from './maker.ts'
import { dayOf, serialOf } from './spell-cell.ts'

/** Names of neighbouring columns, and which of them make up a longer one. */
export type Axis = {
  names: readonly string[]
  parts?: readonly { name: string; of: readonly number[] }[]
  isOfThings?: true
}

const ENGLISH_MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Months in a row, as offices name them; where a year fits in, with its quarters or halves. */
export function monthAxis(maker: Maker, count = maker.random.one([3, 6, 6, 12, 12])): Axis {
  const { random, language } = maker
  const start = language === 'ja' ? random.one([4, 4, 1]) : random.one([1, 1, 4, 7])
  const year = random.whole(2019, 2026)
  // Beyond a year a month alone names two columns.
  const style = random.one(
    count > 12 ? (['year', 'slash'] as const) : (['plain', 'plain', 'plain', 'year', 'slash'] as const),
  )
  const names = Array.from({ length: count }, (_, n) => {
    const month = ((start - 1 + n) % 12) + 1
    const its = year + Math.floor((start - 1 + n) / 12)
    if (style === 'slash') return `${its}/${String(month).padStart(2, '0')}`
    if (language === 'ja') return style === 'year' ? `${its}年${month}月` : `${month}月`
    return style === 'year' ? `${ENGLISH_MONTHS[month - 1]} ${its}` : (ENGLISH_MONTHS[month - 1] ?? '')
  })
  return { names, parts: partsOf(count, 3, (n) => (language === 'ja' ? `第${n}四半期` : `Q${n}`)) }
}

export function quarterAxis({ random, language }: Maker): Axis {
  const style = random.one(['Q1', '1Q', 'words'] as const)
  const name = (n: number) => {
    if (style === 'words') return language === 'ja' ? `第${n}四半期` : `Quarter ${n}`
    return style === 'Q1' ? `Q${n}` : `${n}Q`
  }
  const halves = language === 'ja' ? ['上期', '下期'] : ['H1', 'H2']
  return { names: [1, 2, 3, 4].map(name), parts: partsOf(4, 2, (n) => halves[n - 1] ?? '') }
}

export function yearAxis({ random, language }: Maker, count = random.whole(3, 7)): Axis {
  const first = random.whole(2008, 2020)
  const style = random.one(['plain', 'word', 'fiscal'] as const)
  const name = (year: number) => {
    if (style === 'plain') return String(year)
    if (language === 'en') return style === 'word' ? `FY ${year}` : `FY${year}`
    return style === 'word' ? `${year}年` : `${year}年度`
  }
  return { names: Array.from({ length: count }, (_, n) => name(first + n)) }
}

export function dayAxis({ random, language }: Maker, count = random.whole(5, 14)): Axis {
  const month = random.whole(1, 12)
  const first = random.whole(1, 14)
  const style = random.one(['slash', 'day', 'iso'] as const)
  return {
    names: Array.from({ length: count }, (_, n) => {
      if (style === 'iso') return `2025-${String(month).padStart(2, '0')}-${String(first + n).padStart(2, '0')}`
      if (style === 'slash') return `${month}/${first + n}`
      return language === 'ja' ? `${first + n}日` : `Day ${first + n}`
    }),
  }
}

/** Members of a dimension of the subject that the rows do not use. */
export function categoryAxis(maker: Maker, count = maker.random.whole(3, 6)): Axis {
  const { random, domain } = maker
  return { names: some(random, random.one(domain.dimensions).members, count), isOfThings: true }
}

export const measureAxis = ({ random, domain }: Maker, count: number): Axis => ({
  names: some(random, domain.measures, count).map(({ name }) => name),
})

/** Things that rows are about. */
export const things = ({ random, domain }: Maker, least = 3, most = 10): string[] =>
  mixed(random, domain.thing.members, Math.min(domain.thing.members.length, random.whole(least, most)))

/** More things than a subject has names for: codes, or names with a number behind them. */
export function manyThings({ random, domain }: Maker, least = 15, most = 50): string[] {
  const count = random.whole(least, most)
  const head = random.one(['A-', 'Unit ', 'K', '', 'S'])
  const isCode = random.chance(0.5)
  return Array.from({ length: count }, (_, n) =>
    isCode ? `${head || 'N'}${100 + n * 3}` : `${domain.thing.members[n % domain.thing.members.length]}${n + 1}`,
  )
}

/** Days with their years, as exports name columns; some days are left out. */
export function datedAxis({ random, language }: Maker, count = random.whole(5, 24)): Axis {
  const style = random.one(['iso', 'slash', 'words'] as const)
  let serial = serialOf('2023-01-09') + random.whole(0, 900)
  return {
    names: Array.from({ length: count }, () => {
      serial += random.whole(1, 9)
      const day = dayOf(serial)
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      if (style === 'iso') return day
      if (style === 'slash' || language === 'ja') return `${year}/${month}/${date}`
      return `${ENGLISH_MONTHS[month - 1]} ${date}, ${year}`
    }),
  }
}

/** Short names without any meaning to others. */
export function tickerAxis({ random }: Maker, count = random.whole(3, 9)): Axis {
  const letter = () => random.one([...'ABCDEFGHJKLMNPRSTUVWXYZ'])
  const names = new Set<string>()
  while (names.size < count) names.add(letter() + letter() + letter())
  return { names: [...names], isOfThings: true }
}

function partsOf(count: number, size: number, name: (n: number) => string): NonNullable<Axis['parts']> {
  return Array.from({ length: Math.floor(count / size) }, (_, n) => ({
    name: name(n + 1),
    of: Array.from({ length: size }, (_, place) => n * size + place),
  }))
}
