import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { startWithJobs } from '../server/test/source-place.ts'

/** The Python SDK is tested by pytest, against the real service that this file starts for it. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const INSTALL_MS = 600_000
const RUN_MS = 600_000

const service = startWithJobs()

let python = ''
beforeAll(() => {
  python = execFileSync(`${ROOT}scripts/python-sdk`, { encoding: 'utf8' }).trim()
}, INSTALL_MS)

/** Runs a module of Python in the folder of the SDK; what it said, when it did not end well. */
async function failureOf(argv: string[]): Promise<string | null> {
  const env = { ...process.env, BINDERY_TEST_URL: service.url(), NO_PROXY: '127.0.0.1', PYTHONDONTWRITEBYTECODE: '1' }
  const cwd = `${ROOT}sdk-python`
  // Not the synchronous call: the service answers from this process.
  return promisify(execFile)(python, ['-m', ...argv], { cwd, env, maxBuffer: 1 << 26 }).then(
    () => null,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )
}

test('the Python SDK reaches every operation, and does what its tests say', { timeout: RUN_MS }, async () => {
  expect(await failureOf(['pytest'])).toBeNull()
})

test('strict type checks find none missing in the Python SDK', { timeout: RUN_MS }, async () => {
  expect(await failureOf(['mypy', '--cache-dir=/dev/null'])).toBeNull()
})

test('the Python SDK reads as its formatter and linter have it', { timeout: RUN_MS }, async () => {
  expect(await failureOf(['ruff', 'check', '--no-cache', '.'])).toBeNull()
  expect(await failureOf(['ruff', 'format', '--check', '--no-cache', '.'])).toBeNull()
})
