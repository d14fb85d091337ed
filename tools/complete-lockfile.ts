import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Some registries hold the binaries of one platform only. npm then leaves the others out of the lockfile, and `npm ci`
 * refuses it. This adds them: optional, named by their platform, so that every machine passes over what is not its own.
 * Runs after each `npm install`; `--check` only tells whether anything is missing.
 */
const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))

type Entry = {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, Entry> }

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

// Safe: the file is npm's own.
const lockfile = JSON.parse(readFileSync(FILE, 'utf8')) as Lockfile
const missing = findMissing(lockfile)
const isCheck = process.argv.includes('--check')

if (missing.size > 0 && isCheck) {
  console.error(`package-lock.json lacks ${[...missing.keys()].join(', ')}. Run: node tools/complete-lockfile.ts`)
  process.exit(1)
}
if (missing.size > 0) {
  const packages = { ...lockfile.packages, ...Object.fromEntries(missing) }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(FILE, `${JSON.stringify({ ...lockfile, packages: sorted }, null, 2)}\n`)
  console.log(`Added ${missing.size} packages of other platforms.`)
}

function findMissing({ packages }: Lockfile): Map<string, Entry> {
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
