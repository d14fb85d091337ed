import type { Mended } from '../grid.ts'
import type { SpecWarning } from '../parse-spec/parse-spec.ts'

/** What was put right while a sheet was read, reported for its first region. */
export const warningsOf = (mended: readonly Mended[], regionId: string | null): SpecWarning[] =>
  mended.map(({ code, count, message }) => ({ code, region_id: regionId, column: null, count, message }))
