import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfigError } from './environment-reader.ts'
import { openNodeSettings } from './node-settings.ts'

const place = mkdtempSync(join(tmpdir(), 'bindery-settings-'))
const data = join(place, 'data')
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true, force: true })
})

test('a node with a configured PostgreSQL starts none', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://bindery@127.0.0.1/bindery')
  vi.stubEnv('SVC_S3_BUCKET', '')

  const { settings, ownFolder } = await openNodeSettings(data, { isServing: true })

  expect(ownFolder).toBeNull()
  expect(settings.blobs).toEqual({ kind: 'folder', folder: join(data, 'blobs') })
})

test('a node that others can reach does not start empty where the address of its PostgreSQL was forgotten', async () => {
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('SVC_HOST', '0.0.0.0')
  vi.stubEnv('SVC_S3_BUCKET', '')
  vi.stubEnv('SVC_DATA_DIR', data)

  await expect(openNodeSettings(undefined, { isServing: true })).rejects.toThrow(ConfigError)

  expect(existsSync(data)).toBe(false)
})

test('a command of the operator makes no PostgreSQL where there is none', async () => {
  vi.stubEnv('DATABASE_URL', '')

  await expect(openNodeSettings(data, { isServing: false })).rejects.toThrow('DATABASE_URL is not set')

  expect(existsSync(join(data, 'postgres'))).toBe(false)
})
