import type { Wire } from '@bindery-data/sdk'

export type Quarantined = { table: string; quarantine_table: string; rows: number }

/** Rows that a job has set aside, by table. */
export function quarantinedIn(job: Wire.Job | null): readonly Quarantined[] {
  const result: unknown = job?.result
  if (typeof result !== 'object' || result === null || !('quarantined' in result)) return []
  return Array.isArray(result.quarantined) ? result.quarantined.filter(isQuarantined) : []
}

const isQuarantined = (value: unknown): value is Quarantined =>
  typeof value === 'object' && value !== null && 'table' in value && 'quarantine_table' in value && 'rows' in value
