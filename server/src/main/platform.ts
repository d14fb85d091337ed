import type { Platform } from '../platform/context.ts'
import { assertDurable } from '../platform/durability.store.ts'
import { Keyring } from '../platform/keyring.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { openBlobs } from '../platform/open-blobs.ts'
import { connectDatabase } from '../platform/postgres.ts'
import type { Settings } from '../platform/settings.ts'

export type OpenPlatform = { platform: Platform; close: () => Promise<void> }

/** Connects to everything the service stands on, and refuses to start on ground that can lose a commit. */
export async function openPlatform(
  settings: Settings,
  name: string,
  log: Log = createLog(settings.logLevel),
): Promise<OpenPlatform> {
  const { db } = connectDatabase({
    url: settings.databaseUrl,
    poolSize: settings.databasePoolSize,
    name,
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  await assertDurable(db)
  const blobs = await openBlobs(settings.blobs)
  const platform: Platform = {
    db,
    blobs,
    keyring: new Keyring(settings.secretKeys),
    mailer: await createMailer(settings.smtp),
    settings,
    log,
    now: () => new Date(),
  }
  return {
    platform,
    close: async () => {
      blobs.close()
      await db.destroy()
    },
  }
}
