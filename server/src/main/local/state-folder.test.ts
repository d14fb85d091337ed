import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../config/environment-reader.ts'
import { makeStateFolder, readKept, standardState, writeKept } from './state-folder.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const others = (path: string) => statSync(path).mode & 0o066

test('others can neither read nor write the state folder, also one that was open to them', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'open'))
  chmodSync(join(folder, 'open'), 0o777)

  const made = [makeStateFolder(join(folder, 'new/one')), makeStateFolder(join(folder, 'open'))]
  writeKept(made[0] ?? '', 'kept.json', { token: 'x' })

  expect(made.map(others)).toEqual([0, 0])
  expect(statSync(join(made[0] ?? '', 'kept.json')).mode & 0o777).toBe(0o600)
  expect(readKept(made[0] ?? '', 'kept.json')).toEqual({ token: 'x' })
})

test.runIf(process.geteuid?.() === 0)('a state folder of another user is refused', () => {
  const folder = newFolder()
  chownSync(folder, 12345, 12345)

  expect(() => makeStateFolder(folder)).toThrow(ConfigError)
})

test('folders of one name have states of their own', () => {
  const [one, other] = ['/data/a/sales', '/data/b/sales'].map((folder) => standardState(folder, {}))

  expect(one).not.toBe(other)
  expect(one).toMatch(/bindery\/sales-[0-9a-f]{16}$/)
})
