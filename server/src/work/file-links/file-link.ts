import type { FileProvider } from '../cloud-files/cloud-file.ts'
import type { StoredFile } from '../sources/source.ts'

/** A file that is tracked: every edition of it that came is a version, and a source of the same name is fed from them. */
export type FileLink = {
  workbookId: string
  linkId: string
  name: string
  sourceId: string
  sourceName: string
  currentVersion: number
  /** Oldest first. */
  versions: readonly LinkVersion[]
  createdAt: Date
} & Tracked

/** Where the file itself is: on a drive, or on a user's machine. */
export type Tracked = { origin: string } & (
  | { kind: 'cloud'; provider: FileProvider; externalId: string }
  | { kind: 'local'; provider: null; externalId: null }
)

/** An edition of a tracked file. */
export type LinkVersion = {
  n: number
  kind: (typeof VERSION_KINDS)[number]
  /** Of the source: its bytes are the bytes of this version. */
  revision: number
  /** The workbook as this version left it. */
  snapshotId: string | null
  syncedAt: Date
} & Modified

/** Who changed the file and when, and how its drive tells this state of it from others; null where unknown. */
export type Modified = { modifiedBy: string | null; modifiedAt: Date | null; externalVersion: string | null }

export const UNKNOWN_CHANGE: Modified = { modifiedBy: null, modifiedAt: null, externalVersion: null }

export const VERSION_KINDS = ['link', 'sync', 'revert'] as const

/** What to do where the workbook has a source of the name already. */
export const EXISTING_RULES = ['auto', 'seed', 'replace', 'refuse'] as const
export type ExistingRule = (typeof EXISTING_RULES)[number]

/** An edition on its way in: its bytes, which have landed, and what is known of them. */
export type Edition = { file: StoredFile } & Modified

export type LinkPlace = { workbookId: string; linkId: string }

/** Do two files look like editions of one? They do with a sheet in common. */
export const isSameFile = (sheets: readonly string[], others: readonly string[]) =>
  sheets.some((name) => others.includes(name))
