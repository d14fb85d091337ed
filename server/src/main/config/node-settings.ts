import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Settings } from '../../platform/settings.ts'
import { openOwnPostgres } from '../own-postgres/own-postgres.ts'
import { environmentWith, readSettings } from './config.ts'
import { type Environment, EnvironmentReader } from './environment-reader.ts'

/** `ownFolder`: where all of it lives, on a machine that has nothing else. */
export type NodeSettings = { settings: Settings; ownFolder: string | null; close: () => Promise<void> }

const STANDARD_FOLDER = 'bindery-data'

/**
 * The settings of this node. Where no PostgreSQL is named it gets one of its own, in the data folder: on loopback, or when the
 * folder was named on the command line. In any other place a forgotten address would show as an empty service.
 */
export async function openNodeSettings(
  data: string | undefined,
  { isServing }: { isServing: boolean },
): Promise<NodeSettings> {
  const environment = environmentWith(data === undefined ? {} : { SVC_DATA_DIR: data })
  const folder = ownFolderOf(environment, data !== undefined)
  if (folder === null || !(isServing || existsSync(join(folder, 'postgres/data'))))
    return { settings: readSettings(environment), ownFolder: null, close: async () => {} }

  // Those who run sandboxes and PostgreSQL for root pass through; it lists nothing to them.
  mkdirSync(folder, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
  const { url, close } = await openOwnPostgres(join(folder, 'postgres'), { isServing })
  try {
    const standard = { SVC_LOG_LEVEL: 'warn', SVC_CACHE_DIR: join(folder, 'cache') }
    const settings = readSettings({ ...standard, ...environment, SVC_DATA_DIR: folder, DATABASE_URL: url })
    return { settings, ownFolder: folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

function ownFolderOf(environment: Environment, isNamed: boolean): string | null {
  const read = new EnvironmentReader(environment)
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(read.text('SVC_HOST') ?? '127.0.0.1')
  if (read.text('DATABASE_URL') || !(isLocal || isNamed)) return null
  return resolve(read.text('SVC_DATA_DIR') ?? STANDARD_FOLDER)
}
