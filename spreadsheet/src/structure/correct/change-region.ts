import type { Correction, Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { languageOf } from '../names/language-of.ts'
import type { Language } from '../names/name-outputs.ts'
import { findExplode } from '../readings/find-explode.ts'
import { withOneHeader } from '../readings/one-header.ts'
import { patchFor } from '../readings/patch-for.ts'
import { layoutOf } from '../readings/rank-readings.ts'
import { takeSample } from '../readings/sample.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { wordsIn } from '../tables/words.ts'
import { AS_WRITTEN } from '../type-column.ts'
import { findColumn, noColumn, OperationRefused, openColumn } from './operation.ts'
import { asReshape, missingName, namesMade, namesRead, withNames } from './reshape-names.ts'

const STRUCTURAL = ['set_kind', 'set_box', 'set_header_rows', 'set_role', 'leave_out', 'read_as', 'name_table'] as const
type Structural = (typeof STRUCTURAL)[number]

/** Corrections that change a reading as it stands; the others are given to the engine, which reads the table again. */
export type Change = Exclude<Correction, { op: Structural }>

export const isChange = ({ op }: Correction): boolean => !STRUCTURAL.some((one) => one === op)

/** The region changed so, and the change as it is kept: with the letters of its column. */
export type Changed = { region: Region; correction: Change }

export function changeRegion(sheet: Sheet, region: Region, change: Change, language: Language | null): Changed {
  switch (change.op) {
    case 'rename':
      return renamed(region, change)
    case 'set_type': {
      const { source_column: column, format: known, type: before } = openColumn(region, change.column)
      const format = change.format ?? (before === change.type ? known : spellingFor(change.type))
      const type = change.type
      return { region: withColumn(region, column, { type, format }), correction: { ...change, column, format } }
    }
    case 'include':
      return included(region, change)
    case 'choose_reading':
      return { region: readBy(sheet, region, change), correction: change }
    case 'fill_down':
      return filledDown(region, change)
    case 'explode':
      return exploded(sheet, region, change, language)
    case 'keep_totals': {
      const { total_column: _, computed_rows: __, ...apart } = region
      const kept: Region = change.on ? { ...apart, computed_rows: 'among', total_column: TOTAL_COLUMN } : apart
      return { region: kept, correction: change }
    }
  }
}

/** Figures and days that stood as texts are read as people write them. */
const spellingFor = (type: string) =>
  /^(?:DATE|TIMESTAMP|BIGINT|INTEGER|DOUBLE|DECIMAL)/i.test(type) ? AS_WRITTEN : null

export const TOTAL_COLUMN = 'is_total'

const withColumn = (region: Region, letters: string, change: Partial<Region['columns'][number]>): Region => ({
  ...region,
  columns: region.columns.map((column) => (column.source_column === letters ? { ...column, ...change } : column)),
})

const spelled = (name: string) => name.normalize('NFC').toLowerCase()

/** A column of the sheet, or one that the reading makes. */
function renamed(region: Region, { column: meant, name }: Extract<Change, { op: 'rename' }>): Changed {
  const column = findColumn(region, meant)
  const made = stepsOf(region).flatMap(namesMade)
  if (!column && !made.includes(meant)) throw noColumn(region, meant, 'column')
  const others = [
    ...region.columns.filter((one) => one !== column && one.include).map((one) => one.name),
    ...made.filter((one) => one !== (column?.name ?? meant)),
  ]
  if (others.some((other) => spelled(other) === spelled(name)))
    throw new OperationRefused('name', 'duplicate', `${name} is the name of another column`)
  const reshape = withNames(region.reshape, new Map([[column?.name ?? meant, name]]))
  const changed = column ? withColumn(region, column.source_column, { name }) : region
  const correction = { op: 'rename', column: column?.source_column ?? meant, name } as const
  return { region: { ...changed, reshape }, correction }
}

function included(region: Region, { column: meant, on }: Extract<Change, { op: 'include' }>): Changed {
  const { source_column: column, name } = openColumn(region, meant)
  const steps = stepsOf(region).flatMap((step) => (on ? withId(step, name) : withoutColumn(step, name)))
  const changed = withColumn(region, column, { include: on })
  return { region: withSteps(changed, steps), correction: { op: 'include', column, on } }
}

const withId = (step: Reshape, name: string): Reshape[] =>
  'id_columns' in step && !namesRead(step).some(([, known]) => known === name)
    ? [{ ...step, id_columns: [...step.id_columns, name] }]
    : [step]

function withoutColumn(step: Reshape, name: string): Reshape[] {
  const others = (names: readonly string[]) => names.filter((one) => one !== name)
  switch (step.kind) {
    case 'unpivot':
    case 'stack': {
      const value_columns = others(step.value_columns)
      return value_columns.length > 0 ? [{ ...step, id_columns: others(step.id_columns), value_columns }] : []
    }
    case 'wide_to_long': {
      const groups = step.groups
        .map((group) => ({ ...group, columns: others(group.columns) }))
        .filter(({ columns }) => columns.length > 0)
      return groups.length > 0 ? [{ ...step, id_columns: others(step.id_columns), groups }] : []
    }
    case 'fill_down':
      return others(step.columns).length > 0 ? [{ ...step, columns: others(step.columns) }] : []
    case 'explode':
      return step.column === name ? [] : [step]
    default:
      return [step]
  }
}

/** Another reading: these steps, and what they say about rows and header besides. */
function readBy(
  sheet: Sheet,
  region: Region,
  { reshape, one_header }: Extract<Change, { op: 'choose_reading' }>,
): Region {
  const steps = stepsOf({ reshape })
  const as = one_header ? (withOneHeader(sheet, region) ?? region) : region
  const missing = missingName(as, reshape)
  if (missing) throw noColumn(as, missing[1], 'reshape')
  const upright: Region = steps[0]?.kind === 'transpose' ? as : { ...as, orientation: 'rows' }
  return withSteps({ ...upright, ...patchFor(sheet, region, as, steps) }, steps)
}

/** Steps that follow each other are two at most. */
export const MOST_STEPS = 2

function withSteps(region: Region, steps: readonly Reshape[]): Region {
  if (steps.length > MOST_STEPS)
    throw new OperationRefused(
      'op',
      'too_many_steps',
      `needs a third step after ${steps.map(({ kind }) => kind).join(' and ')}; a reading has ${MOST_STEPS} at most`,
    )
  return { ...region, reshape: asReshape(steps), layout: layoutOf(steps) }
}

function filledDown(region: Region, { column: meant, on }: Extract<Change, { op: 'fill_down' }>): Changed {
  const { source_column: column, name } = openColumn(region, meant)
  const others = stepsOf(region).filter(({ kind }) => kind !== 'fill_down')
  const filled = stepsOf(region).flatMap((step) => (step.kind === 'fill_down' ? step.columns : []))
  const columns = [...filled.filter((one) => one !== name), ...(on ? [name] : [])]
  const steps: Reshape[] = columns.length > 0 ? [{ kind: 'fill_down', columns }, ...others] : others
  return { region: withSteps(region, steps), correction: { op: 'fill_down', column, on } }
}

function exploded(
  sheet: Sheet,
  region: Region,
  { column: meant, on, separator }: Extract<Change, { op: 'explode' }>,
  language: Language | null,
): Changed {
  const { source_column: column, name } = openColumn(region, meant)
  const others = stepsOf(region).filter((step) => step.kind !== 'explode' || step.column !== name)
  if (!on) return { region: withSteps(region, others), correction: { op: 'explode', column, on } }
  const by = separator ?? separatorIn(sheet, region, name, language)
  const steps: Reshape[] = [...others, { kind: 'explode', column: name, separator: by }]
  return { region: withSteps(region, steps), correction: { op: 'explode', column, on, separator: by } }
}

function separatorIn(sheet: Sheet, region: Region, name: string, language: Language | null): string {
  const sample = takeSample(sheet, region, wordsIn(languageOf(sheet, region, language)))
  const found = findExplode(sample).flatMap(({ step }) =>
    step.kind === 'explode' && step.column === name ? [step.separator] : [],
  )
  const [separator] = found
  if (separator === undefined)
    throw new OperationRefused('separator', 'required', `is required: no separator is found in ${name}`)
  return separator
}
