import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { fromWireId, NO_ID } from '../../platform/ids.ts'

/** An uploaded original: what it is, how it is read, and how far it came. */
export type Source = {
  workbookId: string
  sourceId: string
  name: string
  mode: SourceMode
  status: SourceStatus
  structuring: Structuring
  structuringReason: string | null
  provenance: Provenance
  revision: number
  /** How it is read, once it was analyzed. */
  spec: ParseSpec | null
  error: string | null
  createdBy: string
  createdAt: Date
  updatedAt: Date
} & StoredFile

/** Bytes in the object store, and what their sender called them. */
export type StoredFile = {
  filename: string
  contentType: string
  objectId: string
  sizeBytes: number
  /** In hex. */
  sha256: string
  /** Since then its bytes are gone: something in it was erased. */
  erasedAt?: Date | null
}

export const SOURCE_MODES = ['auto', 'staged'] as const
export type SourceMode = (typeof SOURCE_MODES)[number]

export const SOURCE_STATUSES = ['registered', 'analyzed', 'materialized', 'failed'] as const
export type SourceStatus = (typeof SOURCE_STATUSES)[number]

/** What a caller asks for, and the result. */
export const STRUCTURING_OPTIONS = ['auto', 'skip', 'defer'] as const
export type StructuringOptions = (typeof STRUCTURING_OPTIONS)[number]
export const STRUCTURINGS = ['structured', 'skipped', 'deferred', 'raw_fallback', 'off'] as const
export type Structuring = (typeof STRUCTURINGS)[number]

export const PROVENANCES = ['upload', 'cloud', 'url', 'file_link', 'slot'] as const
export type Provenance = { kind: (typeof PROVENANCES)[number]; provider: string | null; ref: string | null }

export const MOST_SOURCES = 500
export const MOST_FILENAME_CHARACTERS = 255

/** Where the bytes of a file lie in the object store. */
export const sourceObjectName = (workbookId: string, objectId: string) => `sources/${workbookId}/${objectId}`

/** A name of a path may be a source's id instead. */
export function sourceIdIn(name: string): string | null {
  const id = fromWireId('src', name)
  return id === NO_ID ? null : id
}

/** `売上.xlsx` → `売上` and `.xlsx`. What begins with its only dot has no extension. */
export function partsOfFilename(filename: string): { stem: string; extension: string } {
  const dot = filename.lastIndexOf('.')
  return dot > 0 ? { stem: filename.slice(0, dot), extension: filename.slice(dot) } : { stem: filename, extension: '' }
}

/** The file's own name, or the first of `<stem>_2.<ext>`, `<stem>_3.<ext>`… that is free. */
export function freeFilename(filename: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(filename)) return filename
  const { stem, extension } = partsOfFilename(filename)
  for (let n = 2; ; n++) {
    const suffix = `_${n}${extension}`
    const name = [...stem].slice(0, MOST_FILENAME_CHARACTERS - [...suffix].length).join('') + suffix
    if (!isTaken(name)) return name
  }
}
