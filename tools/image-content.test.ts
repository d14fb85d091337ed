import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { devPackagesIn, findStrangers } from './image-content.ts'

const LOCKFILE = JSON.stringify({
  packages: {
    '': {},
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/vitest': { version: '5.0.0', dev: true },
    'node_modules/@bindery-data/console': { link: true, dev: true },
  },
})

function find(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'bindery-image-'))
  for (const [file, text] of Object.entries({ 'opt/bindery/server/src/main/shell.js': 'run()', ...files })) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return findStrangers({ root, devPackages: devPackagesIn(LOCKFILE), hosts: ['packages.example.org'] })
}

test('an image that holds the product and what it stands on is clean', () => {
  const files = {
    'opt/bindery/node_modules/pg/test/pg.test.js': 'not ours',
    'opt/bindery/node_modules/.package-lock.json': '{}',
    'opt/bindery/docs/problems/not_found.md': '# Not found',
    'usr/local/etc/npmrc': '',
  }

  expect(find(files)).toEqual([])
})

test.each([
  ['opt/bindery/.git/config'],
  ['opt/bindery/server/src/main/api.test.js'],
  ['opt/bindery/server/src/main/api.ts'],
  ['opt/bindery/proof/run.js'],
  ['opt/bindery/bench/load.js'],
  ['opt/bindery/.env'],
  ['usr/local/etc/npmrc'],
  ['etc/pip.conf'],
])('%s has no business in an image', (file) => {
  expect(find({ [file]: 'something' })).toEqual([file])
})

test('packages to work with, leftovers of installing and addresses of the network it was built in are found', () => {
  const files = {
    'opt/bindery/node_modules/vitest/package.json': '{}',
    'var/lib/apt/lists/debian': 'packages',
    'opt/bindery/node_modules/.package-lock.json': '{"resolved":"https://packages.example.org/pg"}',
  }

  expect(find(files)).toEqual([
    'node_modules/vitest',
    'var/lib/apt/lists',
    'opt/bindery/node_modules/.package-lock.json',
  ])
})
