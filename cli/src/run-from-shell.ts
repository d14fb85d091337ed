import { run } from './run.ts'

/** The command line of this process; Ctrl-C ends what is under way, a second one everything. */
export async function runFromShell(argv: readonly string[], foreword = ''): Promise<void> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  const { stdin, stdout, stderr, env } = process
  // The write that fails reports it.
  stdout.on('error', () => undefined)
  process.exitCode = await run(argv, { stdin, stdout, stderr, env, signal: interrupted.signal }, foreword)
}
