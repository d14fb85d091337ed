import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const CONSOLE = fileURLToPath(new URL('..', import.meta.url))
const BUILT = `${CONSOLE}dist/index.html`

const BUILD = `import { build } from 'vite'
await build({ logLevel: 'error', build: { emptyOutDir: false } })`

/** Builds the console if what is built is older than what it is made of. */
export function buildConsole() {
  const made = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0
  const sources = ['src', 'public'].flatMap((folder) => filesBelow(`${CONSOLE}${folder}`))
  const newest = Math.max(...[...sources, `${CONSOLE}index.html`].map((file) => statSync(file).mtimeMs))
  if (newest <= made) return
  // In a process of its own, since a test runner asks for libraries as they are while one develops. What another test may
  // be looking at still is left where it is.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: CONSOLE, env, stdio: 'inherit' })
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
