import { readProfile } from '@bindery-data/cli/profile.ts'
import { forwardFromShell } from '@bindery-data/mcp/forward-from-shell.ts'

/** `bindery mcp`: as the user who logged in, unless the environment names another. */
export async function forwardAgents({ env }: Pick<NodeJS.Process, 'env'>): Promise<void> {
  await forwardFromShell(await readProfile(env))
}
