#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { readJobOverview } from '../core/jobs/read-job-overview.ts'
import { grantCredits } from '../people/billing/credits/credits.ts'
import { makePasswordLink } from '../people/sessions/password/password-links.ts'
import type { Platform } from '../platform/context.ts'
import { migrate } from '../platform/database/migrations.ts'
import { ServiceError } from '../platform/errors.ts'
import type { Settings } from '../platform/settings.ts'
import { VARIABLES } from './config/config.ts'
import { ConfigError } from './config/environment-reader.ts'
import { openNodeSettings } from './config/node-settings.ts'
import { checkNode, describeFinding } from './monitoring/check-node.ts'
import { openPlatform } from './platform.ts'
import { presentJobOverview, reportJobs } from './report-jobs.ts'
import { serve } from './serve.ts'

const USAGE = `bindery: spreadsheets in, governed tables out

  bindery serve [--role api|worker|sql]     runs the service; api and worker when none is named
  bindery migrate                           brings the database up to date
  bindery config                            lists the settings
  bindery grant <account> <credits> [note]  gives an account credits
  bindery password-link <email>             makes a link to a new password, where no mail can be sent
  bindery jobs [--json]                     shows what waits, runs and fails
  bindery check                             whether everything is here that a node stands on

Settings come from the environment; 'bindery config' explains them. --data <folder> names the data folder: where no
DATABASE_URL is set, the service keeps a PostgreSQL of its own there.`

/** Long enough for running requests, shorter than the patience of a supervisor that stops us. */
const DRAIN_MS = 25_000

const OPTIONS = {
  role: { type: 'string', default: 'all' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

async function main(args: string[]) {
  const { values, positionals } = parse(args)
  const { role, data, json: isJson, help: isHelp } = values
  const [command, ...rest] = positionals
  // A question for help must not run the command.
  if (isHelp) return console.log(USAGE)
  switch (command) {
    case 'serve':
      if (role !== 'all' && role !== 'api' && role !== 'sql' && role !== 'worker') throw new UsageError()
      return stopOnSignal(await serve(role, data))
    case 'migrate':
      return withSettings(data, async ({ databaseUrl }) => console.log(summary(await migrate(databaseUrl))))
    case 'config':
      return listSettings()
    case 'grant':
      return withPlatform(data, async (platform) => {
        const [account = '', credits = '', note] = rest
        if (!/^[1-9]\d*$/.test(credits)) throw new UsageError()
        const balance = await grantCredits(platform, { account, credits: Number(credits), ...(note ? { note } : {}) })
        console.log(`${account} now has ${balance.remaining} credits.`)
      })
    case 'password-link':
      return withPlatform(data, async (platform) => console.log(await makePasswordLink(platform, rest[0] ?? '')))
    case 'jobs':
      return withPlatform(data, async (platform) => {
        const overview = await readJobOverview(platform)
        console.log(isJson ? JSON.stringify(presentJobOverview(overview)) : reportJobs(overview))
      })
    case 'check':
      return withPlatform(data, async (platform) => {
        const findings = await checkNode(platform)
        console.log(findings.map(describeFinding).join('\n'))
        if (findings.some(({ isFine, isNeeded }) => isNeeded && !isFine)) process.exitCode = 1
      })
    case undefined:
    case 'help':
      return console.log(USAGE)
    default:
      throw new UsageError()
  }
}

class UsageError extends Error {}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch {
    throw new UsageError()
  }
}

const summary = (applied: string[]) =>
  applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'

function listSettings() {
  for (const [name, meaning, standard] of VARIABLES) {
    console.log(`${name.padEnd(30)} ${meaning}${standard ? ` (${standard})` : ''}`)
  }
}

async function withSettings(data: string | undefined, work: (settings: Settings) => Promise<void>) {
  const { settings, close } = await openNodeSettings(data, { isServing: false })
  await work(settings).finally(close)
}

function withPlatform(data: string | undefined, work: (platform: Platform) => Promise<void>) {
  return withSettings(data, async (settings) => {
    const { platform, close } = await openPlatform(settings, 'bindery operator')
    await work(platform).finally(close)
  })
}

function stopOnSignal(close: () => Promise<void>) {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      close().then(() => process.exit(0), fail)
    })
  }
}

/** Some settings ask for packages that are installed beside the published one. */
function missingPackage(error: unknown): string | undefined {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing ? /package '([^']+)'/.exec(error.message)?.[1] : undefined
}

/** Mistakes of the user are reported in a sentence; anything else is a fault and shows where. */
function fail(error: unknown): never {
  if (error instanceof UsageError) console.error(USAGE)
  else if (error instanceof ServiceError) console.error(error.text.detail)
  else if (missingPackage(error))
    console.error(`${missingPackage(error)} is not installed. Run: npm install ${missingPackage(error)}`)
  else console.error(error instanceof ConfigError ? error.message : error)
  process.exit(error instanceof UsageError ? 2 : 1)
}

main(process.argv.slice(2)).catch(fail)
