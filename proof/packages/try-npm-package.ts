import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** What a stranger does with a package: a program that must compile under strict rules, and what it prints. */
const PROGRAMS: Readonly<Record<string, { source: string; prints: RegExp }>> = {
  '@bindery-data/sdk': {
    source: `import { type Client, createClient, isProblem } from '@bindery-data/sdk'
      const client: Client = createClient({ url: 'http://127.0.0.1:1', token: 'none' })
      console.log(typeof client.api.readTableRows, isProblem(new Error('other')))`,
    prints: /^function false$/,
  },
  '@bindery-data/spreadsheet': {
    source: `import { bytesOf } from '@bindery-data/spreadsheet/byte-source.js'
      import { openFile } from '@bindery-data/spreadsheet/open-file.js'
      import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
      const file: OpenedFile = await openFile(bytesOf(Buffer.from('day,amount\\n2026-04-01,12\\n')), 'days.csv')
      const { cells } = await file.readGrid(0, { rows: 10, cells: 100 })
      console.log(file.format, cells.length)`,
    prints: /^csv 4$/,
  },
  '@bindery-data/cli': {
    source: `import { runFromShell } from '@bindery-data/cli/run-from-shell.js'
      await runFromShell(['help'])`,
    prints: /upload/,
  },
  '@bindery-data/mcp': {
    source: `import { forwardFromShell } from '@bindery-data/mcp/forward-from-shell.js'
      await forwardFromShell({ url: undefined, token: undefined })
      console.log(process.exitCode)
      process.exitCode = 0`,
    prints: /^2\b/,
  },
  'bindery-data': {
    source: `import { execFileSync } from 'node:child_process'
      console.log(execFileSync('node_modules/.bin/bindery', ['help', 'serve']).toString())`,
    prints: /bindery serve/,
  },
}

/** Installs a package into an empty project and uses it there. Resolves with what is wrong with it. */
export async function tryNpmPackage(name: string, registry: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-outside-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', private: true, type: 'module' }))
    const npm = ['install', '--silent', '--registry', registry, name]
    await run('npm', npm, { cwd: folder })
    return [
      ...missingFields(join(folder, 'node_modules', name)),
      ...(await failing('imports', () => importAll(folder, name))),
      ...(await failing('program', () => useProgram(folder, name))),
    ]
  } catch (error) {
    return [`install: ${firstLine(error)}`]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function missingFields(installed: string): string[] {
  const description = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const fields = ['description', 'license', 'repository', 'homepage', 'keywords', 'exports', 'files', 'engines']
  const files = ['README.md', 'LICENSE']
  return [
    ...fields.filter((field) => description[field] === undefined).map((field) => `no ${field} in package.json`),
    ...files.filter((file) => !existsSync(join(installed, file))).map((file) => `no ${file}`),
  ]
}

/** Every file that `exports` offers is loaded, and has declarations beside it. */
async function importAll(folder: string, name: string) {
  const installed = join(folder, 'node_modules', name)
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const entries = Object.entries<string | { types: string; default: string }>(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return []
    const named = [target.types, target.default].filter((file) => !file.includes('*'))
    for (const file of named) if (!existsSync(join(installed, file))) throw new Error(`${entry}: ${file} is not there`)
    if (!entry.endsWith('*.js')) return entry.includes('*') ? [] : [join(name, entry)]
    return readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && !isProgram(installed, file))
      .map((file) => join(name, file))
  })
  // Those that need a package which is the reader's choice.
  const loaded = entries.filter((entry) => !entry.endsWith('/arrow') && !entry.endsWith('write-arrow.js'))
  for (const entry of loaded)
    if (entry.endsWith('.js') && !existsSync(join(folder, 'node_modules', distOf(entry, name)).replace(/js$/, 'd.ts')))
      throw new Error(`${entry} has no declarations`)
  writeFileSync(join(folder, 'all.js'), loaded.map((entry) => `await import('${entry}')\n`).join(''))
  await run(process.execPath, ['all.js'], { cwd: folder })
}

const distOf = (entry: string, name: string) => entry.replace(name, `${name}/dist`)

/** A file that does its work when it is loaded. */
const isProgram = (installed: string, file: string) =>
  readFileSync(join(installed, 'dist', file), 'utf8').startsWith('#!')

async function useProgram(folder: string, name: string) {
  const program = PROGRAMS[name]
  if (!program) throw new Error('nothing says how it is used')
  writeFileSync(join(folder, 'program.ts'), program.source)
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']
  const rules = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--outDir', 'out', ...types]
  await run(process.execPath, [compiler, ...rules, 'program.ts'], { cwd: folder })
  const { stdout, stderr } = await run(process.execPath, ['out/program.js'], { cwd: folder })
  if (!program.prints.test((stdout + stderr).trim())) throw new Error(`it printed ${stdout}${stderr}`)
}

async function failing(step: string, work: () => Promise<void>): Promise<string[]> {
  try {
    await work()
    return []
  } catch (error) {
    return [`${step}: ${firstLine(error)}`]
  }
}

/** A compiler says what is wrong on its standard output. */
function firstLine(error: unknown): string {
  const { stdout = '', stderr = '', message = '' } = error as { stdout?: string; stderr?: string; message?: string }
  return (stdout.trim() || stderr.trim() || message).split('\n').slice(0, 6).join(' | ')
}
