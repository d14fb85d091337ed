import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { placeOf } from '../programs/bundled-program.ts'
import type { Bind } from './sandbox-options.ts'

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

/** Everything of ours is found below here inside, so that no path tells where the host keeps it. */
const INSIDE = '/app'
const ROOT = join(import.meta.dirname, '../../../..')

export function findProgram(name: string): string | undefined {
  return PROGRAM_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** A program and the libraries it names; those stand where the loader looks for them. */
export function programBinds(from: string, to: string): Bind[] {
  return [{ from, to }, ...librariesOf(from).map((library) => ({ from: library, to: library }))]
}

export type NodeProgram = { program: string; entry: string; readOnlyBinds: readonly Bind[] }

/**
 * What it takes to run a file of `server/src` by this very Node: the Node binary, the sources, and the named packages with all they
 * depend on. Nothing else of the repository is seen inside. `bundled`: where `bundledProgram` says the file is; then no other
 * source is seen.
 */
export function nodeProgramBinds(
  entry: string,
  packages: readonly string[] = ['@duckdb/node-api'],
  bundled?: string,
): NodeProgram {
  const place = relative(ROOT, entry)
  assertState(place.startsWith('server/src/'), `${entry} is no file of the server`)

  const script = placeOf(entry)
  return {
    program: `${INSIDE}/bin/node`,
    entry: `${INSIDE}/${bundled === undefined ? place : script}`,
    readOnlyBinds: [
      ...programBinds(process.execPath, `${INSIDE}/bin/node`),
      bundled === undefined
        ? { from: join(ROOT, 'server/src'), to: `${INSIDE}/server/src` }
        : { from: join(bundled, script), to: `${INSIDE}/${script}` },
      // Says that a file is an ES module.
      { from: join(ROOT, 'server/package.json'), to: `${INSIDE}/server/package.json` },
      ...[...packageFolders(packages)].map(([name, from]) => ({ from, to: `${INSIDE}/node_modules/${name}` })),
    ],
  }
}

const libraries = new Map<string, readonly string[]>()

/** Asks the loader; only programs of ours are ever asked about. */
function librariesOf(program: string): readonly string[] {
  const known = libraries.get(program)
  if (known) return known
  const found = listLibraries(program)
  libraries.set(program, found)
  return found
}

function listLibraries(program: string): string[] {
  const ldd = findProgram('ldd')
  assertState(ldd, 'ldd, which belongs to the C library, is missing')
  const listed = execFileSync(ldd, [program], { encoding: 'utf8', env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  // `libc.so.6 => /lib/…/libc.so.6 (0x…)`, and for the loader itself `/lib64/ld-linux-x86-64.so.2 (0x…)`.
  return [...listed.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].flatMap(([, path]) => path ?? [])
}

/** The packages and, through their package.json, all that they need; by name. A package below another one comes with it. */
function packageFolders(names: readonly string[]): Map<string, string> {
  const folders = new Map<string, string>()
  const open = names.map((name) => ({ name, base: import.meta.url, isOptional: false }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, base, isOptional } = next
    if (folders.has(name)) continue
    const description = findDescription(name, base)
    if (!description && isOptional) continue
    assertState(description, `the package ${name} is not installed`)
    folders.set(name, dirname(description))
    const { dependencies, optionalDependencies } = readDependencies(description)
    open.push(...dependencies.map((needed) => ({ name: needed, base: description, isOptional: false })))
    open.push(...optionalDependencies.map((wanted) => ({ name: wanted, base: description, isOptional: true })))
  }
  return folders
}

/** Throws for what is not installed, as for every other failure: hence the broad catch. */
function findDescription(name: string, base: string): string | undefined {
  try {
    return findPackageJSON(name, base)
  } catch {
    return undefined
  }
}

function readDependencies(description: string) {
  const read: unknown = JSON.parse(readFileSync(description, 'utf8'))
  const names = (key: 'dependencies' | 'optionalDependencies') => {
    // Safe: npm has refused to install a package whose package.json is of another shape.
    const listed = (read as Record<typeof key, Record<string, string> | undefined>)[key] ?? {}
    return Object.keys(listed)
  }
  return { dependencies: names('dependencies'), optionalDependencies: names('optionalDependencies') }
}
