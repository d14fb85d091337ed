import type { StructuringWish } from './source.ts'

/** What is read of a file for as long as it takes, behind the answer: a source, what was brought to a slot, or its structure alone.
 * `existing`: its bytes were there already, and there is nothing left to read. */
export type IngestRequest =
  | { source_id: string; structuring: StructuringWish }
  | { upload_id: string }
  | { existing: string }
  | { structure: string }
