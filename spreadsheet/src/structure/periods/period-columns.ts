import type { PeriodAxis, Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { Language } from '../names/name-outputs.ts'
import type { MadeCell, MadeColumn, MadeTable } from '../tables/made-table.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { distinctNames } from '../tables/reshape/distinct-names.ts'
import { wordsIn } from '../tables/words.ts'

/** What a plan, the year before and a difference are called: they are seen beside times and are none. */
const SCENARIO =
  /前年|前期|昨年|予算|計画|見込|予想|目標|実績|差異|差額|増減|対比|進捗|\b(?:prior|previous|last) (?:year|period)\b|\bbudget|\bplan\b|\bforecast|\btarget|\bactuals?\b|\bvariance|\bdifference/iu
const NOTHING: MadeCell = { text: null, from: null }

/** A region with the names of the columns that its periods and what stands among them get, where its columns become rows. */
export function withPeriodColumns(region: Region, language: Language): Region {
  const axis = region.period_axis
  if (!axis) return region
  const words = wordsIn(language)
  const period_to = isDated(axis) ? words.dated[axis.granularity] : null
  const scenario_to = hasScenarios(region) ? words.scenario : null
  if (period_to === null && scenario_to === null) return region
  const named = { ...(period_to === null ? {} : { period_to }), ...(scenario_to === null ? {} : { scenario_to }) }
  return { ...region, period_axis: { ...axis, ...named } }
}

type Dated = PeriodAxis & { granularity: 'day' | 'week' | 'month' | 'quarter' | 'half' }

/** All years are known, and the labels leave them out; a label that is a year or a date says it itself. */
const isDated = (axis: PeriodAxis): axis is Dated =>
  axis.granularity !== 'year' &&
  axis.granularity !== 'other' &&
  axis.normalized.every((period) => period !== null) &&
  axis.labels.some((label, n) => label !== axis.normalized[n] && !DAY.test(label))

function hasScenarios(region: Region): boolean {
  const step = meltOf(region)
  if (!step || step.kind === 'wide_to_long' || namesOf(step).length !== 1) return false
  const others = othersOf(region, step)
  return others.length > 0 && others.every(({ header, name }) => SCENARIO.test(header ?? name))
}

type Melt = Extract<Reshape, { kind: 'unpivot' | 'stack' | 'wide_to_long' }>

const meltOf = (region: Region): Melt | undefined =>
  stepsOf(region).find(
    (step): step is Melt => step.kind === 'unpivot' || step.kind === 'stack' || step.kind === 'wide_to_long',
  )

/** The columns of what the headers say. */
function namesOf(step: Melt): string[] {
  if (step.kind === 'wide_to_long') return step.name_to === null ? [] : [step.name_to]
  const named = step.names_to?.filter((name) => name !== null) ?? []
  return named.length > 0 ? named : [step.name_to]
}

/** Melted columns that are on no axis of time. */
function othersOf({ columns, period_axis }: Region, step: Melt) {
  const times = new Set(period_axis?.columns)
  const melted = new Set(step.kind === 'wide_to_long' ? [] : step.value_columns)
  return columns.filter(({ include, name, source_column }) => include && melted.has(name) && !times.has(source_column))
}

/**
 * A table that was melted, with the periods by their years beside what the headers say, and with a column of its own for what
 * is no time. Where a value stands tells its period.
 */
export function withPeriods(region: Region, made: MadeTable): MadeTable {
  const axis = region.period_axis
  const step = meltOf(region)
  const [first = ''] = step ? namesOf(step) : []
  const at = made.columns.findIndex(({ name }) => name === first)
  if (!axis || !step || at < 0 || made.kind === 'accounts' || made.kind === 'notes') return made
  const { period_to = null, scenario_to = null } = axis
  if (period_to === null && scenario_to === null) return made
  const periodOf = periodsByColumn(axis)
  const others = new Set(othersOf(region, step).map(({ source_column }) => columnIndex(source_column)))
  const rows = made.rows.map((row) => {
    const place = row.findLast(({ from }) => from !== null && (periodOf.has(from.column) || others.has(from.column)))
    const column = place?.from?.column ?? -1
    const label = row[at] ?? NOTHING
    const isOther = scenario_to !== null && others.has(column)
    const cells = [isOther ? NOTHING : label, ...(scenario_to === null ? [] : [isOther ? label : NOTHING])]
    const dated = period_to === null ? [] : [{ text: periodOf.get(column) ?? null, from: null }]
    return [...row.slice(0, at), ...dated, ...cells, ...row.slice(at + 1)]
  })
  const isDay = axis.granularity === 'day' && axis.normalized.every((day) => day !== null && DAY.test(day))
  const columns = [
    ...made.columns.slice(0, at),
    ...(period_to === null ? [] : [derivedColumn(period_to, isDay ? 'DATE' : 'VARCHAR')]),
    ...made.columns.slice(at, at + 1),
    ...(scenario_to === null ? [] : [{ name: scenario_to, type: 'VARCHAR', format: null }]),
    ...made.columns.slice(at + 1),
  ]
  const names = distinctNames(columns.map(({ name }) => name))
  return { ...made, rows, columns: columns.map((column, n) => ({ ...column, name: names[n] ?? column.name })) }
}

const derivedColumn = (name: string, type: string): MadeColumn => ({ name, type, format: null, isDerived: true })

const DAY = /^\d{4}-\d\d-\d\d$/

const periodsByColumn = ({ columns, normalized }: PeriodAxis) =>
  new Map(columns.map((letters, n) => [columnIndex(letters), normalized[n] ?? null]))
