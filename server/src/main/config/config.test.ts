import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, VARIABLES } from './config.ts'
import { ConfigError } from './environment-reader.ts'

const ENOUGH = { DATABASE_URL: 'postgres://bindery@127.0.0.1/bindery', SVC_SECRET_KEY: 'x'.repeat(48) }

const mistakesIn = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}

test('a database is all it takes on loopback', () => {
  expect(readSettings(ENOUGH)).toMatchObject({
    host: '127.0.0.1',
    port: 8000,
    baseUrl: 'http://127.0.0.1:8000',
    registrationOpen: true,
  })
})

test('every mistake is reported at once, each with what to do', () => {
  const mistakes = mistakesIn({
    PORT: 'eighty',
    SVC_HOST: '0.0.0.0',
    SVC_SECRET_KEY: 'short',
    SVC_LOG_LEVEL: 'loud',
    SVC_OIDC_PROVIDERS: '{}',
  })

  expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'SVC_SECRET_KEY',
    'SVC_OIDC_PROVIDERS',
    'SVC_LOG_LEVEL',
  ])
})

test('off loopback a secret is asked for and registration is closed', () => {
  const { SVC_SECRET_KEY, ...without } = ENOUGH

  expect(mistakesIn({ ...without, SVC_HOST: '0.0.0.0' })).toEqual([
    expect.stringContaining('SVC_SECRET_KEY is not set'),
  ])
  expect(readSettings({ ...ENOUGH, SVC_HOST: '0.0.0.0' }).registrationOpen).toBe(false)
})

test('on loopback a node makes its own secret and finds it again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-config-'))
  const { SVC_SECRET_KEY, ...without } = { ...ENOUGH, SVC_DATA_DIR: folder }

  const first = readSettings(without).secretKeys

  expect(first[0]?.length).toBeGreaterThan(40)
  expect(readSettings(without).secretKeys).toEqual(first)
})

test('a secret may come from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bindery-config-')), 'secret')
  writeFileSync(file, `${'y'.repeat(48)}\n`)
  const { SVC_SECRET_KEY, ...without } = ENOUGH

  expect(readSettings({ ...without, SVC_SECRET_KEY_FILE: file }).secretKeys).toEqual(['y'.repeat(48)])
})

test('every variable that is read is listed for the operator', () => {
  const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/read\.(?:text|integer|oneOf|required)\(\s*'([A-Z0-9_]+)'/g)].map(([, name]) => name)
  const listed = new Set<string>(VARIABLES.map(([name]) => name))

  expect(read.length).toBeGreaterThan(15)
  expect(read.filter((name) => !listed.has(name ?? ''))).toEqual([])
})
