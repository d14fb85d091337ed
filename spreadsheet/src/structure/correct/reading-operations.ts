import type { Region } from '../../parse-spec/parse-spec.ts'
import { languageOf } from '../names/language-of.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { type Change, changeRegion } from './change-region.ts'
import { completeReshape } from './complete-reshape.ts'
import { withCorrection } from './corrections.ts'
import { type Operation, OperationRefused } from './operation.ts'
import { finishRegion } from './read-again.ts'
import { cellsOf, openTable, taken } from './read-tables.ts'
import { type OnSheet, openRegion, overriding, type Reading, withRegion } from './reading.ts'
import { renamedBetween, withNames } from './reshape-names.ts'
import { baseNameOf, newTableName } from './table-names.ts'
import { ofSheet } from './texts-around.ts'

export function nameTable(
  reading: Reading,
  { region: id, name }: Operation & { op: 'name_table' },
  on: OnSheet,
): Reading {
  const before = openTable(reading, id, on)
  const taken = reading.regions
    .filter(({ region_id }) => region_id !== id)
    .flatMap(({ outputs }) => outputs.map((output) => output.name))
  if (taken.includes(name)) throw new OperationRefused('name', 'duplicate', `${name} is the name of another table`)
  const corrections = withCorrection(before.corrections ?? [], { op: 'name_table', name })
  return changed(reading, { ...before, corrections }, name, on)
}

/** A change of the reading as it stands. */
export function change(reading: Reading, id: string, asked: (region: Region) => Change, on: OnSheet): Reading {
  const before = openTable(reading, id, on)
  const { region, correction } = changeRegion(on.sheet, before, asked(before), on.language)
  const names = new Map([...renamedBetween(before, region), ...madeName(before, correction)])
  const corrections = withCorrection(before.corrections ?? [], correction).map((one) =>
    one.op === 'choose_reading' && one !== correction ? { ...one, reshape: withNames(one.reshape, names) } : one,
  )
  const name = baseNameOf(before) ?? newTableName(before, reading.regions, languageOf(on.sheet, before, on.language))
  return changed(reading, { ...region, corrections }, name, on)
}

/** The new name of a column that the reading makes. */
function madeName({ columns }: Region, correction: Change): (readonly [string, string])[] {
  if (correction.op !== 'rename' || columns.some((one) => one.source_column === correction.column)) return []
  return [[correction.column, correction.name]]
}

function changed(reading: Reading, region: Region, name: string, { sheet, language }: OnSheet): Reading {
  const warnings = reading.warnings.filter(({ region_id }) => region_id === region.region_id)
  if (sheet.grid.isTruncated)
    return taken(reading, { region: called(region, name), warnings, checks: [], overridden: [] })
  const regions = withRegion(reading.regions, region)
  const cells = cellsOf(sheet, regions, region.region_id)
  const finished = finishRegion(sheet, region, warnings, {
    cells,
    name,
    language,
    scores: null,
    regions: ofSheet(regions, sheet),
  })
  return taken(reading, { ...finished, overridden: [] })
}

const called = (region: Region, name: string): Region => ({
  ...region,
  outputs: region.outputs.map((output) => ({ ...output, name })),
})

/** Another reading takes the place of the one before, and of what was set in it; the one before stays among those to choose from. */
export function chooseReading(reading: Reading, operation: Operation & { op: 'choose_reading' }, on: OnSheet): Reading {
  const before = openTable(reading, operation.region, on)
  const lost = (before.corrections ?? []).filter(({ op }) => op === 'fill_down' || op === 'explode')
  const corrections = (before.corrections ?? []).filter((one) => !lost.includes(one))
  const regions = withRegion(reading.regions, { ...before, corrections })
  const chosen = change({ ...reading, regions }, operation.region, (region) => readingAsked(region, operation, on), on)
  const why = 'another reading was chosen'
  const chosenOver = overriding(
    chosen,
    lost.map((correction) => ({ region_id: before.region_id, correction, why })),
  )
  if (!('rank' in operation)) return chosenOver
  const now = openRegion(chosenOver, operation.region)
  return { ...chosenOver, regions: withRegion(chosenOver.regions, withReadingBefore(now, before, operation.rank)) }
}

function withReadingBefore(region: Region, before: Region, rank: number): Region {
  const { layout, reshape, orientation } = before
  const alternatives = before.alternatives.map((one) =>
    one.rank === rank ? { ...one, summary: 'as it was read before', patch: { layout, reshape, orientation } } : one,
  )
  return { ...region, alternatives }
}

/** The steps of the alternative that is asked for, or those that are given, whole. */
function readingAsked(region: Region, operation: Operation & { op: 'choose_reading' }, on: OnSheet): Change {
  if ('like' in operation) return readingLike(region, operation.like)
  if ('reshape' in operation) return { op: 'choose_reading', reshape: completeReshape(on, region, operation.reshape) }
  const chosen = region.alternatives.find(({ rank }) => rank === operation.rank)
  if (!chosen)
    throw new OperationRefused(
      'rank',
      'unknown_reading',
      `${region.region_id} has no alternative of rank ${operation.rank}`,
      region.alternatives.map(({ rank }) => rank),
    )
  return readingOf(chosen)
}

function readingOf({ patch }: Region['alternatives'][number]): Change {
  const reshape = patch.reshape ?? null
  const [first] = stepsOf({ reshape })
  const hasOneHeader = patch.columns !== undefined && first?.kind === 'transpose'
  return { op: 'choose_reading', reshape, ...(hasOneHeader ? { one_header: true } : {}) }
}

/** The same steps with the columns that this table has. */
function readingLike(region: Region, like: Region['reshape']): Change {
  const kindsOf = (reshape: Region['reshape']) =>
    stepsOf({ reshape })
      .map(({ kind }) => (kind === 'stack' ? 'unpivot' : kind))
      .join()
  if (kindsOf(region.reshape) === kindsOf(like)) return { op: 'choose_reading', reshape: region.reshape }
  const same = region.alternatives.find(({ patch }) => kindsOf(patch.reshape ?? null) === kindsOf(like))
  return same ? readingOf(same) : { op: 'choose_reading', reshape: like }
}
