import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault-proxy.ts'
import { canMount } from './small-disk.ts'
import type { Cluster, Member } from './start-cluster.ts'

/** Something that happens to a cluster, and is over when it returns. */
export type Trouble = { name: string; make: (cluster: Cluster) => Promise<void> }

const between = (leastMs: number, mostMs: number) => leastMs + Math.random() * (mostMs - leastMs)

function memberOf({ members }: Cluster, role: 'api' | 'worker'): Member {
  const those = members.filter(({ node }) => node.role === role)
  const member = those[Math.floor(Math.random() * those.length)]
  if (!member) throw new Error(`there is no ${role} node`)
  return member
}

type Way = 'postgres' | 'objects'

/** On the way of these nodes, for a while. */
async function fail(members: readonly Member[], way: Way, fault: Fault, ms: number) {
  for (const member of members) member[way].fail(fault)
  await pause(ms)
  for (const member of members) member[way].mend()
}

const anyMember = (cluster: Cluster) => memberOf(cluster, Math.random() < 0.75 ? 'api' : 'worker')

const DELAY: Fault = { kind: 'delay', ms: 200 }
const CUT: Fault = { kind: 'cut' }
const BLACK_HOLE: Fault = { kind: 'black hole' }
/** Within the first answers of a connection: a row of PostgreSQL, the headers of an object or its bytes. */
const tear = (): Fault => ({ kind: 'tear', afterBytes: Math.floor(Math.random() * 3_000) })

const onWay = (way: Way, called: string): readonly Trouble[] => [
  { name: `one node's way to ${called} is slow`, make: (c) => fail([anyMember(c)], way, DELAY, between(2_000, 6_000)) },
  { name: `one node's way to ${called} is cut`, make: (c) => fail([anyMember(c)], way, CUT, between(1_000, 6_000)) },
  { name: `answers of ${called} are torn`, make: (c) => fail([anyMember(c)], way, tear(), between(1_000, 4_000)) },
  {
    name: `one node's way to ${called} swallows everything`,
    make: (c) => fail([anyMember(c)], way, BLACK_HOLE, between(1_000, 6_000)),
  },
  { name: `all ways to ${called} are cut`, make: (c) => fail(c.members, way, CUT, between(500, 2_500)) },
]

const ON_DISKS: readonly Trouble[] = [
  {
    name: 'the disk of a node is full',
    make: async (cluster) => {
      const { disk } = anyMember(cluster)
      disk.fill()
      await pause(between(2_000, 6_000))
      disk.free()
    },
  },
  {
    name: 'the disk of PostgreSQL is full',
    make: async ({ postgres, postgresDisk }) => {
      postgresDisk.fill()
      await pause(between(500, 2_000))
      postgresDisk.free()
      await postgres.revive()
    },
  },
]

/** Its clock is wrong from its next start on. */
const SKEW_MINUTES = 10

export const TROUBLES: readonly Trouble[] = [
  { name: 'an api node is killed', make: async (cluster) => memberOf(cluster, 'api').node.kill() },
  { name: 'a worker is killed', make: async (cluster) => memberOf(cluster, 'worker').node.kill() },
  {
    name: 'a node is paused',
    make: async (cluster) => {
      const { node } = anyMember(cluster)
      node.pause()
      await pause(between(1_000, 8_000))
      node.wake()
    },
  },
  { name: 'PostgreSQL is killed', make: ({ postgres }) => postgres.kill() },
  {
    name: 'a node comes back with another clock',
    make: async ({ members }) => {
      const [{ node } = { node: undefined }] = members
      node?.setClock(Math.random() < 0.5 ? SKEW_MINUTES : -SKEW_MINUTES)
      node?.kill()
    },
  },
  ...onWay('postgres', 'PostgreSQL'),
  ...onWay('objects', 'the object store'),
  ...(canMount ? ON_DISKS : []),
]
