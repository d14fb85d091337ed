import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import { levelsOfReport } from '../tables/report/account-parents.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import type { Language } from './name-outputs.ts'

const WORDS = {
  ja: { level: (level: number) => `階層${level}`, computed: '計算項目', accounts: '科目' },
  en: { level: (level: number) => `level_${level}`, computed: 'computed', accounts: 'accounts' },
} as const

/** The tables a region of data becomes, under this name. */
export function outputsOf(region: Region, name: string, language: Language): Output[] {
  const isLong = stepsOf(region).some(({ kind }) => kind === 'unpivot')
  if (isLong && region.computed_rows !== 'among' && isReport(region)) return outputsOfReport(region, name, language)
  const last = stepsOf(region).at(-1)?.kind
  const kind = last === 'unpivot' || last === 'stack' || last === 'wide_to_long' ? 'long' : 'list'
  const table: Output = { name, kind }
  return hasComputed(region) ? [table, { name: `${name}_${WORDS[language].computed}`, kind: 'computed' }] : [table]
}

/** Rows under rows. A flat table with totals is one table, and its totals another. */
const isReport = (region: Region) => levelsOfReport(region).accounts > 1

function outputsOfReport(region: Region, name: string, language: Language): Output[] {
  const words = WORDS[language]
  const { accounts, computed } = levelsOfReport(region)
  const levelName = (level: number) => `${name}_${words.level(level)}`
  return [
    ...Array.from({ length: accounts }, (_, n): Output => ({ name: levelName(n + 1), kind: 'level', level: n + 1 })),
    ...computed.map((level): Output => ({ name: `${levelName(level)}_${words.computed}`, kind: 'computed', level })),
    { name: `${name}_${words.accounts}`, kind: 'accounts' },
  ]
}

/** Rows computed from others that do not stay among them. */
const hasComputed = ({ row_roles, computed_rows }: Region) =>
  computed_rows !== 'among' && row_roles.some(({ rows, role }) => rows.length > 0 && COMPUTED_ROWS.has(role))
