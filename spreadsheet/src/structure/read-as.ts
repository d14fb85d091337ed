import type { Region, Reshape } from '../parse-spec/parse-spec.ts'
import type { Reading } from './readings/rank-readings.ts'

/** Two readings that are this close could be taken for each other. */
const CLOSE = 0.05
export const CLOSE_READING = 'close_reading'

const isNear = (other: Reading, best: Reading) => other.confidence >= best.confidence - CLOSE
/** Leaves rows and columns as they are. */
const isStanding = ({ reshape }: Reading) => reshape === null

/** A region with the ways to read it: the first is the one to follow, the others are kept for a user who knows better. */
export function readAs(region: Region, [best, ...others]: readonly Reading[]): Region {
  if (!best) return region
  const isClose = best.reshape !== null && others.some((other) => isStanding(other) && isNear(other, best))
  return {
    ...region,
    ...changesOf(region, best),
    evidence: isClose ? [...region.evidence, CLOSE_READING] : region.evidence,
    alternatives: others.map((reading, n) => ({
      rank: n + 2,
      confidence: reading.confidence,
      summary: reading.summary,
      patch: changesOf(region, reading),
    })),
  }
}

/** A table that lies on its side is turned by its orientation: a reading that turns it says the same, one that does not says no. */
function changesOf({ orientation }: Region, { layout, reshape, patch }: Reading): Partial<Region> {
  if (orientation === 'rows') return { layout, reshape, ...patch }
  const [first, ...rest] = stepsOf(reshape)
  if (first?.kind !== 'transpose') return { layout, reshape, orientation: 'rows', ...patch }
  return { layout, reshape: rest.length > 1 ? rest : (rest[0] ?? null), ...patch }
}

function stepsOf(reshape: Region['reshape']): readonly Reshape[] {
  if (reshape === null) return []
  return 'kind' in reshape ? [reshape] : reshape
}
