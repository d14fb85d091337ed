import type { Wire } from '@bindery-data/sdk'
import { useSyncExternalStore } from 'react'

const newest = new Map<string, number>()
const listeners = new Set<() => void>()

/** Remembers the version of a table that an event announced: it is known before the table itself is read again. */
export function noteTableVersion({ data }: Wire.BinderyEvent) {
  const { artifact, edit_version: version } = data as { artifact?: { id?: string }; edit_version?: unknown } // Safe: each part is looked at below.
  if (typeof artifact?.id !== 'string' || typeof version !== 'number') return
  newest.set(artifact.id, Math.max(version, newest.get(artifact.id) ?? 0))
  for (const heard of listeners) heard()
}

/** The newest version of a table that was announced; 0 where none was. */
export const useAnnouncedVersion = (tableId: string) =>
  useSyncExternalStore(
    (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    () => newest.get(tableId) ?? 0,
  )
