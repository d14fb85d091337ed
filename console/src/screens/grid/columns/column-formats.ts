import type { CellKind } from '../../../parts/grid/cells/typed-text.ts'
import type { ColumnTexts } from './column-words.ts'

export type NamedFormat = { name: string; format: string; sample: string }

type Preset = readonly [name: keyof ColumnTexts['formats'], format: string, sample: string]

const NUMBERS: readonly Preset[] = [
  ['plain', 'General', '1234.5'],
  ['whole', '#,##0', '1,235'],
  ['decimals', '#,##0.00', '1,234.50'],
  ['percent', '0%', '12%'],
  ['percentOne', '0.0%', '12.3%'],
  ['yen', '"¥"#,##0', '¥1,235'],
  ['dollar', '"$"#,##0.00', '$1,234.50'],
  ['euro', '"€"#,##0.00', '€1,234.50'],
  ['pound', '"£"#,##0.00', '£1,234.50'],
  ['triangle', '#,##0;△#,##0', '△1,235'],
  ['brackets', '#,##0;(#,##0)', '(1,235)'],
  ['thousands', '#,##0,', '1 = 1,000'],
]

/** Never General: a spreadsheet would show the number of the day. */
const DAYS: readonly Preset[] = [
  ['iso', 'yyyy-mm-dd', '2026-04-01'],
  ['slashes', 'yyyy/m/d', '2026/4/1'],
  ['dayFirst', 'dd/mm/yyyy', '01/04/2026'],
  ['monthFirst', 'mm/dd/yyyy', '04/01/2026'],
  ['month', 'yyyy/mm', '2026/04'],
  ['kanji', 'yyyy"年"m"月"d"日"', '2026年4月1日'],
  ['era', 'ggge"年"m"月"d"日"', '令和8年4月1日'],
]

const MOMENTS: readonly Preset[] = [
  ['isoTime', 'yyyy-mm-dd hh:mm:ss', '2026-04-01 09:05:00'],
  ['minutes', 'yyyy/m/d h:mm', '2026/4/1 9:05'],
  ...DAYS,
]

const PRESETS: Partial<Record<CellKind, readonly Preset[]>> = { number: NUMBERS, date: DAYS, timestamp: MOMENTS }

export const hasFormats = (kind: CellKind) => PRESETS[kind] !== undefined

/** The formats that people use, for cells of this kind. */
export const formatsOf = (kind: CellKind, w: ColumnTexts): NamedFormat[] =>
  (PRESETS[kind] ?? []).map(([name, format, sample]) => ({ name: w.formats[name], format, sample }))
