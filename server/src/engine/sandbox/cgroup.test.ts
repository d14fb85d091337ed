import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findOwnGroup, prepareUnified, removeLeftovers } from './cgroup.ts'

const VERSION_1_MOUNTS = `30 24 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw
31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
32 30 0:28 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
33 30 0:29 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw`
const VERSION_2_MOUNTS = '35 24 0:29 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate'

test('the service finds its own group in both versions', () => {
  const mixed = '4:memory:/system.slice/bindery\n2:cpu,cpuacct:/x\n0::/system.slice/bindery\n'
  const unified = '0::/system.slice/bindery.service\n'

  expect(findOwnGroup(mixed, VERSION_1_MOUNTS, 'memory')).toBe('/sys/fs/cgroup/memory/system.slice/bindery')
  expect(findOwnGroup(mixed, VERSION_1_MOUNTS, 'cpu')).toBe('/sys/fs/cgroup/cpu,cpuacct/x')
  expect(findOwnGroup(mixed, VERSION_1_MOUNTS, 'pids')).toBeNull()
  expect(findOwnGroup(unified, VERSION_2_MOUNTS, 'memory')).toBeNull()
  expect(findOwnGroup(unified, VERSION_2_MOUNTS, '')).toBe('/sys/fs/cgroup/system.slice/bindery.service')
})

test('a container that sees its own group as the root finds it there', () => {
  const mounts = '32 30 0:28 /docker/abc /sys/fs/cgroup/memory ro,relatime master:12 - cgroup cgroup rw,memory'

  expect(findOwnGroup('4:memory:/docker/abc\n', mounts, 'memory')).toBe('/sys/fs/cgroup/memory')
  expect(findOwnGroup('4:memory:/docker/abc/inner\n', mounts, 'memory')).toBe('/sys/fs/cgroup/memory/inner')
})

/** Looks like a group of version 2, though no kernel stands behind it. */
function newUnifiedGroup(files: { controllers: string; subtree: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-cgroup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'cgroup.controllers'), `${files.controllers}\n`)
  writeFileSync(join(folder, 'cgroup.subtree_control'), `${files.subtree}\n`)
  return folder
}

test('version 2 is used as it is where memory is handed down already', () => {
  const folder = newUnifiedGroup({ controllers: 'cpu memory pids', subtree: 'memory pids' })
  mkdirSync(join(folder, 'bindery-service'))

  expect(prepareUnified(folder)).toEqual({ version: 'v2', folder, hasPids: true })
  expect(prepareUnified(join(folder, 'bindery-service'))).toEqual({ version: 'v2', folder, hasPids: true })
  expect(readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8')).toBe('memory pids\n')
})

test('version 2 without the memory controller is of no use', () => {
  const folder = newUnifiedGroup({ controllers: 'cpu pids', subtree: '' })

  expect(prepareUnified(folder)).toBeNull()
})

test('groups of a service that is gone are removed, those of others stay', () => {
  const folder = newUnifiedGroup({ controllers: 'memory', subtree: 'memory' })
  const [gone, living] = ['bindery-4194305-1', `bindery-${process.pid}-1`]
  for (const name of [gone, living, 'another-service']) mkdirSync(join(folder, name))

  removeLeftovers({ version: 'v2', folder, hasPids: false })

  const left = readdirSync(folder).filter((name) => !name.startsWith('cgroup.'))
  expect(left.toSorted()).toEqual(['another-service', living])
})
