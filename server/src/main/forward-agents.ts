import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProfile } from '@bindery-data/cli/profile.ts'
import { forwardFromShell } from '@bindery-data/mcp/forward-from-shell.ts'
import { ConfigError } from './config/environment-reader.ts'

/** `bindery mcp`: as the user who logged in, unless the environment names another. With a folder: a service for it alone. */
export async function forwardAgents({ env }: Pick<NodeJS.Process, 'env'>, args: readonly string[]): Promise<void> {
  if (args.length === 0) return forwardFromShell(await readProfile(env))
  const { serveFolder, USAGE } = await import('./local/serve-folder.ts')
  try {
    await serveFolder(args, env, ownVersion())
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (isUsage) process.stderr.write(`${error.message}\n\n${USAGE}\n`)
    else if (error instanceof ConfigError) process.stderr.write(`${error.mistakes.join('\n')}\n`)
    else process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = isUsage || error instanceof ConfigError ? 2 : 1
  }
}

/** Of this package: a service of another version, which still runs, is replaced. */
function ownVersion(): string {
  // Safe: a file of this package.
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}
