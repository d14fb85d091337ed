import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'

/**
 * Makes the package `bindery-data` as it is published: service, command and SDK as JavaScript, for Node takes no TypeScript from
 * node_modules. Every file keeps its place and its lines, so that what runs is what is read here.
 * `node tools/pack-bindery.ts <folder>`; then `npm publish <folder>`.
 */
const ROOT = join(import.meta.dirname, '..')
const WORKSPACES = ['server', 'spreadsheet', 'sdk', 'cli', 'mcp']
const COPIED = ['server/migrations', 'docs/problems', 'openapi.json', 'LICENSE', 'README.md']
/** Built before, by `scripts/pack`. */
const BUILT = ['console/dist']

/** Loaded when a setting asks for them, and half of all files: whoever sets S3, tracing or payments installs them beside. */
const EXTRAS = /^@aws-sdk\/|^@opentelemetry\/(?:sdk|exporter)-|^stripe$/

const SPECIFIER = /(\b(?:from|import)\s*\(?\s*)'([^'\n]+)'/g
/** Programs that are started by their file name. */
const FILE_NAME = /'((?:\.{1,2}\/)*[\w./-]+)\.ts'/g

type Description = {
  name: string
  version: string
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export function packBindery(folder: string): void {
  const workspaces = WORKSPACES.map((path) => ({ path, description: describe(path) }))
  const places = placesOf(workspaces)
  for (const { path, description } of workspaces) {
    for (const file of filesBelow(join(path, 'src'))) writeFile(folder, file, places)
    write(join(folder, path, 'package.json'), { type: 'module', version: description.version })
  }
  for (const path of [...COPIED, ...BUILT.filter((built) => existsSync(join(ROOT, built)))])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  write(join(folder, 'package.json'), publishedDescription(workspaces.map(({ description }) => description)))
}

function describe(path: string): Description {
  return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
}

const filesBelow = (path: string): string[] =>
  readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && !entry.name.endsWith('.pyc'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

/** What packages of ours are imported by, and the file that is meant. */
function placesOf(workspaces: readonly { path: string; description: Description }[]) {
  const exported = workspaces.flatMap(({ path, description: { name, exports = {} } }) =>
    Object.entries(exports).map(([entry, file]) => ({
      before: join(name, entry).replace('*', ''),
      isFolder: entry.endsWith('*'),
      file: join(path, file).replace('*', ''),
    })),
  )
  return (specifier: string): string | undefined => {
    for (const { before, isFolder, file } of exported) {
      if (specifier === before) return file
      if (isFolder && specifier.startsWith(before)) return file + specifier.slice(before.length)
    }
    return undefined
  }
}

function writeFile(folder: string, file: string, placeOf: (specifier: string) => string | undefined) {
  const target = join(folder, file)
  mkdirSync(dirname(target), { recursive: true })
  if (!file.endsWith('.ts')) return cpSync(join(ROOT, file), target)
  const text = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
    .replace(SPECIFIER, (all, before: string, specifier: string) => {
      const place = placeOf(specifier)
      return place === undefined ? all : `${before}'${relativePath(dirname(file), place)}'`
    })
    .replace(FILE_NAME, "'$1.js'")
  writeFileSync(target.replace(/\.ts$/, '.js'), text)
}

function relativePath(from: string, to: string): string {
  const path = relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Everything of ours is inside; what it takes besides is what all of it takes. */
function publishedDescription(descriptions: readonly Description[]) {
  const own = new Set(descriptions.map(({ name }) => name))
  const all = (kind: 'dependencies' | 'optionalDependencies', isMeant: (name: string) => boolean) =>
    Object.fromEntries(
      descriptions
        .flatMap((description) => Object.entries(description[kind] ?? {}))
        .filter(([name]) => !own.has(name) && isMeant(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const extras = all('dependencies', (name) => EXTRAS.test(name))
  // Safe: npm would have refused a package.json without them.
  const { name, version, description, license, type, engines } = describe('server') as unknown as Record<
    string,
    unknown
  >
  const sdk = describe('sdk')
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { bindery: 'server/src/main/shell.js' },
    dependencies: all('dependencies', (name) => !EXTRAS.test(name)),
    optionalDependencies: all('optionalDependencies', () => true),
    peerDependencies: { ...extras, ...sdk.peerDependencies },
    peerDependenciesMeta: Object.fromEntries(
      Object.keys({ ...extras, ...sdk.peerDependencies }).map((name) => [name, { optional: true }]),
    ),
  }
}

function write(file: string, content: unknown) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('node tools/pack-bindery.ts <folder>')
  packBindery(folder)
}
