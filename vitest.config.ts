import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where `scripts/services start` put PostgreSQL, S3 and Redis; the environment wins. */
const services = existsSync('.services/env') ? parseEnv(readFileSync('.services/env', 'utf8')) : {}

/** What takes longest, by measurement. Begun last, it would run alone while the other workers have nothing left. */
const LONGEST = [
  'tools/python-sdk.test.ts',
  'console/test/console.test.ts',
  'cli/src/run.test.ts',
  'server/src/work/file-links/file-links.test.ts',
  'server/src/core/policies/kept-roles.test.ts',
  'server/src/work/branches/merge.test.ts',
  'server/src/work/transforms/python-columns.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rest = await super.sort(files)
    const longest = LONGEST.flatMap((name) => rest.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)))
    return [...new Set([...longest, ...rest])]
  }
}

export default defineConfig({
  test: {
    include: ['{server,tools,spreadsheet,sdk,cli,mcp,console,site,proof}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    env: { ...services, ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}) },
    // A machine that is busy with other work is slow, and no test is about that.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A worker imports the service once (4 s of processor time), not again for each of its test files.
    isolate: false,
    // Files that share a worker must not meet what others changed.
    setupFiles: ['server/test/unchanged-process.ts'],
    restoreMocks: true,
    // On two cores two workers leave a fifth of the time unused: tests wait for PostgreSQL, for timers and for processes.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
})
