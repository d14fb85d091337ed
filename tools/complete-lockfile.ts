import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Some registries hold the binaries of one platform only. npm then leaves the others out of the lockfile, and `npm ci`
 * refuses it. This adds them: optional, named by their platform, so that every machine passes over what is not its own; and
 * asks the registry for the hash of every package that has none, because npm installs such a package unchecked.
 *
 * `--check` changes nothing. It fails when a package is missing, or when this machine would install one without a hash; with
 * `--every-platform`, as a release does, when any machine would.
 */
const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))

export type Entry = {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Packages = Readonly<Record<string, Entry>>
type Machine = { os: string; cpu: string; libc: string }
/** Undefined where the registry does not have this version. */
type HashOf = (name: string, version: string) => string | undefined

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Packages that an entry names and the lockfile lacks. */
export function findMissing(packages: Packages): Map<string, Entry> {
  const found = new Map<string, Entry>()
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`
      // Packages for every platform are not our matter: npm has said what it thinks of them.
      if (packages[path] || !isOfPlatform(name)) continue
      found.set(path, { version, ...(parent.dev ? { dev: true } : {}), optional: true, ...platformOf(name) })
    }
  }
  return found
}

/** Packages that would be installed unchecked: by `machine`, or by any machine when it is left out. */
export function findUnhashed(packages: Packages, machine?: Machine): string[] {
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => path.includes('node_modules/') && !link && !isHash(integrity))
    .filter(([, entry]) => !machine || suits(entry, machine))
    .map(([path]) => path)
}

/** Adds the hashes that the registry has. A version is published once, so its hash never changes. */
export function withHashes(packages: Packages, hashOf: HashOf): Packages {
  const unhashed = new Set(findUnhashed(packages))
  return Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => {
      const hash = unhashed.has(path) ? hashOf(nameOf(path), entry.version ?? '') : undefined
      if (!isHash(hash)) return [path, entry]
      const { version, ...others } = entry
      return [path, { version, ...others, integrity: hash }]
    }),
  )
}

/** npm also accepts sha1, which can be forged. */
const isHash = (integrity: string | undefined): integrity is string =>
  integrity !== undefined && /^sha512-[\w+/]{86}==$/.test(integrity)

const suits = ({ os, cpu, libc }: Entry, machine: Machine) =>
  (os?.includes(machine.os) ?? true) && (cpu?.includes(machine.cpu) ?? true) && (libc?.includes(machine.libc) ?? true)

/** The machine this runs on, in the words of npm. */
export function thisMachine(): Machine {
  // Safe: Node documents the header; on musl, and where there is no libc to choose, the field is missing.
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' }
}

const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

function wordsOf(name: string): string[] {
  return (name.split('/').at(-1) ?? '').split(/[-.]/)
}

function isOfPlatform(name: string): boolean {
  return wordsOf(name).some((word) => SYSTEMS.includes(word) || word === 'wasm32')
}

function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = wordsOf(name)
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return { ...(os.length > 0 ? { os } : {}), ...(cpu.length > 0 ? { cpu } : {}), ...(libc.length > 0 ? { libc } : {}) }
}

function askRegistry(name: string, version: string): string | undefined {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    return execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: [...stdio],
    }).trim()
  } catch {
    return undefined
  }
}

function check(packages: Packages, isForAll: boolean) {
  const missing = [...findMissing(packages).keys()]
  const unhashed = findUnhashed(packages, isForAll ? undefined : thisMachine())
  if (missing.length > 0) console.error(`package-lock.json lacks ${missing.join(', ')}.`)
  if (unhashed.length > 0) console.error(`package-lock.json has no hash of ${unhashed.map(nameOf).join(', ')}.`)
  if (missing.length + unhashed.length === 0) return
  console.error('Run npm run lock with a registry that holds the packages of every platform.')
  process.exitCode = 1
}

function complete(lockfile: { packages: Packages }) {
  const all = { ...lockfile.packages, ...Object.fromEntries(findMissing(lockfile.packages)) }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  const packages = withHashes(sorted, askRegistry)
  writeFileSync(FILE, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`)
  const unhashed = findUnhashed(packages)
  if (unhashed.length === 0) return
  console.warn(
    `The registry has no hash of ${unhashed.map(nameOf).join(', ')}: no release can be made from this lockfile.`,
  )
}

if (import.meta.main) {
  // Safe: the file is npm's own.
  const lockfile = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Packages }
  if (process.argv.includes('--check')) check(lockfile.packages, process.argv.includes('--every-platform'))
  else complete(lockfile)
}
