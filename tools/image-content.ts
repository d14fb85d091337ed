import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The unpacked files of an image, and what must not be in them. */
export type Image = {
  /** Where its root is. */
  root: string
  /** Paths of packages, as the lockfile has them, that only serve to work on the product. */
  devPackages: readonly string[]
  /** Words of the network that it was built in. */
  hosts: readonly string[]
}

const APP = 'opt/bindery'
/** Files of ours that are there to be worked on, not to be run. */
const WORKSHOP = /(?:^|\/)(?:\.git|test|proof|bench|packs|site|\.services)\/|\.test\.[jt]sx?$|\.tsx?$/
/** How packages were fetched. A place where something was mounted stays as an empty file. */
const CREDENTIALS = [
  'usr/local/etc/npmrc',
  'etc/pip.conf',
  'root/.npmrc',
  'opt/bindery/.npmrc',
  'opt/bindery/.env',
  'root/.netrc',
]
/** What installing leaves behind. */
const LEFT_OVER = ['source', 'root/.npm', 'root/.cache', 'var/lib/apt/lists']
/** Small files beside the packages, which tell where these came from. */
const TELLING = ['opt/bindery/node_modules/.package-lock.json', 'opt/bindery/package.json']

/** Everything that has no business in an image. */
export function findStrangers({ root, devPackages, hosts }: Image): string[] {
  const own = filesOf(join(root, APP)).filter((file) => WORKSHOP.test(file))
  const packages = devPackages.filter((path) => existsSync(join(root, APP, path)))
  const credentials = CREDENTIALS.filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).size > 0)
  const leftOver = LEFT_OVER.filter((path) => existsSync(join(root, path)) && readdirSync(join(root, path)).length > 0)
  const telling = TELLING.filter((path) => existsSync(join(root, path))).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return hosts.some((host) => text.includes(host))
  })
  return [...own.map((file) => join(APP, file)), ...packages, ...credentials, ...leftOver, ...telling]
}

/** Without those of packages: what others ship is theirs. */
function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules')
  return entries.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name]
    return filesOf(join(folder, entry.name)).map((file) => join(entry.name, file))
  })
}

/** From a lockfile. */
export function devPackagesIn(lockfile: string): string[] {
  // Safe: npm wrote it.
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { dev?: boolean; link?: boolean }> }
  return Object.entries(packages)
    .filter(([, { dev, link }]) => dev && !link)
    .map(([path]) => path)
}
