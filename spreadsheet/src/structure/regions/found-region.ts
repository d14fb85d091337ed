import type { Box } from '../../grid.ts'
import type { REGION_KINDS } from '../../parse-spec/parse-spec.ts'

/** A rectangle of a sheet that means something of its own. */
export type FoundRegion = {
  kind: (typeof REGION_KINDS)[number]
  box: Box
  /** Between 0 and 1: how often such a decision is right. */
  confidence: number
  evidence: readonly string[]
  /** Of a table: the text that names it, and the one that says what its numbers count. */
  title?: string | null
  unit?: string | null
  /** Of a table whose rows stand in groups: the row above its header that names the first of them. */
  banner?: number
}
