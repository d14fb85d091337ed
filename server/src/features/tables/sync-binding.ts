import type { Actor } from '../audit/actor.ts'

export const EXTERNAL_KINDS = ['google_sheets', 'microsoft'] as const
export const DIRECTIONS = ['bidirectional', 'pull', 'push'] as const

/** Which sheet of a drive a table belongs to. */
export type SyncBinding = {
  bindingId: string
  externalKind: (typeof EXTERNAL_KINDS)[number]
  externalRef: string
  direction: (typeof DIRECTIONS)[number]
  ownershipMap: Readonly<Record<string, string>> | null
  actor: Actor
  createdAt: Date
}
