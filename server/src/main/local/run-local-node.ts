import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openNodeSettings } from '../config/node-settings.ts'
import { isAlive } from './running-node.ts'

/** Started by `running-node.ts`, in a process of its own: <folder> <state> <minutes to stay> <version>. */
const [folder = '', state = '', keepMinutes = '', version = ''] = process.argv.slice(2)
const LOCK = join(state, 'starting')
/** Longer than requests take, shorter than a user waits. */
const DRAIN_MS = 25_000

async function run() {
  if (!takeLock()) return
  try {
    // PostgreSQL starts while the service is loaded.
    const [settings, { startLocalNode }] = await Promise.all([
      openNodeSettings(state, { isServing: true }),
      import('./local-node.ts'),
    ])
    const keepMs = Number(keepMinutes) * 60_000
    const node = await startLocalNode({ folder, state }, settings, { keepMs, version })
    rmSync(LOCK, { force: true })
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        setTimeout(() => process.exit(1), DRAIN_MS).unref()
        node.end()
      })
    await node.ended
  } finally {
    rmSync(LOCK, { force: true })
  }
}

/** False: another process is starting a service for the same folder. */
function takeLock(): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(LOCK, 'wx', 0o600)
      writeSync(file, String(process.pid))
      closeSync(file)
      return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (isAlive(Number(readFileSync(LOCK, 'utf8')))) return false
      // Left by one that was killed.
      rmSync(LOCK, { force: true })
    }
  }
  return false
}

run().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
