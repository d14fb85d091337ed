import type { Region, Reshape } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Features } from '@bindery-data/spreadsheet/structure/learned/tree-model.ts'
import { readPeriod } from '@bindery-data/spreadsheet/structure/periods/read-period.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { stepsOf } from '@bindery-data/spreadsheet/structure/tables/reshape/apply-reshape.ts'

const KINDS = ['unpivot', 'stack', 'wide_to_long', 'transpose', 'pivot', 'fill_down', 'subtitle', 'heads', 'join_lines']
const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/
const DIGITS = /^-?[\d,.]+$/
const UNNAMED = /^(?:列|column_)\d+$/
const NUMBERED = /_\d+$/
/** So many rows of a table say what it is like. */
const MOST_ROWS = 200

/** A way to read a region, the score that the rules gave it, and the table it would make. */
export type CandidateReading = {
  sheet: Sheet
  /** As the reading has it. */
  region: Region
  score: number
  /** The best score among all readings of the region, and that of the rows as they stand. */
  best: number
  standing: number
  table: MadeTable
}

/** What a candidate is like, by its steps and by the table it would make. Names are stable: the model refers to them. */
export function candidateFeatures({ sheet, region, score, best, standing, table }: CandidateReading): Features {
  const steps = stepsOf(region)
  const all = {
    score,
    behind_best: best - score,
    over_standing: score - standing,
    is_untyped: Number(sheet.isUntyped),
    merges: sheet.grid.merges.length,
    ...stepFeatures(steps),
    ...regionFeatures(region),
    ...moltenFeatures(region, steps),
    ...tableFeatures(table),
  }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, rounded(value)]))
}

/** As many decimals as thresholds are made for. */
const rounded = (value: number) => (Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 + 0 : -1)

function stepFeatures(steps: readonly Reshape[]): Features {
  const kinds: string[] = steps.map(({ kind }) => kind)
  return {
    steps: steps.length,
    ...Object.fromEntries(KINDS.map((kind) => [`step_${kind}`, Number(kinds.includes(kind))])),
  }
}

function regionFeatures({
  orientation,
  header_rows,
  label_columns,
  columns,
  row_roles,
  period_axis,
  hierarchy,
}: Region): Features {
  const rowsOf = (...wanted: string[]) =>
    row_roles.reduce((sum, { role, rows }) => sum + (wanted.includes(role) ? rows.length : 0), 0)
  const periods = period_axis?.columns.length ?? 0
  return {
    is_on_side: Number(orientation === 'columns'),
    header_rows: header_rows.length,
    label_columns: label_columns.length,
    columns_before: columns.length,
    computed_columns: columns.filter(({ role }) => role === 'total' || role === 'difference' || role === 'ratio')
      .length,
    computed_rows: rowsOf('total', 'subtotal'),
    group_rows: rowsOf('group'),
    periods,
    period_share: shareOf(periods, columns.length),
    hierarchy: hierarchy?.levels ?? 0,
  }
}

const shareOf = (some: number, all: number) => some / Math.max(1, all)
const meanOf = (values: readonly number[]) =>
  shareOf(
    values.reduce((sum, one) => sum + one, 0),
    values.length,
  )
const namesPeriod = (name: string) => name.split('_').some((part) => readPeriod(part) !== null)

type Molten = Extract<Reshape, { kind: 'unpivot' | 'stack' | 'wide_to_long' }>

const isMelting = (step: Reshape): step is Molten =>
  step.kind === 'unpivot' || step.kind === 'stack' || step.kind === 'wide_to_long'

/** The columns that become rows, what they are called and how much they are alike. */
function moltenFeatures(region: Region, steps: readonly Reshape[]): Features {
  const step = steps.find(isMelting)
  if (!step) return { molten: 0 }
  const groups = step.kind === 'wide_to_long' ? step.groups : []
  const names = step.kind === 'wide_to_long' ? groups.flatMap(({ columns }) => columns) : step.value_columns
  const of = region.columns.filter(({ name }) => names.includes(name))
  const heads = of.map(({ header, name }) => header ?? name)
  const different = (texts: readonly string[]) => shareOf(new Set(texts).size, texts.length)
  const kept = region.columns.filter(({ name }) => step.id_columns.includes(name))
  return {
    molten: names.length,
    molten_share: shareOf(names.length, region.columns.length),
    molten_types: new Set(of.map(({ type }) => type)).size,
    molten_units: new Set(of.map(({ unit }) => unit ?? '')).size,
    molten_text: shareOf(of.filter(({ type }) => type === 'VARCHAR').length, of.length),
    molten_periods: shareOf(heads.filter(namesPeriod).length, heads.length),
    molten_stems: different(heads.map((head) => head.replaceAll(/\d+/g, '#'))),
    molten_tops: different(heads.map((head) => head.split('_')[0] ?? '')),
    molten_lasts: different(heads.map((head) => head.split('_').at(-1) ?? '')),
    molten_depth: Math.max(0, ...heads.map((head) => head.split('_').length)),
    molten_gaps: meanOf(of.map(({ evidence }) => shareOf(evidence.nulls, evidence.rows))),
    kept_columns: kept.length,
    kept_figures: kept.filter(({ type }) => NUMBERS.test(type)).length,
    groups: groups.length,
  }
}

/** Whether the table looks like a relation: filled, each column of one size, its rows distinguished by their labels. */
function tableFeatures({ columns, rows }: MadeTable): Features {
  const some = rows.slice(0, MOST_ROWS)
  const figures = columns.flatMap(({ type }, n) => (NUMBERS.test(type) ? [n] : []))
  const texts = columns.flatMap(({ type }, n) => (NUMBERS.test(type) ? [] : [n]))
  const textsOf = (column: number) => some.flatMap((row) => row[column]?.text ?? [])
  const empties = columns.map((_, n) => 1 - shareOf(textsOf(n).length, some.length))
  const keys = some.map((row) => texts.map((n) => row[n]?.text ?? '').join('\t'))
  const named = (is: (name: string) => boolean) =>
    shareOf(columns.filter(({ name }) => is(name)).length, columns.length)
  return {
    rows: rows.length,
    columns: columns.length,
    ratio: shareOf(rows.length, columns.length),
    figures: figures.length,
    figure_share: shareOf(figures.length, columns.length),
    empty: meanOf(empties),
    emptiest: Math.max(0, ...empties),
    keys_distinct: shareOf(new Set(keys).size, some.length),
    first_distinct: shareOf(new Set(some.map((row) => row[0]?.text ?? '')).size, some.length),
    digits_in_texts: Math.max(
      0,
      ...texts.map((n) => shareOf(textsOf(n).filter((text) => DIGITS.test(text)).length, some.length)),
    ),
    size_spread: Math.max(0, ...figures.map((n) => spreadOf(textsOf(n)))),
    unnamed: named((name) => UNNAMED.test(name)),
    numbered_names: named((name) => NUMBERED.test(name)),
    periods_in_names: named(namesPeriod),
  }
}

/** By how many powers of ten the figures of a column differ. */
function spreadOf(texts: readonly string[]): number {
  const sizes = texts.flatMap((text) => (Number(text) === 0 ? [] : [Math.log10(Math.abs(Number(text)))]))
  const mean = meanOf(sizes)
  return Math.sqrt(meanOf(sizes.map((size) => (size - mean) ** 2)))
}
