import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packPackages } from './pack-packages.ts'
import { plainJavaScript } from './plain-javascript.ts'

const ROOT = join(import.meta.dirname, '..')
const place = mkdtempSync(join(tmpdir(), 'bindery-pack-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const folders = await packPackages(join(place, 'node_modules'))
for (const name of readdirSync(join(ROOT, 'node_modules')))
  if (!name.startsWith('@bindery') && name !== 'bindery-data' && !name.startsWith('.'))
    symlinkSync(join(ROOT, 'node_modules', name), join(place, 'node_modules', name))

const names = [...folders.keys()]
const folderOf = (name: string) => folders.get(name) ?? ''
const describe = (name: string) => JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))
const filesOf = (name: string) => readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' })

test('all packages are in one scope, and the command is called bindery-data', () => {
  expect(names.toSorted()).toEqual([
    '@bindery-data/cli',
    '@bindery-data/mcp',
    '@bindery-data/sdk',
    '@bindery-data/spreadsheet',
    'bindery-data',
  ])
})

test.each(names)('%s says what it is, where it comes from and how it may be used', (name) => {
  const described = describe(name)

  expect(described).toMatchObject({ name, license: 'Apache-2.0', type: 'module', engines: expect.anything() })
  expect(described.repository.url).toMatch(/^git\+https:/)
  expect(described.private).toBeUndefined()
  expect(described.devDependencies).toBeUndefined()
  expect(filesOf(name)).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']))
})

test.each(names)('%s is JavaScript, and every file that another names is there', (name) => {
  const files = filesOf(name)
  const named = files
    .filter((file) => /\.(?:js|d\.ts)$/.test(file) && !file.startsWith('console'))
    .flatMap((file) => {
      const text = readFileSync(join(folderOf(name), file), 'utf8')
      return [...text.matchAll(/(?:from|import)[ (]['"](\.{1,2}\/[\w./-]+\.(?:js|ts|json))['"]/g)].map(
        ([, path = '']) => join(folderOf(name), file, '..', path),
      )
    })

  expect(files.filter((file) => (/\.tsx?$/.test(file) && !file.endsWith('.d.ts')) || file.includes('.test.'))).toEqual(
    [],
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test.each(names)('%s asks for nothing that is not published, and for versions that are known', (name) => {
  const { dependencies, optionalDependencies } = describe(name)
  const asked = Object.entries<string>({ ...dependencies, ...optionalDependencies })
  const { version } = describe('bindery-data')

  expect(asked.filter(([, wanted]) => !/^\d/.test(wanted))).toEqual([])
  for (const [needed, wanted] of asked.filter(([needed]) => needed.includes('bindery')))
    expect([names.includes(needed), wanted]).toEqual([true, version])
})

test('libraries have declarations for all they export', () => {
  for (const name of names.filter((name) => name !== 'bindery-data')) {
    const files = filesOf(name)
    const bare = files.filter((file) => file.endsWith('.js') && !files.includes(file.replace(/\.js$/, '.d.ts')))
    expect([name, bare]).toEqual([name, []])
  }
})

test('the service brings what it reads besides its code', () => {
  const brought = [
    'server/migrations/0100-release-0.2.sql',
    'server/sql/functions/commit/commit_edit.sql',
    'docs/problems/not_found.md',
    'server/src/doors/mcp/app-page.html',
    'server/src/engine/python-program/run_transform.py',
    'spreadsheet/src/structure/learned/confidence.model.json',
  ]

  expect(brought.filter((file) => !filesOf('bindery-data').includes(file))).toEqual([])
})

test('the library of spreadsheets brings its models', () => {
  expect(filesOf('@bindery-data/spreadsheet')).toContain('dist/structure/learned/confidence.model.json')
})

test('the command of the package runs, and libraries are imported by their names', () => {
  const program = `import { createClient } from '@bindery-data/sdk'
    import { openFile } from '@bindery-data/spreadsheet/open-file.js'
    console.log(typeof createClient({ url: 'http://127.0.0.1' }).api.readTableRows, typeof openFile)`
  writeFileSync(join(place, 'program.mjs'), program)

  const help = execFileSync(process.execPath, [
    join(folderOf('bindery-data'), 'server/src/main/shell.js'),
    'help',
    'serve',
  ])
  const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: place }).toString()

  expect(help.toString()).toContain('bindery serve')
  expect(printed).toBe('function function\n')
})

test('only texts that name a source file are changed: not a package, not a sentence, not a file that is not there', () => {
  const source = `import { a } from './pack-packages.ts'
import ts from 'typescript'
const PROGRAM: string = new URL('./openapi.ts', import.meta.url).href
const sentence = 'rename nowhere.ts'
const absent = './nowhere.ts'`

  const plain = plainJavaScript(ROOT, 'tools/some.ts', source, () => undefined)

  expect(plain.split('\n')).toEqual([
    "import { a } from './pack-packages.js'",
    "import ts from 'typescript'",
    "const PROGRAM         = new URL('./openapi.js', import.meta.url).href",
    "const sentence = 'rename nowhere.ts'",
    "const absent = './nowhere.ts'",
  ])
})
