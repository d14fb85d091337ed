import type { FoundRegion } from './found-region.ts'

/**
 * How often a table found by such evidence was exactly right, to the last row and column, on sheets of many hands: alone on
 * its sheet, and as one of several.
 */
const FREQUENCIES: Readonly<Record<string, { alone: number; amongOthers: number }>> = {
  list_object: { alone: 1, amongOthers: 1 },
  header_stands_out: { alone: 0.95, amongOthers: 0.83 },
  plain_header: { alone: 0.88, amongOthers: 0.52 },
  no_header: { alone: 0.8, amongOthers: 0.3 },
  only_cells: { alone: 0.35, amongOthers: 0.35 },
}

/** The tables of a sheet with what their evidence is worth. */
export function withConfidence(regions: readonly FoundRegion[]): FoundRegion[] {
  const isAlone = regions.filter(({ kind }) => kind === 'data').length === 1
  return regions.map((region) => {
    const frequency = region.kind === 'data' ? FREQUENCIES[region.evidence[0] ?? ''] : undefined
    if (!frequency) return region
    const evidence = [...region.evidence, isAlone ? 'only_table' : 'one_of_several']
    return { ...region, confidence: isAlone ? frequency.alone : frequency.amongOthers, evidence }
  })
}
