import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packSdk } from './pack-sdk.ts'

const place = mkdtempSync(join(tmpdir(), 'bindery-pack-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('the published package is JavaScript that is imported by its name', () => {
  packSdk(join(place, 'node_modules/@bindery-data/sdk'))
  const program = `import * as sdk from '@bindery-data/sdk'
    console.log(typeof sdk.createClient({ url: 'http://127.0.0.1' }).api.readTableRows, Object.keys(sdk).length)`
  writeFileSync(join(place, 'program.mjs'), program)

  const told = execFileSync(process.execPath, ['program.mjs'], { cwd: place }).toString()

  expect(told).toMatch(/^function \d+/)
})
