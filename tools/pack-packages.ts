import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { bundleMcpApp } from './bundle-mcp-app.ts'
import { bundleProgram } from './bundle-program.ts'
import { type InnerPlaces, plainJavaScript, publishedDeclarations } from './plain-javascript.ts'

/**
 * Writes the npm packages as they are published, each into a folder of its name: JavaScript and declarations, because Node takes
 * no TypeScript from node_modules.
 *   node tools/pack-packages.ts <folder> [--without-types]        then: npm publish <folder>/bindery-data
 */
const ROOT = join(import.meta.dirname, '..')
/** Imported by others, in the order in which they need each other. */
const LIBRARIES = ['sdk', 'spreadsheet', 'mcp', 'cli'] as const
/**
 * Files of these keep their place inside `bindery-data`: a sandbox shows a program nothing but the folders of these two, and the
 * service finds migrations, problem pages and the console by their place.
 */
const SERVICE = ['server', 'spreadsheet'] as const
/** Started as processes of their own, often: each is one file there. */
const PROGRAMS = [
  'server/src/engine/builder/builder-process.ts',
  'server/src/engine/duckdb-program/engine-process.ts',
  'server/src/engine/loader-program/loader-process.ts',
  'server/src/engine/programs/run-process.ts',
]
/** The page that clients of MCP show, beside the file that reads it. */
const APP_PAGE = 'server/src/doors/mcp/app-page.html'
const SERVICE_FILES = ['server/migrations', 'server/sql/functions', 'docs/problems', 'openapi.json', 'LICENSE']
/** Built before, by `scripts/pack`. */
const BUILT = ['console/dist']
/** Loaded when a setting asks for them, and half of all files: installed by those who use S3, tracing or payments. */
const EXTRAS = /^@aws-sdk\/|^@opentelemetry\/(?:sdk|exporter)-|^stripe$/

type Description = {
  name: string
  version: string
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  private?: boolean
}

/** The folders of the packages, by their names. */
export async function packPackages(folder: string, { hasTypes = true } = {}): Promise<Map<string, string>> {
  const folders = new Map<string, string>()
  const declarations = hasTypes ? emitDeclarations() : undefined
  for (const library of LIBRARIES) {
    const { name } = describe(library)
    folders.set(name, join(folder, name))
    packLibrary(library, join(folder, name), declarations)
  }
  folders.set(describe('server').name, join(folder, describe('server').name))
  await packService(join(folder, describe('server').name))
  if (declarations) rmSync(declarations, { recursive: true })
  return folders
}

function describe(workspace: string): Description {
  return JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'))
}

/** All libraries at once: they are compiled against each other's sources. */
function emitDeclarations(): string {
  const out = mkdtempSync(join(tmpdir(), 'bindery-declarations-'))
  const config = join(out, 'tsconfig.json')
  write(config, {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: ROOT,
      outDir: out,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: LIBRARIES.map((library) => join(ROOT, library, 'src')),
    exclude: LIBRARIES.map((library) => join(ROOT, library, 'src/**/*.test.ts')),
  })
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', config], { stdio: 'inherit' })
  return out
}

function packLibrary(workspace: string, folder: string, declarations: string | undefined) {
  const sources = join(workspace, 'src')
  for (const file of filesBelow(sources)) {
    const target = join(folder, 'dist', relative(sources, file))
    mkdirSync(dirname(target), { recursive: true })
    if (!file.endsWith('.ts')) {
      cpSync(join(ROOT, file), target)
      continue
    }
    const source = readFileSync(join(ROOT, file), 'utf8')
    writeFileSync(
      target.replace(/\.ts$/, '.js'),
      plainJavaScript(ROOT, file, source, () => undefined),
    )
    if (declarations === undefined) continue
    const declared = readFileSync(join(declarations, file.replace(/\.ts$/, '.d.ts')), 'utf8')
    writeFileSync(target.replace(/\.ts$/, '.d.ts'), publishedDeclarations(ROOT, file, declared))
  }
  for (const file of [`${workspace}/README.md`, 'LICENSE'])
    cpSync(join(ROOT, file), join(folder, file.split('/').at(-1) ?? ''))
  const { private: _private, devDependencies: _development, ...described } = describe(workspace)
  write(join(folder, 'package.json'), {
    ...described,
    ...(described.bin ? { bin: mapValues(described.bin, (file) => inDist(file, '.js')) } : {}),
    exports: publishedExports(described.exports ?? {}),
    files: ['dist'],
  })
}

/** A file of a folder is imported by the name that it has in the sources, or by the one that it has in the package. */
function publishedExports(exports: Record<string, string>) {
  const entries = Object.entries(exports).flatMap(([entry, file]) => {
    const published = (path: string) => ({ types: inDist(path, '.d.ts'), default: inDist(path, '.js') })
    if (!entry.endsWith('*')) return [[entry, published(file)] as const]
    return ['.ts', '.js'].map((extension) => [`${entry}${extension}`, published(`${file}.ts`)] as const)
  })
  return { ...Object.fromEntries(entries), './package.json': './package.json' }
}

const inDist = (file: string, extension: string) =>
  file.replace(/^(?:\.\/)?src\//, './dist/').replace(/\.ts$/, extension)

async function packService(folder: string) {
  for (const workspace of SERVICE) {
    for (const file of filesBelow(join(workspace, 'src'))) {
      const target = join(folder, file)
      mkdirSync(dirname(target), { recursive: true })
      if (!file.endsWith('.ts')) cpSync(join(ROOT, file), target)
      else {
        const source = readFileSync(join(ROOT, file), 'utf8')
        writeFileSync(target.replace(/\.ts$/, '.js'), plainJavaScript(ROOT, file, source, placeOfSpreadsheet))
      }
    }
    write(join(folder, workspace, 'package.json'), { type: 'module', version: describe(workspace).version })
  }
  for (const program of PROGRAMS) {
    rmSync(join(folder, program.replace(/\.ts$/, '.js')))
    writeFileSync(join(folder, program.replace(/\.ts$/, '.cjs')), await bundleProgram(join(ROOT, program)))
  }
  writeFileSync(join(folder, APP_PAGE), await bundleMcpApp())
  for (const path of [...SERVICE_FILES, ...BUILT.filter((built) => existsSync(join(ROOT, built)))])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  cpSync(join(ROOT, 'server/README.md'), join(folder, 'README.md'))
  write(join(folder, 'package.json'), describeService())
}

const placeOfSpreadsheet: InnerPlaces = (specifier) => {
  const { name } = describeSpreadsheet
  return specifier.startsWith(`${name}/`) ? specifier.replace(name, 'spreadsheet/src') : undefined
}
const describeSpreadsheet = describe('spreadsheet')

function describeService() {
  const { private: _private, devDependencies: _development, dependencies = {}, bin = {}, ...rest } = describe('server')
  const { dependencies: ofSpreadsheet = {} } = describeSpreadsheet
  const needed = Object.entries({ ...dependencies, ...ofSpreadsheet }).filter(
    ([name]) => name !== describeSpreadsheet.name,
  )
  const extras = needed.filter(([name]) => EXTRAS.test(name))
  const peers = { ...Object.fromEntries(extras), ...describe('sdk').peerDependencies }
  return {
    ...rest,
    bin: mapValues(bin, (file) => `server/${file.replace(/\.ts$/, '.js')}`),
    exports: { './package.json': './package.json' },
    files: ['server', 'spreadsheet', ...SERVICE_FILES, ...BUILT],
    dependencies: Object.fromEntries(needed.filter(([name]) => !EXTRAS.test(name)).sort()),
    peerDependencies: peers,
    peerDependenciesMeta: mapValues(peers, () => ({ optional: true })),
  }
}

const mapValues = <T>(record: Record<string, string>, change: (value: string) => T) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

const filesBelow = (path: string): string[] =>
  readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && !entry.name.endsWith('.pyc'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

function write(file: string, content: unknown) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

if (import.meta.main) {
  const [folder, ...flags] = process.argv.slice(2)
  if (!folder) throw new Error('node tools/pack-packages.ts <folder> [--without-types]')
  const packed = await packPackages(folder, { hasTypes: !flags.includes('--without-types') })
  for (const path of packed.values()) process.stdout.write(`${path}\n`)
}
