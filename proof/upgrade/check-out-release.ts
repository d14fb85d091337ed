import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A release in a folder of its own, with all it needs to run. */
export type Release = { commit: string; folder: string; program: string; remove: () => Promise<void> }

/** The release before this one. A clone may come without its tags. */
const PREVIOUS = { tag: 'v0.2.0', commit: '3333dc52649717504f73a970491e789f06a55b18' }

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** `ref` is any tag or commit; the release before this one when none is named. */
export async function checkOutRelease(ref: string | undefined): Promise<Release> {
  const commit = ref === undefined ? (commitOf(PREVIOUS.tag) ?? commitOf(PREVIOUS.commit)) : commitOf(ref)
  if (!commit) throw new Error(`This clone does not hold ${ref ?? PREVIOUS.tag}. Run: git fetch --tags --unshallow`)
  const folder = await mkdtemp(join(tmpdir(), 'bindery-release-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // The user that sandboxed engines run as must pass.
    await chmod(folder, 0o755)
    const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    bringPackages(folder)
    return { commit, folder, program: join(folder, 'server/src/main/bindery.ts'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function commitOf(ref: string): string | undefined {
  try {
    const args = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** Those of this checkout where they are the same; else as its own lockfile says. Links to its own parts are relative, and so become its own. */
function bringPackages(folder: string) {
  const isSame = packagesOf(ROOT) === packagesOf(folder)
  if (!isSame || !existsSync(join(ROOT, 'node_modules'))) {
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
    return
  }
  const target = join(folder, 'node_modules')
  try {
    execFileSync('cp', ['-al', join(ROOT, 'node_modules'), target], { stdio: 'ignore' })
  } catch {
    // Another disk: files cannot be shared.
    execFileSync('cp', ['-a', join(ROOT, 'node_modules'), folder])
  }
}

/** What the product is made of, as its lockfile has it. */
function packagesOf(folder: string): string {
  // Safe: npm wrote it.
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; dev?: boolean; link?: boolean }>
  }
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version, integrity }]) => `${path} ${version} ${integrity}`)
    .sort()
    .join('\n')
}
