import type { Output, Region, Union } from './parse-spec.ts'

/** The table of a union that an output goes into. `value`: what its rows say in the union's column. */
export type UnitedOutput = { ownerId: string; union: Union; output: Output; value: string }

type Membership = Omit<UnitedOutput, 'output'>

/**
 * For each output of a region the table of a union that takes it; null: it is a table of its own. Parts that hold no data, or are
 * no region any more, are passed over.
 */
export function unitedOutputs(regions: readonly Region[]): (region: Region, output: Output) => UnitedOutput | null {
  const byId = new Map(regions.map((region) => [region.region_id, region]))
  const byRegion = new Map<string, Membership>()
  const bySheet = new Map<string, Membership>()
  for (const { union, region_id: ownerId } of regions) {
    if (!union) continue
    const takesNotes = union.outputs.some((output) => output.kind === 'notes')
    for (const { region_id, value } of union.parts) {
      const part = byId.get(region_id)
      if (!part || !makesTables(part) || byRegion.has(region_id)) continue
      byRegion.set(region_id, { ownerId, union, value })
      if (takesNotes && !bySheet.has(part.sheet)) bySheet.set(part.sheet, { ownerId, union, value })
    }
  }
  return (region, { kind, level }) => {
    const member = kind === 'notes' ? bySheet.get(region.sheet) : byRegion.get(region.region_id)
    const output = member?.union.outputs.find((one) => one.kind === kind && one.level === level)
    return member && output ? { ...member, output } : null
  }
}

/** Data, and forms that a template reads. Other texts are notes. */
export const makesTables = ({ kind, outputs }: Pick<Region, 'kind' | 'outputs'>) =>
  kind === 'data' || outputs.some((output) => output.kind === 'form')

/** The names of the tables that a region goes into, united or not. */
export function tablesOfRegions(regions: readonly Region[]): (region: Region) => string[] {
  const unitedIn = unitedOutputs(regions)
  return (region) => region.outputs.map((output) => unitedIn(region, output)?.output.name ?? output.name)
}
