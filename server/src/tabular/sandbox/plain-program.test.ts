import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writePlainProgram } from './plain-program.ts'

const ENTRY = join(import.meta.dirname, '../engine-program/engine-process.ts')

async function writeEngine(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-plain-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await writePlainProgram(ENTRY, folder)
  return folder
}

test('the program of an engine is written as JavaScript with everything it imports, and nothing else of the server', async () => {
  const folder = await writeEngine()

  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => file.endsWith('.js'))
  const imported = code.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/\b(?:from|import) '(\.[^']+)'/g)].map(([, path = '']) => join(folder, file, '..', path))
  })
  expect(code).toContain('server/src/tabular/engine-program/engine-process.js')
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter((path) => !existsSync(path))).toEqual([])
  expect(files.filter((file) => file.endsWith('.ts') || file.startsWith('server/src/main'))).toEqual([])
})

test('it is written once for all who start it', async () => {
  const folder = await writeEngine()
  const first = readdirSync(folder)
  rmSync(join(folder, first[0] ?? ''), { recursive: true })

  await writePlainProgram(ENTRY, folder)

  expect(existsSync(join(folder, first[0] ?? ''))).toBe(false)
})
