import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll } from 'vitest'
import { newPerson } from '../../server/test/person.ts'
import { startWithJobs } from '../../server/test/source-place.ts'
import { run } from '../src/run.ts'

export type Ran = { code: number; out: string; bytes: Buffer; errors: string }

type ShellOptions = {
  isScreen?: boolean
  stdin?: string
  env?: Record<string, string>
  signal?: AbortSignal
  onOut?: (text: string) => void
  onStderr?: (text: string) => void
}

/** The real service and a shell to call it from, with a folder of its own. */
export function startShell() {
  const service = startWithJobs()
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bindery-cli-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A user with their own config file; logged in with a token. */
  async function newShell() {
    const person = await newPerson(service.url())
    const scopes = ['workbooks:write', 'workbooks:share', 'workbooks:delete', 'governance:configure']
    const token = await service.newToken(person, { scopes })
    const config = join(folder, `${person.userId}.json`)
    const bindery = (argv: string[], wishes: ShellOptions = {}) =>
      runCaptured(argv, {
        ...wishes,
        env: { BINDERY_CONFIG: config, BINDERY_URL: service.url(), BINDERY_TOKEN: token, ...wishes.env },
      })
    return { person, token, config, bindery }
  }
  return { service, newShell, path: (name: string) => join(folder, name) }
}

/** Runs a command line in this process, keeping what it writes. */
async function runCaptured(
  argv: string[],
  { isScreen = false, stdin = '', env = {}, signal, onOut, onStderr }: ShellOptions,
): Promise<Ran> {
  const [out, errors]: [Buffer[], Buffer[]] = [[], []]
  const into = (chunks: Buffer[], seen?: (text: string) => void) => ({
    isTTY: isScreen,
    columns: 80,
    write: (chunk: string | Uint8Array, done?: () => void) => {
      chunks.push(Buffer.from(chunk))
      seen?.(String(chunk))
      done?.()
    },
  })
  const code = await run(argv, {
    stdin: Readable.from([stdin]),
    stdout: into(out, onOut),
    stderr: into(errors, onStderr),
    env,
    signal: signal ?? new AbortController().signal,
  })
  const bytes = Buffer.concat(out)
  return { code, out: bytes.toString(), bytes, errors: Buffer.concat(errors).toString() }
}
