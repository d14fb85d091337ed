import { notFound } from '../../platform/errors.ts'
import type { DriveClient } from '../../platform/settings.ts'

/** Files on a user's drive. Two of the providers are one account: sheets are a part of that drive. */
export const CLOUD_PROVIDERS = ['google_drive', 'google_sheets', 'microsoft'] as const
export type CloudProvider = (typeof CLOUD_PROVIDERS)[number]

/** The provider that a path names. */
export function cloudProviderIn(text: string): CloudProvider {
  const provider = CLOUD_PROVIDERS.find((known) => known === text)
  if (!provider) throw notFound('provider', text)
  return provider
}

/** Those that a file is imported and tracked from; sheets are found on the drive. */
export const FILE_PROVIDERS = ['google_drive', 'microsoft'] as const
export type FileProvider = (typeof FILE_PROVIDERS)[number]

/** Who is asked for consent, which holds for all providers of the same vendor. */
export type DriveAccount = 'google' | 'microsoft'

export const accountOf = (provider: CloudProvider): DriveAccount => (provider === 'microsoft' ? 'microsoft' : 'google')

export type CloudFile = {
  id: string
  name: string
  isFolder: boolean
  mimeType: string | null
  sizeBytes: number | null
  modifiedAt: Date | null
  modifiedBy: string | null
  /** Another one whenever the content is another. */
  version: string
}

export type CloudPage = { files: CloudFile[]; next: string | null }
export type CloudQuestion = { folderId: string; name: string | null; after: string | null }

/** Asks the API of a drive in its owner's name, and reads JSON. */
export type AskDrive = (url: string) => Promise<Record<string, unknown>>

/** Where the bytes of a file are. `isOpen`: its address is enough, and no token must go there. */
export type CloudContent = { url: string; filename: string; isOpen: boolean }

/** What the providers have in common. */
export type Drive = {
  /** Folders first. */
  list: (ask: AskDrive, question: CloudQuestion) => Promise<CloudPage>
  find: (ask: AskDrive, id: string) => Promise<CloudFile>
  locate: (ask: AskDrive, file: CloudFile) => Promise<CloudContent>
}

export type DriveMaker = (client: DriveClient) => Drive

/** Members of an answer that may be anything. */
export const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export function momentIn(value: unknown): Date | null {
  const moment = new Date(textIn(value) ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}

export const objectIn = (value: unknown): Record<string, unknown> =>
  // Safe: an object of JSON has members by name.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
