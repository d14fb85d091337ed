import { BinderyProblem } from '@bindery-data/sdk'
import { readKept } from './state-folder.ts'

/** A file of the folder as it was read last. `isGone`: it is no longer in the folder; its tables stay. */
export type KeptFile = {
  sizeBytes: number
  changedMs: number
  sha256: string | null
  sourceId: string | null
  source: string | null
  revision: number | null
  /** Why it could not be read. */
  error: string | null
  note: string | null
  isGone: boolean
}

export type KeptFolder = { workbookId: string | null; files: Record<string, KeptFile> }

/** What was kept when the service last ran. */
export function keptFolder(state: string): KeptFolder {
  const kept = readKept(state, 'files.json')
  // Safe: a file of ours, in a folder that no other user can write to.
  return kept === undefined ? { workbookId: null, files: {} } : (kept as KeptFolder)
}

/** A failure that says nothing about the file. */
export const isPassing = (error: unknown) =>
  !(error instanceof BinderyProblem) || error.status >= 500 || error.status === 429 || error.status === 401

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
