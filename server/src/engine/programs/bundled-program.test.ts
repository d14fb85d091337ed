import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeBundledProgram } from './bundled-program.ts'

const ENTRY = join(import.meta.dirname, '../duckdb-program/engine-process.ts')
const PLACE = 'server/src/engine/duckdb-program/engine-process.cjs'

async function writeEngine(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-program-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await writeBundledProgram(ENTRY, folder)
  return folder
}

test('the program of an engine is one script that needs Node and the library of DuckDB alone', async () => {
  const folder = await writeEngine()

  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const text = readFileSync(join(folder, PLACE), 'utf8')
  const needed = new Set([...text.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name = '']) => name))
  expect(files).toHaveLength(1)
  expect([...needed].filter((name) => !isBuiltin(name))).toEqual(['@duckdb/node-bindings'])
})

test('what is taken into a program is passed on with its licence', async () => {
  const folder = await writeEngine()

  expect(readFileSync(join(folder, PLACE), 'utf8')).toMatch(/^\/\*! @duckdb\/node-api\n.*Permission is hereby granted/s)
})

test('it is written once for all who start it', async () => {
  const folder = await writeEngine()
  rmSync(join(folder, PLACE))

  await writeBundledProgram(ENTRY, folder)

  expect(existsSync(join(folder, PLACE))).toBe(false)
})
