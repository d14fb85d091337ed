#!/usr/bin/env node
import { grantCredits } from '../features/billing/grant-credits.ts'
import { readJobOverview } from '../features/jobs/read-job-overview.ts'
import { makePasswordLink } from '../features/sessions/make-password-link.ts'
import type { Platform } from '../platform/context.ts'
import { ServiceError } from '../platform/errors.ts'
import { migrate } from '../platform/migrations.ts'
import { startApi } from './api.ts'
import { readSettings, VARIABLES } from './config.ts'
import { ConfigError } from './environment-reader.ts'
import { taskHandlers } from './job-handlers.ts'
import { openPlatform } from './platform.ts'
import { presentJobOverview, tellJobs } from './tell-jobs.ts'
import { startTracing } from './tracing.ts'
import { startWorker } from './worker.ts'

const USAGE = `bindery: spreadsheets in, governed tables out

  bindery serve [--role api|worker]         runs the service; both roles when none is named
  bindery migrate                           brings the database up to date
  bindery config                            lists the settings
  bindery grant <account> <credits> [note]  gives an account credits
  bindery password-link <email>             makes a link to a new password, where no mail can be sent
  bindery jobs [--json]                     shows what waits, runs and fails

Settings come from the environment; 'bindery config' explains them.`

/** Long enough for running requests, shorter than the patience of whoever stops us. */
const DRAIN_MS = 25_000

async function main([command, ...rest]: string[]) {
  // Whoever asks what a command does must not find it done.
  if (rest.includes('--help')) return console.log(USAGE)
  switch (command) {
    case 'serve':
      return serve(rest)
    case 'migrate':
      return console.log(told(await migrate(readSettings().databaseUrl)))
    case 'config':
      return listSettings()
    case 'grant':
      return withPlatform(async (platform) => {
        const [account = '', credits = '', note] = rest
        if (!/^[1-9]\d*$/.test(credits)) throw new UsageError()
        const balance = await grantCredits(platform, { account, credits: Number(credits), ...(note ? { note } : {}) })
        console.log(`${account} now has ${balance.remaining} credits.`)
      })
    case 'password-link':
      return withPlatform(async (platform) => console.log(await makePasswordLink(platform, rest[0] ?? '')))
    case 'jobs':
      return withPlatform(async (platform) => {
        const overview = await readJobOverview(platform)
        console.log(rest[0] === '--json' ? JSON.stringify(presentJobOverview(overview)) : tellJobs(overview))
      })
    case undefined:
    case 'help':
    case '--help':
      return console.log(USAGE)
    default:
      throw new UsageError()
  }
}

class UsageError extends Error {}

const told = (applied: string[]) =>
  applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'

function listSettings() {
  for (const [name, meaning, standard] of VARIABLES) {
    console.log(`${name.padEnd(30)} ${meaning}${standard ? ` (${standard})` : ''}`)
  }
}

async function withPlatform(work: (platform: Platform) => Promise<void>) {
  const { platform, close } = await openPlatform(readSettings(), 'bindery operator')
  await work(platform).finally(close)
}

async function serve(options: string[]) {
  const role = options[0] === '--role' ? options[1] : 'all'
  if (role !== 'all' && role !== 'api' && role !== 'worker') throw new UsageError()
  const settings = readSettings()
  await migrate(settings.databaseUrl)
  const stopTracing = await startTracing(settings.traceEndpoint)
  const running = [
    ...(role === 'worker' ? [] : [await startApi(settings)]),
    ...(role === 'api' ? [] : [await startWorker(settings, { handlers: taskHandlers })]),
  ]
  stopOnSignal(async () => {
    for (const part of running) await part.close()
    await stopTracing()
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

/** Mistakes of whoever called are told in a sentence; anything else is a fault and shows where. */
function fail(error: unknown): never {
  if (error instanceof UsageError) console.error(USAGE)
  else if (error instanceof ServiceError) console.error(error.text.detail)
  else console.error(error instanceof ConfigError ? error.message : error)
  process.exit(error instanceof UsageError ? 2 : 1)
}

main(process.argv.slice(2)).catch(fail)
