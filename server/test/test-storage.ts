import { sandboxChoice } from '../src/engine/duckdb/sandbox-mode.ts'
import { type OpenStorage, openStorage } from '../src/engine/storage/storage.ts'
import type { Blobs } from '../src/platform/blobs/blobs.ts'
import { createLog } from '../src/platform/log.ts'
import type { Settings } from '../src/platform/settings.ts'

/** Copies and builders below a folder of their own, under the settings of a service. */
export function openTestStorage(settings: Settings, blobs: Blobs, folder: string): OpenStorage {
  const isSandboxed = sandboxChoice(settings, createLog('silent'))
  const { cacheBytes: budgetBytes } = settings
  const owners = { accountOf: async (workbookId: string) => workbookId, accountShare: 100 }
  return openStorage({ blobs, folder, budgetBytes, isSandboxed, ...owners })
}
