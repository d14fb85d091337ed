import type { Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import type { OutputCheck } from '../invariants/table-check.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { aroundFeatures } from './around-features.ts'
import { cellFeatures } from './cell-features.ts'
import { columnFeatures } from './column-features.ts'
import type { Features } from './tree-model.ts'

/** How sure the steps were of what they decided, each in its own measure. */
export type ReadingScores = { box: number; header: number; reading: number; next: number }

/** A region that was read, and all that was said about it on the way. */
export type FinishedReading = {
  sheet: Sheet
  region: Region
  /** All regions of the sheet. */
  regions: readonly Region[]
  warnings: readonly SpecWarning[]
  checks: readonly OutputCheck[]
  scores: ReadingScores | null
}

/** What is known of a finished reading without knowing whether it is right. Names are stable: models refer to them. */
export function readingFeatures(reading: FinishedReading): Features {
  const { sheet, region, regions } = reading
  const all = {
    ...scoreFeatures(reading),
    ...stepFeatures(region),
    ...warningFeatures(reading),
    ...roleFeatures(region),
    ...checkFeatures(reading),
    ...columnFeatures(region),
    ...cellFeatures(sheet, region),
    ...aroundFeatures(sheet, region, regions),
  }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, rounded(value)]))
}

/** As many decimals as thresholds are made for. A share of nothing is not known. */
const rounded = (value: number) => (Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 + 0 : -1)

const NOT_KNOWN: ReadingScores = { box: -1, header: -1, reading: -1, next: -1 }

function scoreFeatures({ scores, region }: FinishedReading): Features {
  const { box, header, reading, next } = scores ?? NOT_KNOWN
  return {
    score_box: box,
    score_header: header,
    score_shape: box * header,
    score_reading: reading,
    score_margin: reading - next,
    alternatives: region.alternatives.length,
  }
}

const STEPS = ['unpivot', 'stack', 'wide_to_long', 'transpose', 'pivot', 'fill_down', 'subtitle', 'heads', 'join_lines']

function stepFeatures(region: Region): Features {
  const steps: string[] = stepsOf(region).map(({ kind }) => kind)
  const kinds = region.outputs.map(({ kind }) => kind)
  return {
    ...Object.fromEntries(STEPS.map((kind) => [`step_${kind}`, Number(steps.includes(kind))])),
    steps: steps.length,
    lies_on_side: Number(region.orientation === 'columns'),
    tables_made: kinds.length,
    levels_made: kinds.filter((kind) => kind === 'level').length,
    computed_made: kinds.filter((kind) => kind === 'computed').length,
    computed_among: Number(region.computed_rows === 'among'),
    fills_all: Number(region.fill_merged === 'down' || region.fill_merged === 'all'),
    repeat_marks: region.repeat_marks?.length ?? 0,
  }
}

const WARNINGS = [
  'possible_totals',
  'totals_among_rows',
  'stepped_down',
  'ambiguous_dates',
  'almost_one_type',
  'mixed_types',
  'error_values',
  'leading_zero_kept_as_text',
]

function warningFeatures({ region, warnings }: FinishedReading): Features {
  const own = warnings.filter(({ region_id }) => region_id === region.region_id)
  const counts = WARNINGS.map((code) => {
    const its = own.filter((warning) => warning.code === code)
    return [`warned_${code}`, its.length] as const
  })
  return { ...Object.fromEntries(counts), warnings: own.length }
}

const ROLES = ['group', 'subtotal', 'total', 'difference', 'ratio', 'separator', 'repeat_header', 'note', 'continued']

function roleFeatures({ row_roles, totals, hierarchy, period_axis, data_range }: Region): Features {
  const rows = rowsOf(data_range)
  const shareOf = (role: string) =>
    row_roles.reduce((sum, each) => sum + (each.role === role ? each.rows.length : 0), 0) / Math.max(1, rows)
  const ofRows = totals.filter(({ row }) => row !== undefined)
  const verified = totals.filter((total) => total.verified)
  const periods = period_axis?.columns.length ?? 0
  return {
    ...Object.fromEntries(ROLES.map((role) => [`rows_${role}`, shareOf(role)])),
    totals: totals.length,
    totals_of_rows: ofRows.length,
    totals_verified: totals.length === 0 ? -1 : verified.length / totals.length,
    totals_agreement: totals.length === 0 ? -1 : Math.min(...totals.map(({ agreement }) => agreement)),
    hierarchy_levels: hierarchy?.levels ?? 0,
    hierarchy_agreement: hierarchy?.agreement ?? -1,
    periods,
    periods_not_known:
      periods === 0 ? -1 : (period_axis?.normalized.filter((each) => each === null).length ?? 0) / periods,
  }
}

function checkFeatures({ checks, region }: FinishedReading): Features {
  const [first] = checks
  const cells = Math.max(1, rowsOf(region.data_range) * region.columns.length)
  const rowsOut = checks.reduce((sum, { rows_out }) => sum + (rows_out ?? 0), 0)
  return {
    check_unbalanced: checks.filter(({ balanced }) => balanced === false).length,
    check_not_followed: checks.filter(({ reason }) => reason === 'not_followed').length,
    check_rows_in: first?.rows_in ?? 0,
    check_rows_out: rowsOut,
    check_factor: first?.factor ?? 1,
    check_empty: checks.reduce((sum, { cells_empty }) => sum + cells_empty, 0) / cells,
    check_filled: checks.reduce((sum, { cells_filled }) => sum + cells_filled, 0) / cells,
    check_dropped: (first?.cells_dropped ?? 0) / cells,
    check_computed: (first?.cells_computed ?? 0) / cells,
  }
}

function rowsOf(range: string): number {
  const box = parseBox(range)
  return box ? box.bottom - box.top + 1 : 0
}
