import type { Client, Workbook } from '@bindery-data/sdk'
import type { Profile } from './profile.ts'
import type { Terminal } from './terminal.ts'

export type Option = {
  summary: string
  short?: string
  /** What stands behind it, as the help shows it; a switch when left out. */
  value?: string
  /** It may be said several times. */
  isList?: true
}

export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** What a command is given. */
export type Call = {
  args: readonly string[]
  options: Options
  terminal: Terminal
  profile: Profile
  /** With the credential of the profile; refused without one. */
  client: () => Client
  /** The one of this id or title, or that `--workbook`, the environment or the profile names. */
  workbook: (named?: string) => Promise<Workbook>
  /** Answers for programs: as the API tells it. */
  isJson: boolean
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  readStdin: () => Promise<string>
  /** What stands on standard input comes from a program or a file. */
  isPiped: boolean
}

/** A command as data: from it come parsing, help and completion. */
export type Command = {
  name: string
  summary: string
  /** `<needed>` and `[left out]`, in order. */
  args: readonly string[]
  options: Readonly<Record<string, Option>>
  run: (call: Call) => Promise<void>
}

/** The command was called in a way it is not made for. */
export class UsageError extends Error {}

/** What every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  workbook: { short: 'w', value: 'id', summary: 'the workbook; else BINDERY_WORKBOOK, or the one of `bindery use`' },
  json: { summary: 'answer in JSON, for programs' },
  url: { value: 'address', summary: 'the service; else BINDERY_URL, or the one of `bindery login`' },
  token: { value: 'token', summary: 'the credential; better BINDERY_TOKEN, which no list of processes shows' },
  help: { short: 'h', summary: 'how a command is used' },
}

export const textOption = (options: Options, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export const listOption = (options: Options, name: string): readonly string[] => {
  const value = options[name]
  return Array.isArray(value) ? value : []
}

export function numberOption(options: Options, name: string, otherwise: number): number {
  const text = textOption(options, name)
  if (text === undefined) return otherwise
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} takes a number`)
  return Number(text)
}

export const writeJson = (call: Call, value: unknown) => call.terminal.write(`${JSON.stringify(value, null, 2)}\n`)
