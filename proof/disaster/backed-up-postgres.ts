import type { ChildProcess } from 'node:child_process'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { killAll, launch, makeCluster, PROGRAMS, run, urlOf } from '../lib/crash-postgres.ts'
import { freePort } from '../lib/free-port.ts'

/** A PostgreSQL whose log is archived as docs/operations/backup.md says, and that comes back from that and a base backup alone. */
export type BackedUpPostgres = {
  url: string
  /** Copies the cluster while it runs. */
  backUp: () => void
  /** Every process and every file is gone. The backup is elsewhere. */
  destroy: () => Promise<void>
  /** From the backup, up to the last piece of log that was archived. */
  restore: () => Promise<void>
  close: () => Promise<void>
}

export async function startBackedUpPostgres(
  folder: string,
  backup: string,
  archiveSeconds: number,
): Promise<BackedUpPostgres> {
  const data = join(folder, 'data')
  const base = join(backup, 'base')
  const arrived = join(backup, 'arrived')
  const log = join(backup, 'log')
  const port = await freePort()
  const url = urlOf(port, 'bindery')
  await mkdir(folder)
  await makeCluster(folder, data)
  // Written whole under another name first: a piece that is half there must not be taken for one.
  await appendFile(
    join(data, 'postgresql.conf'),
    `archive_mode = on
archive_timeout = ${archiveSeconds}
archive_command = 'test ! -f ${arrived}/%f && cp %p ${arrived}/%f.new && sync ${arrived}/%f.new && mv ${arrived}/%f.new ${arrived}/%f'
`,
  )
  let postmaster: ChildProcess = await launch(data, port)
  return {
    url,
    backUp: () =>
      run([
        `${PROGRAMS}/pg_basebackup`,
        '--dbname',
        url,
        '--pgdata',
        base,
        '--checkpoint',
        'fast',
        '--wal-method',
        'stream',
      ]),
    destroy: async () => {
      await killAll(postmaster)
      await rm(data, { recursive: true })
    },
    restore: async () => {
      run(['cp', '-a', base, data])
      const settings = `archive_mode = off\nrestore_command = 'cp ${log}/%f %p'\nrecovery_target_action = 'promote'\n`
      await appendFile(join(data, 'postgresql.conf'), settings)
      run(['touch', join(data, 'recovery.signal')])
      postmaster = await launch(data, port)
    },
    close: () => killAll(postmaster),
  }
}
