import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRegistry } from './packages/loopback-registry.ts'
import { tryNpmPackage } from './packages/try-npm-package.ts'
import { tryPythonPackage } from './packages/try-python-package.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Five of npm, a wheel and a source distribution. */
const PACKAGES = 7
/** The package that the control damages; it tries no other. */
const DAMAGED = '@bindery-data/spreadsheet'

export const proof: Proof = {
  promise: 'Every package that is published can be installed by itself into an empty project, imported and used',
  isQuick: false,
  minutes: 5,
  about: ['tools/pack-packages.ts', 'sdk/src', 'cli/src', 'mcp/src'],
  measure: (options) => tryAll(options),
  holds: ({ packages, failed, listed }) => packages === PACKAGES && failed === 0 && listed === true,
  control: (options) => tryAll(options, DAMAGED),
}

async function tryAll({ say }: ProofOptions, damaged?: string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-packages-'))
  try {
    const tarballs = lines(join(ROOT, 'scripts/pack'), folder)
    const python = lines(join(ROOT, 'scripts/pack-python'), folder)
    for (const tarball of tarballs) if (nameOf(tarball) === damaged) loseFile(tarball)
    const registry = await startRegistry(tarballs)
    const faults: string[] = []
    try {
      for (const name of tarballs.map(nameOf).filter((name) => damaged === undefined || name === damaged)) {
        const wrong = await tryNpmPackage(name, registry.url)
        say(`${name}: ${wrong.join('; ') || 'fine'}`)
        if (wrong.length > 0) faults.push(name)
      }
      for (const file of damaged === undefined ? python : []) {
        const wrong = await tryPythonPackage(file)
        say(`${file.split('/').at(-1)}: ${wrong.join('; ') || 'fine'}`)
        if (wrong.length > 0) faults.push(file)
      }
    } finally {
      await registry.close()
    }
    return { packages: tarballs.length + python.length, failed: faults.length, listed: isListed(tarballs) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file that its `exports` offer is left out of the package. */
function loseFile(tarball: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-damaged-'))
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  rmSync(join(folder, 'package/dist/csv/open-csv.js'))
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package'])
  rmSync(folder, { recursive: true })
}

/** The entry for the registry of MCP servers names the package, the version and the server that were packed. */
function isListed(tarballs: readonly string[]): boolean {
  const listed = JSON.parse(readFileSync(join(ROOT, 'server.json'), 'utf8'))
  const [{ identifier, version }] = listed.packages
  const tarball = tarballs.find((file) => nameOf(file) === identifier)
  if (!tarball) return false
  const described = descriptionOf(tarball)
  return described.mcpName === listed.name && described.version === version && listed.version === version
}

const nameOf = (tarball: string): string => descriptionOf(tarball).name

const descriptionOf = (tarball: string) =>
  JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))

function lines(program: string, ...args: string[]): string[] {
  const printed = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return printed.trim().split('\n')
}
