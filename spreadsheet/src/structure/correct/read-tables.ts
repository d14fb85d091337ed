import type { Correction, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { cellsByBox } from '../invariants/cells-by-box.ts'
import { checkNotes } from '../invariants/table-check.ts'
import { languageOf } from '../names/language-of.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { correctionsBetween } from './corrections.ts'
import { OperationRefused } from './operation.ts'
import { boxOf, type ReadRegion, type Surroundings, settleAgain, structureAgain } from './read-again.ts'
import { type OnSheet, openRegion, type Reading, withRegion } from './reading.ts'
import { baseNameOf, newTableName } from './table-names.ts'
import { ofSheet, withTexts } from './texts-around.ts'

export function openTable(reading: Reading, id: string, on: OnSheet): Region {
  const region = openRegion(reading, id)
  if (region.kind !== 'data')
    throw new OperationRefused(
      'region',
      'no_table',
      `${id} is no table; set_kind makes it one`,
      reading.regions.filter(({ kind }) => kind === 'data').map(({ region_id }) => region_id),
    )
  return region.corrections ? region : { ...region, corrections: inherited(reading, region, on) }
}

/** What a region that was never corrected says otherwise than the engine does: rules and earlier editions have decided it. */
function inherited(reading: Reading, region: Region, on: OnSheet): Correction[] {
  if (on.sheet.grid.isTruncated) return []
  const around = surroundings(reading, on)
  const read = readAgain(around, reading, { ...region, corrections: [] }, region)
  const same = new Set(['set_type', 'rename', 'include', 'choose_reading', 'set_role'])
  return correctionsBetween(read.region, region).filter(({ op }) => same.has(op))
}

const TELLS: readonly Region['kind'][] = ['unit', 'title', 'note']

function surroundings({ regions }: Pick<Reading, 'regions'>, { sheet, language }: OnSheet): Surroundings {
  const texts = TELLS.flatMap((kind) =>
    regions
      .filter((region) => region.kind === kind && region.sheet === sheet.name)
      .flatMap((region) => sheet.cellAt(boxOf(region).top, boxOf(region).left)?.text ?? []),
  )
  return { sheet, language, texts }
}

/** The cells of a region and of no smaller one. */
export function cellsOf(sheet: Sheet, regions: readonly Region[], id: string): readonly SheetCell[] {
  const its = regions.filter((region) => region.sheet === sheet.name)
  const { inside } = cellsByBox(sheet, its.map(boxOf))
  return inside[its.findIndex(({ region_id }) => region_id === id)] ?? []
}

function readAgain(
  around: Surroundings,
  { regions }: Pick<Reading, 'regions'>,
  region: Region,
  before: Region,
): ReadRegion {
  const structured = structureAgain(around, region, before)
  return settleAgain(around, structured, {
    before,
    cells: cellsOf(around.sheet, regions, region.region_id),
    regions: ofSheet(regions, around.sheet),
    name: nameOf(structured.region, before, regions, around),
  })
}

const nameOf = (region: Region, before: Region, regions: readonly Region[], { sheet, language }: OnSheet): string => {
  const given = region.corrections?.find((one) => one.op === 'name_table')
  return given?.name ?? baseNameOf(before) ?? newTableName(region, regions, languageOf(sheet, region, language))
}

/** A table of another shape: it is read again, and so is what stands inside and around it. `before`: as it was; a fresh one finds its header again. */
export function reshaped(reading: Reading, region: Region, before: Region, on: OnSheet, isFresh = false): Reading {
  const around = surroundings(reading, on)
  const structured = structureAgain(around, region, before, isFresh)
  const regions = withTexts(reading.regions, structured.region, before, on)
  const read = settleAgain(around, structured, {
    before,
    cells: cellsOf(on.sheet, regions, region.region_id),
    regions: ofSheet(regions, on.sheet),
    name: nameOf(structured.region, before, regions, on),
  })
  return taken({ ...reading, regions }, read)
}

/** A region in its place, with what is now said of it. */
export function taken(reading: Reading, { region, warnings, checks, overridden }: ReadRegion): Reading {
  const isIts = ({ region_id }: SpecWarning) => region_id === region.region_id
  return {
    regions: withRegion(reading.regions, region),
    warnings: [...reading.warnings.filter((warning) => !isIts(warning)), ...warnings],
    checks: new Map([...reading.checks, [region.region_id, checks]]),
    overridden: [...reading.overridden, ...overridden],
  }
}

export function textTaken(reading: Reading, region: Region, { sheet }: OnSheet): Reading {
  const regions = withRegion(reading.regions, region)
  const checks = region.kind === 'ignore' ? [] : [checkNotes(sheet, region, cellsOf(sheet, regions, region.region_id))]
  return taken({ ...reading, regions }, { region, warnings: [], checks, overridden: [] })
}
