import type { StructuringOptions } from '../source.ts'

/**
 * Requests of the jobs of kind `source.ingest`. The stored kind is one for all of them, and requests of an older node may
 * still be in the queue: which job is meant shows in the keys.
 */
export type IngestRequest = SourceRequest | UploadRequest | StructureRequest | FilesRequest

/** Reads a source. `existing`: the workbook had its bytes already, and there is nothing left to read. */
export type SourceRequest = { source_id: string; structuring: StructuringOptions } | { existing: string }

/** Makes a source of the bytes in an upload slot. */
export type UploadRequest = { upload_id: string }

/** Structures a source whose sheets are tables already: what `structuring=defer` left to do. */
export type StructureRequest = { structure: string }

/** Reads sources that came together. `existing`: those whose bytes the workbook had already. */
export type FilesRequest = { files: readonly string[]; existing: readonly string[]; structuring: StructuringOptions }

export type IngestJob = 'source' | 'upload' | 'structure' | 'files'

export function ingestJobOf(request: unknown): IngestJob {
  // Safe: uploadSource, receiveFile and landSource alone start these jobs.
  const asked = request as IngestRequest
  if ('upload_id' in asked) return 'upload'
  if ('files' in asked) return 'files'
  return 'structure' in asked ? 'structure' : 'source'
}
