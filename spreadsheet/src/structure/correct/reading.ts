import type { Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import type { OutputCheck } from '../invariants/table-check.ts'
import type { Language } from '../names/name-outputs.ts'
import type { Sheet } from '../sheet.ts'
import { OperationRefused } from './operation.ts'
import type { Overridden } from './read-again.ts'

/** The regions of a file while operations are made of them, and what is said about those that were touched. */
export type Reading = {
  regions: readonly Region[]
  warnings: readonly SpecWarning[]
  /** The checks of the tables of touched regions, by region. */
  checks: ReadonlyMap<string, readonly OutputCheck[]>
  overridden: readonly Overridden[]
}

export type OnSheet = { sheet: Sheet; language: Language | null }

export function openRegion({ regions }: Pick<Reading, 'regions'>, id: string, member = 'region'): Region {
  const region = regions.find(({ region_id }) => region_id === id)
  if (!region)
    throw new OperationRefused(
      member,
      'unknown_region',
      `${id} is no region of the spec`,
      regions.map(({ region_id }) => region_id),
    )
  return region
}

export const withRegion = (regions: readonly Region[], region: Region) =>
  regions.map((one) => (one.region_id === region.region_id ? region : one))

export const withoutRegions = (reading: Reading, ids: readonly string[]): Reading => ({
  ...reading,
  regions: reading.regions.filter(({ region_id }) => !ids.includes(region_id)),
  warnings: reading.warnings.filter(({ region_id }) => region_id === null || !ids.includes(region_id)),
})

export const overriding = (reading: Reading, overridden: readonly Overridden[]): Reading => ({
  ...reading,
  overridden: [...reading.overridden, ...overridden],
})
