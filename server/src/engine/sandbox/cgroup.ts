import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killProcess } from './process-tree.ts'

/** Where groups are made: below the group of the service, so that a limit set on the service holds for its sandboxes too. */
export type CgroupHome =
  | { version: 'v1'; memory: string; pids: string | null }
  | { version: 'v2'; folder: string; hasPids: boolean }

type GroupLimits = { memoryBytes: number; maxProcesses: number }

export type MemoryGroup = {
  /** The launcher writes itself into these before it starts anything. */
  joinFiles: readonly string[]
  /** True once the kernel has killed a process of the group because the memory was used up. */
  wasExceeded: () => boolean
  /** To be called when its processes are gone. */
  remove: () => Promise<void>
}

const PREFIX = 'bindery-'
/** The service itself lives here where version 2 forbids processes beside groups. */
const SERVICE_GROUP = 'bindery-service'
/** Bubblewrap and what comes before it are in the group, but not in the sandbox. */
const PROCESSES_AROUND = 2

let home: CgroupHome | null | undefined
let made = 0
/** Groups that could not be removed yet. */
const leftBehind = new Set<string>()

/** Null where this service cannot make groups; looked up once. */
export function findCgroupHome(): CgroupHome | null {
  if (home === undefined) {
    home = locateHome()
    if (home) removeLeftovers(home)
    if (home && !canLimit(home)) home = null
  }
  return home
}

export function createMemoryGroup(at: CgroupHome, limits: GroupLimits): MemoryGroup {
  for (const folder of leftBehind) if (tryTo(() => rmdirSync(folder))) leftBehind.delete(folder)
  made += 1
  const name = `${PREFIX}${process.pid}-${made}`
  const folders = makeLimited(at, name, limits)
  const [memory = ''] = folders
  return {
    joinFiles: folders.map((folder) => join(folder, 'cgroup.procs')),
    wasExceeded: () => countOomKills(join(memory, at.version === 'v1' ? 'memory.oom_control' : 'memory.events')) > 0,
    remove: async () => {
      for (const folder of folders) await removeGroup(folder)
    },
  }
}

function makeLimited(at: CgroupHome, name: string, limits: GroupLimits): string[] {
  const folders = foldersOf(at).map((folder) => join(folder, name))
  try {
    for (const folder of folders) mkdirSync(folder)
    setLimits(at, folders, limits)
    return folders
  } catch (error) {
    for (const folder of folders) tryTo(() => rmdirSync(folder))
    throw error
  }
}

/** The first is the one that limits memory. */
function foldersOf(at: CgroupHome): string[] {
  if (at.version === 'v2') return [at.folder]
  return at.pids === null ? [at.memory] : [at.memory, at.pids]
}

function setLimits(at: CgroupHome, folders: readonly string[], limits: GroupLimits) {
  const [memory = '', pids = memory] = folders
  const maxPids = String(limits.maxProcesses + PROCESSES_AROUND)
  const bytes = String(limits.memoryBytes)
  if (at.version === 'v2') {
    writeFileSync(join(memory, 'memory.max'), bytes)
    writeIfThere(join(memory, 'memory.swap.max'), '0')
    if (at.hasPids) writeFileSync(join(memory, 'pids.max'), maxPids)
    return
  }
  writeFileSync(join(memory, 'memory.limit_in_bytes'), bytes)
  // Memory and swap together: the same figure leaves no swap.
  writeIfThere(join(memory, 'memory.memsw.limit_in_bytes'), bytes)
  if (at.pids !== null) writeFileSync(join(pids, 'pids.max'), maxPids)
}

/** A kernel without swap accounting lacks the file. */
function writeIfThere(file: string, text: string) {
  if (existsSync(file)) writeFileSync(file, text)
}

/** Both versions write a line `oom_kill <count>`. */
function countOomKills(file: string): number {
  return Number(/^oom_kill (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
}

/** A process that has just ended may still be counted for a moment. */
async function removeGroup(folder: string) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (tryTo(() => rmdirSync(folder))) return
    await sleep(10)
  }
  leftBehind.add(folder)
}

/** Groups of a service that was killed, and what it left in them: bubblewrap, when its parent dies early, waits for ever. */
export function removeLeftovers(at: CgroupHome) {
  for (const folder of foldersOf(at)) {
    for (const name of readdirSync(folder)) {
      const owner = new RegExp(`^${PREFIX}(\\d+)-\\d+$`).exec(name)?.[1]
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue
      tryTo(() => killMembers(join(folder, name)))
      tryTo(() => rmdirSync(join(folder, name)))
    }
  }
}

function killMembers(folder: string) {
  const pids = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').map(Number)
  // Zero stands for processes that we cannot see, and would mean ourselves.
  for (const pid of pids.filter((pid) => pid > 0)) killProcess(pid)
}

function canLimit(at: CgroupHome): boolean {
  const limits = { memoryBytes: 64 * 1024 * 1024, maxProcesses: 16 }
  return tryTo(() => {
    for (const folder of makeLimited(at, `${PREFIX}${process.pid}-0`, limits)) rmdirSync(folder)
  })
}

function locateHome(): CgroupHome | null {
  if (!existsSync('/proc/self/cgroup')) return null
  const groups = readFileSync('/proc/self/cgroup', 'utf8')
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
  const memory = findOwnGroup(groups, mounts, 'memory')
  if (memory) return { version: 'v1', memory, pids: findOwnGroup(groups, mounts, 'pids') }
  const unified = findOwnGroup(groups, mounts, '')
  return unified ? prepareUnified(unified) : null
}

/** The folder of the service's group for a controller of version 1, or for version 2 when the name is empty. */
export function findOwnGroup(groups: string, mounts: string, controller: string): string | null {
  const group = groups
    .split('\n')
    .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
    .find((match) => match?.[1]?.split(',').includes(controller))?.[2]
  const mount = mounts
    .split('\n')
    .map((line) => /^\S+ \S+ \S+ (\S+) (\S+) .*- (cgroup2?) \S+ (\S+)$/.exec(line))
    .find((match) => (controller === '' ? match?.[3] === 'cgroup2' : match?.[4]?.split(',').includes(controller)))
  const [, root = '/', point] = mount ?? []
  if (group === undefined || point === undefined) return null
  // A container may see its own group as the root of the mount although the kernel calls it by its full name.
  return join(point, root !== '/' && group.startsWith(root) ? group.slice(root.length) : group)
}

/** Version 2 hands memory down only from a group without processes of its own, so the service moves one level down. */
export function prepareUnified(own: string): CgroupHome | null {
  const folder = basename(own) === SERVICE_GROUP ? dirname(own) : own
  const controls = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split(/\s+/)
  const isReady = () => controls('cgroup.subtree_control').includes('memory')
  const wanted = () => controls('cgroup.controllers').filter((name) => name === 'memory' || name === 'pids')
  const hand = () =>
    writeFileSync(
      join(folder, 'cgroup.subtree_control'),
      wanted()
        .map((name) => `+${name}`)
        .join(' '),
    )
  const moveDown = () => {
    mkdirSync(join(folder, SERVICE_GROUP), { recursive: true })
    writeFileSync(join(folder, SERVICE_GROUP, 'cgroup.procs'), String(process.pid))
  }
  const readied = tryTo(() => {
    if (isReady() || !wanted().includes('memory')) return
    if (!tryTo(hand)) {
      moveDown()
      hand()
    }
  })
  if (!readied || !isReady()) return null
  return { version: 'v2', folder, hasPids: controls('cgroup.subtree_control').includes('pids') }
}

/** The kernel says no in many ways; each means that it cannot be had here. */
function tryTo(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
