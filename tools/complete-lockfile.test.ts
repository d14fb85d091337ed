import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMissing, findUnhashed, thisMachine, withHashes } from './complete-lockfile.ts'

const HASH = `sha512-${'A'.repeat(86)}==`
const PACKAGES = {
  '': { version: '1.0.0' },
  server: { version: '1.0.0' },
  'node_modules/server': { link: true },
  'node_modules/engine': { version: '2.0.0', integrity: HASH, optionalDependencies: { 'engine-linux-arm64': '2.0.0' } },
  'node_modules/engine-linux-x64': { version: '2.0.0', integrity: HASH, os: ['linux'], cpu: ['x64'] },
  'node_modules/engine-darwin-arm64': { version: '2.0.0', os: ['darwin'], cpu: ['arm64'] },
  'node_modules/a/node_modules/old': { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
}

test('a package of another platform that an entry names is added with its platform', () => {
  expect([...findMissing(PACKAGES)]).toEqual([
    ['node_modules/engine-linux-arm64', { version: '2.0.0', optional: true, os: ['linux'], cpu: ['arm64'] }],
  ])
})

test('a package without a sha512 hash is named for the machines that would install it, and workspaces are not', () => {
  expect(findUnhashed(PACKAGES)).toEqual(['node_modules/engine-darwin-arm64', 'node_modules/a/node_modules/old'])
  expect(findUnhashed(PACKAGES, { os: 'linux', cpu: 'x64', libc: 'glibc' })).toEqual([
    'node_modules/a/node_modules/old',
  ])
})

test('hashes come from the registry, and what it does not have stays without one', () => {
  const asked: string[] = []
  const packages = withHashes(PACKAGES, (name, version) => {
    asked.push(`${name}@${version}`)
    return name === 'old' ? HASH : undefined
  })

  expect(asked).toEqual(['engine-darwin-arm64@2.0.0', 'old@1.0.0'])
  expect(findUnhashed(packages)).toEqual(['node_modules/engine-darwin-arm64'])
})

test('this machine installs no package that is not checked against a hash', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

  expect(findUnhashed(packages, thisMachine())).toEqual([])
})
