import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { defineConfig } from 'vitest/config'

/** Where `scripts/services start` put PostgreSQL, S3 and Redis; the environment wins. */
const services = existsSync('.services/env') ? parseEnv(readFileSync('.services/env', 'utf8')) : {}

export default defineConfig({
  test: {
    include: ['{server,tools,spreadsheet,sdk,cli,mcp,console,site,proof}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    env: { ...services, ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}) },
    // A machine that is busy with other work is slow, and no test is about that.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more files at once only wait for each other.
    maxWorkers: 2,
  },
})
