import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../proof/lib/free-port.ts'

const INSTALL = fileURLToPath(new URL('../../scripts/datasette', import.meta.url))
const START_MS = 120_000

/** Files that never change, which it then reads without locks, and nothing on that a query does not need. */
const SETTINGS = ['sql_time_limit_ms 30000', 'max_returned_rows 10000', 'suggest_facets off', 'allow_facet off']

export type Datasette = { url: string; close: () => Promise<void> }

/** Datasette in a process of its own, serving SQLite files as its documentation says is fastest. */
export async function startDatasette(files: readonly string[]): Promise<Datasette> {
  const program = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = SETTINGS.flatMap((setting) => ['--setting', ...setting.split(' ')])
  const place = ['--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(program, ['serve', ...files.flatMap((file) => ['--immutable', file]), ...place, ...settings], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const ends = performance.now() + START_MS
  while (!(await fetch(`${url}/-/versions.json`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > ends) throw new Error('Datasette does not start')
    await pause(100)
  }
  return {
    url,
    close: async () => {
      child.kill()
      await ended
    },
  }
}
