import type { StructuringWish } from './source.ts'

/** What is read of a file for as long as it takes, behind the answer: a source, what was brought to a slot, or its structure alone. */
export type IngestRequest =
  | { source_id: string; structuring: StructuringWish }
  | { upload_id: string }
  | { structure: string }
