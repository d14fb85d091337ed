import { realpathSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { forwardFromShell } from '@bindery-data/mcp/forward-from-shell.ts'
import { createClient } from '@bindery-data/sdk'
import { ConfigError, type Environment } from '../config/environment-reader.ts'
import type { FolderState } from './follow-folder.ts'
import { localTools } from './local-tools.ts'
import { describeProtection } from './protection.ts'
import { ask, findOrStartNode, type RunningNode } from './running-node.ts'
import { makeStateFolder, standardState } from './state-folder.ts'
import type { WriteRules } from './write-place.ts'

/** How long the service stays when the last agent has left: the next one finds it ready. */
const KEEP_MINUTES = 15
/** How long a call waits for files that are being read. list_files says which are still. */
const CATCH_UP_MS = 20_000

const OPTIONS = {
  'write-to': { type: 'string' },
  'in-place': { type: 'boolean', default: false },
  state: { type: 'string' },
  keep: { type: 'string', default: String(KEEP_MINUTES) },
} as const

export const USAGE = `bindery mcp <folder> [options]: the spreadsheets of a folder, for an agent on this machine

  --write-to <folder>  where the tool save_file may write; it writes nothing when left out
  --in-place           save_file may put an edited file over its original
  --state <folder>     where everything is kept; <cache>/bindery/… when left out
  --keep <minutes>     how long the service stays when the last agent has left (${KEEP_MINUTES})

bindery mcp, without a folder, passes on to the service of \`bindery login\`.`

/** `bindery mcp <folder>`: a service of its own for the folder, and its tools on standard input and output. */
export async function serveFolder(args: readonly string[], environment: Environment, version: string): Promise<void> {
  const { folder, state, keepMinutes, ...allowed } = readArguments(args, environment)
  const place = { folder, state: makeStateFolder(state) }
  const running = await findOrStartNode(place, { environment, version, keepMinutes })
  bePresent(running)
  const { url, token, workbookId } = running
  const rules: WriteRules = { ...place, ...allowed }
  // Safe: it is the service that this package brings, in this very version.
  const look = async () => (await ask(running, 'GET', '/files')) as FolderState
  const protection = describeProtection(running, process.platform)
  process.stderr.write(`Bindery serves ${folder}. ${protection}\n`)
  await forwardFromShell(
    { url, token },
    {
      tools: localTools({ client: createClient({ url, token }), rules, look }),
      instructions: instructionsFor(rules, workbookId, protection),
      before: () => catchUp(running),
    },
  )
}

/** A folder that cannot be read is no reason to fail a call; where the service itself is gone, the call says so. */
async function catchUp(running: RunningNode) {
  const inStep = ask(running, 'POST', '/catch-up').catch(() => {})
  await Promise.race([inStep, pause(CATCH_UP_MS, undefined, { ref: false })])
}

function readArguments(args: readonly string[], environment: Environment) {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const [named, ...others] = positionals
  const keepMinutes = Number(values.keep)
  if (named === undefined || others.length > 0 || !(keepMinutes >= 0)) throw new ConfigError([USAGE])
  const folder = realFolder(named)
  const writeTo = values['write-to'] === undefined ? null : realFolder(values['write-to'])
  const state = values.state === undefined ? standardState(folder, environment) : resolve(values.state)
  return { folder, state, keepMinutes, writeTo, isInPlaceAllowed: values['in-place'] }
}

function realFolder(named: string): string {
  const found = statSync(named, { throwIfNoEntry: false })
  if (!found?.isDirectory()) throw new ConfigError([`${named} is not a folder.`])
  return realpathSync(named)
}

/** An open request keeps the service; it ends with this process, however that ends. */
function bePresent({ door, token }: RunningNode) {
  const presence = request(`${door}/present`, { headers: { authorization: `Bearer ${token}` } })
  presence.on('response', (response) => response.on('error', () => {}).resume())
  presence.on('error', () => {})
  presence.end()
  // The agent has closed its end: nothing else keeps this process.
  process.stdin.once('close', () => presence.destroy())
  process.stdin.once('end', () => presence.destroy())
}

function instructionsFor({ folder, writeTo, isInPlaceAllowed }: WriteRules, workbookId: string, protection: string) {
  const writing = writeTo === null ? 'no file can be written' : `save_file writes below ${writeTo}`
  return [
    `The spreadsheets of the folder ${folder} are sources of one workbook, workbook_id ${workbookId}: query joins them. list_files says which source a file is.`,
    'A file that changes on disk is read again before the next tool call, and takes the place of what was edited here.',
    `edit_file and edit_rows change nothing on disk; ${writing}${isInPlaceAllowed ? ', and originals with in_place' : ''}.`,
    protection,
  ].join(' ')
}
