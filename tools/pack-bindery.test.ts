import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packBindery } from './pack-bindery.ts'

const place = mkdtempSync(join(tmpdir(), 'bindery-pack-'))
const folder = join(place, 'node_modules/bindery-data')
afterAll(() => rmSync(place, { recursive: true, force: true }))
packBindery(folder)

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })

test('the published package is JavaScript, and every file that another names is there', () => {
  const named = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return [...text.matchAll(/'(\.{1,2}\/[\w./-]+\.(?:js|ts|json))'/g)].map(([, path = '']) =>
        join(folder, file, '..', path),
      )
    })

  expect(files.filter((file) => /\.tsx?$|\.test\./.test(file))).toEqual([])
  expect(named.length).toBeGreaterThan(1_000)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('it brings what the service reads besides its code', () => {
  const brought = [
    'server/migrations/0001-people.sql',
    'docs/problems/not_found.md',
    'server/src/tabular/python-program/run_transform.py',
  ]

  expect(brought.filter((file) => !files.includes(file))).toEqual([])
})

test('it asks for nothing that is not published, and for versions that are known', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const asked = Object.entries<string>({ ...dependencies, ...optionalDependencies })

  expect(asked.filter(([name, version]) => name.startsWith('@bindery') || !/^\d/.test(version))).toEqual([])
})

test('its command runs', () => {
  for (const name of readdirSync(join(import.meta.dirname, '../node_modules')))
    if (!name.startsWith('@bindery') && name !== 'bindery-data' && !name.startsWith('.'))
      symlinkSync(join(import.meta.dirname, '../node_modules', name), join(place, 'node_modules', name))

  const told = execFileSync(process.execPath, [join(folder, 'server/src/main/shell.js'), 'help', 'serve']).toString()

  expect(told).toContain('bindery serve')
})
