import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { API_VERSION, createClient, type Workbook } from '@bindery-data/sdk'
import description from '../package.json' with { type: 'json' }
import {
  type Call,
  COMMON_OPTIONS,
  type Command,
  type Option,
  type Options,
  textOption,
  UsageError,
} from './command.ts'
import { COMMANDS } from './commands.ts'
import { describeFailure, EXIT, exitCodeOf } from './failure.ts'
import { helpOf, overview } from './help.ts'
import { readProfile } from './profile.ts'
import { type Output, type Terminal, terminalOf } from './terminal.ts'

export type Surroundings = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: Output
  stderr: Output
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}

const DEFAULT_URL = 'http://127.0.0.1:8000'

/** Does what the command line says; answers how it ended. `foreword` is shown before the list of commands. */
export async function run(argv: readonly string[], around: Surroundings, foreword = ''): Promise<number> {
  const terminal = terminalOf(around, around.env)
  const isJson = argv.includes('--json')
  try {
    await obey(argv, around, terminal, foreword)
    return EXIT.done
  } catch (error) {
    if (around.signal.aborted) return EXIT.interrupted
    // The reader of our output has enough of it.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return EXIT.done
    describeFailure(error, terminal, isJson)
    return exitCodeOf(error)
  }
}

async function obey([name, ...rest]: readonly string[], around: Surroundings, terminal: Terminal, foreword: string) {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return terminal.write(helpFor(rest[0], foreword, terminal))
  if (name === '--version' || name === '-v')
    return terminal.write(`bindery ${description.version}, API ${API_VERSION}\n`)
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw new UsageError(`'${name}' is no command${likely(name)}. \`bindery help\` lists them.`)
  const { args, options } = parsed(command, rest)
  if (options.help) return terminal.write(helpOf(command, terminal))
  const needed = command.args.filter((arg) => arg.startsWith('<')).length
  const isTooMany = args.length > command.args.length && !command.args.at(-1)?.includes('…')
  if (args.length < needed || isTooMany) throw new UsageError(`It is: bindery ${name} ${command.args.join(' ')}`)
  await command.run(await callOf(args, options, around, terminal))
}

function helpFor(name: string | undefined, foreword: string, terminal: Terminal): string {
  const command = COMMANDS.find((each) => each.name === name)
  return command ? helpOf(command, terminal) : foreword + overview(COMMANDS, terminal)
}

function parsed(command: Command, rest: readonly string[]): { args: string[]; options: Options } {
  const known = { ...COMMON_OPTIONS, ...command.options }
  const options = Object.entries(known).map(([name, { short, value, isList }]) => [
    name,
    { type: value ? 'string' : 'boolean', ...(short ? { short } : {}), ...(isList ? { multiple: true } : {}) },
  ])
  try {
    const { values, positionals } = parseArgs({
      args: withValues(rest, known),
      options: Object.fromEntries(options),
      allowPositionals: true,
    })
    return { args: positionals, options: values as Options } // Safe: texts, switches and lists are all there is.
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** What stands behind an option that takes a value is its value, though it begins with a dash: `--order-by -amount`. */
function withValues(rest: readonly string[], known: Readonly<Record<string, Option>>): string[] {
  const takesValue = (word: string) =>
    Object.entries(known).some(([name, { short, value }]) => value && (word === `--${name}` || word === `-${short}`))
  const words: string[] = []
  for (let n = 0; n < rest.length; n++) {
    const [word = '', next] = [rest[n], rest[n + 1]]
    if (word === '--') return [...words, ...rest.slice(n)]
    const isJoined = takesValue(word) && next?.startsWith('-')
    words.push(isJoined ? `${word}${word.startsWith('--') ? '=' : ''}${next}` : word)
    if (isJoined) n++
    else if (takesValue(word) && next !== undefined) words.push(rest[++n] ?? '')
  }
  return words
}

async function callOf(args: string[], options: Options, around: Surroundings, terminal: Terminal): Promise<Call> {
  const profile = await readProfile(around.env)
  const url = textOption(options, 'url') ?? profile.url ?? DEFAULT_URL
  const token = textOption(options, 'token') ?? profile.token
  const client = () => {
    if (!token) throw new UsageError('You are not logged in. `bindery login` does it, or BINDERY_TOKEN.')
    return createClient({ url, token })
  }
  return {
    args,
    options,
    terminal,
    profile: { ...profile, url },
    client,
    workbook: (named) => workbookNamed(client, named ?? textOption(options, 'workbook') ?? profile.workbook),
    isJson: options.json === true,
    signal: around.signal,
    readStdin: () => text(around.stdin),
    isPiped: around.stdin.isTTY !== true,
  }
}

/** By its id, or by its title where only one has it. */
async function workbookNamed(client: Call['client'], named: string | undefined): Promise<Workbook> {
  if (!named) throw new UsageError('Which workbook? Say --workbook, or choose one with `bindery use`.')
  if (/^wb_[0-9A-Z]{26}$/.test(named)) return client().workbook(named)
  const found: string[] = []
  for await (const { title, workbook_id } of client().workbooks()) if (title === named) found.push(workbook_id)
  const [only] = found
  if (found.length !== 1 || !only)
    throw new UsageError(
      found.length === 0 ? `No workbook is called '${named}'.` : `Several workbooks are called '${named}': say its id.`,
    )
  return client().workbook(only)
}

/** A name that is nearly that. */
function likely(name: string): string {
  const near = COMMANDS.find((command) => command.name.startsWith(name) || name.startsWith(command.name))
  return near ? `; did you mean ${near.name}?` : ''
}
