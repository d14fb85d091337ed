import type { CellStyle } from '@bindery-data/spreadsheet/styles.ts'
import type { Random } from '../../../../proof/structuring-invariants/random.ts'
import type { Domain } from '../fields/domain.ts'
import { ENGLISH_DOMAINS } from '../fields/domains-en.ts'
import { JAPANESE_DOMAINS } from '../fields/domains-ja.ts'
import { type OfficeWords, wordsOf } from '../fields/words.ts'

/** What one person makes a sheet with: chance, a language, a subject and habits of layout. */
export type Maker = {
  random: Random
  language: 'ja' | 'en'
  words: OfficeWords
  domain: Domain
  /** A delimited file: no styles, no merges, no formulas, texts only. */
  isCsv: boolean
  look: Look
  /** What is written where there is no figure; an empty text leaves the cell empty. */
  absent: string
  /** Share of figures that are missing. */
  missing: number
  hasFormulas: boolean
  hasMerges: boolean
  /** Years and months in headers are numbers and dates, not texts. */
  hasTypedHeads: boolean
}

export type Look = {
  header: Partial<CellStyle>
  total: Partial<CellStyle>
  group: Partial<CellStyle>
  title: Partial<CellStyle>
  figures: Partial<CellStyle>
}

const BORDER = { top: true, right: true, bottom: true, left: true }

/** `csv`: the share of delimited files. */
export function createMaker(random: Random, csv = 0.12): Maker {
  const language = random.chance(0.55) ? 'ja' : 'en'
  const isCsv = random.chance(csv)
  const words = wordsOf(language)
  return {
    random,
    language,
    words,
    domain: random.one(language === 'ja' ? JAPANESE_DOMAINS : ENGLISH_DOMAINS),
    isCsv,
    look: isCsv || random.chance(0.25) ? PLAIN_LOOK : drawLook(random),
    absent: random.one(['', '', '', ...words.absent]),
    missing: random.one([0, 0, 0, 0.03, 0.1]),
    hasFormulas: !isCsv && random.chance(0.45),
    hasMerges: !isCsv && random.chance(0.7),
    hasTypedHeads: !isCsv && random.chance(0.4),
  }
}

const PLAIN_LOOK: Look = { header: {}, total: {}, group: {}, title: {}, figures: {} }

function drawLook(random: Random): Look {
  const border = random.chance(0.5) ? { border: BORDER } : {}
  const fill = random.chance(0.6) ? { fill: random.one(['D9E1F2', 'EEEEEE', 'FFF2CC', 'C6E0B4']) } : {}
  const bold = random.chance(0.7) ? { isBold: true } : {}
  const centred = random.chance(0.5) ? { horizontal: 'center' as const } : {}
  return {
    header: { ...border, ...fill, ...bold, ...centred },
    total: { ...border, ...(random.chance(0.6) ? { isBold: true } : {}), ...(random.chance(0.3) ? fill : {}) },
    group: { ...border, ...(random.chance(0.5) ? { isBold: true } : {}) },
    title: { ...(random.chance(0.7) ? { isBold: true } : {}), ...(random.chance(0.6) ? { fontSize: 14 } : {}) },
    figures: { ...border, ...(random.chance(0.5) ? { numberFormat: '#,##0' } : {}) },
  }
}

/** So many of them, in their order. */
export function some<T>(random: Random, all: readonly T[], count: number): T[] {
  const rest = all.map((_, n) => n)
  while (rest.length > count) rest.splice(random.whole(0, rest.length - 1), 1)
  return rest.flatMap((n) => all[n] ?? [])
}

/** So many of them, in any order. */
export function mixed<T>(random: Random, all: readonly T[], count = all.length): T[] {
  const rest = [...all]
  const drawn: T[] = []
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(random.whole(0, rest.length - 1), 1))
  return drawn
}
