import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { assertState } from '../../platform/errors.ts'
import type { ProbeFindings, ProbeQuestions } from './probe.ts'
import { nodeProgramBinds } from './program-binds.ts'
import { memoryLimitKind, startSandboxed } from './sandbox.ts'
import { check, faultUnless, type SandboxCheck } from './sandbox-check.ts'
import type { SandboxOverrides } from './sandbox-options.ts'
import { sandboxUser } from './sandbox-user.ts'
import { testAttacks } from './self-test-attacks.ts'

export type SandboxReport = {
  /** Whether everything held. Nothing untrusted may run where it did not. */
  holds: boolean
  checks: readonly SandboxCheck[]
  /** Whom the sandboxed programs are for the kernel. */
  uid: number
  memoryLimit: 'cgroup-v1' | 'cgroup-v2' | 'polling'
}

/** Attacks the sandbox from inside in every way we know. Takes about a second. */
export async function testSandbox(overrides: SandboxOverrides = {}): Promise<SandboxReport> {
  const checks = await Promise.all([...testView(overrides), ...testAttacks(overrides)])
  return {
    holds: checks.every((check) => check.ok),
    checks,
    uid: sandboxUser().uid,
    memoryLimit: overrides.isPolled ? 'polling' : memoryLimitKind(),
  }
}

const DEADLINE_MS = 20_000
const HOST_PATHS = [
  '/etc',
  '/etc/passwd',
  '/root',
  '/home',
  '/proc',
  '/sys',
  '/run',
  '/usr/bin',
  '/var',
  import.meta.dirname,
]
/** /dev/null, stdout, stderr and the channel. */
const EXPECTED_DESCRIPTORS = [0, 1, 2, 3]

type SelfTestFindings = ProbeFindings & { expectedRoot: readonly string[]; receivedByUdp: number }

/** What a Node program finds: files, descriptors, the network. One start answers all. */
function testView(overrides: SandboxOverrides): Promise<SandboxCheck>[] {
  const looked = lookFromInside(overrides)
  const look = (name: string, judge: (seen: SelfTestFindings) => readonly string[]) =>
    check(name, async () => judge(await looked))
  return [
    look('files of the host are absent', ({ found, root, expectedRoot }) => [
      ...found,
      ...root.filter((name) => !expectedRoot.includes(name)),
    ]),
    look('paths of the host are not visible', ({ mounts }) => faultUnless(mounts === '', 'mounts are listed')),
    look('nothing but its own folders can be written', ({ writable }) => writable),
    look('no descriptor of the service is inherited', ({ descriptors }) =>
      descriptors.filter((number) => !EXPECTED_DESCRIPTORS.includes(number)).map((number) => `descriptor ${number}`),
    ),
    look('TCP is refused', ({ tcp }) => faultUnless(tcp !== 'connected', tcp)),
    look('UDP is refused', ({ udp, receivedByUdp }) => faultUnless(receivedByUdp === 0, udp)),
    look('unix sockets are refused', ({ abstract }) => faultUnless(abstract !== 'connected', abstract)),
  ]
}

async function lookFromInside(overrides: SandboxOverrides): Promise<SelfTestFindings> {
  const host = await openHostDoors()
  try {
    const { program, entry, readOnlyBinds } = nodeProgramBinds(join(import.meta.dirname, 'probe.ts'), [])
    const questions: ProbeQuestions = { ...host.addresses, paths: HOST_PATHS }
    const probe = startSandboxed(
      {
        program,
        args: [entry, JSON.stringify(questions)],
        readOnlyBinds,
        tmpfsBytes: 1024 * 1024,
        memoryBytes: 256 * 1024 * 1024,
        maxProcesses: 64,
        channels: 1,
      },
      overrides,
    )
    probe.setDeadline(DEADLINE_MS)
    const [channel] = probe.channels
    assertState(channel, 'a probe without its channel')
    const answer = await text(channel)
    const { reason } = await probe.exited
    if (answer === '') throw new Error(`the probe ended without an answer (${reason}): ${probe.stderr.text()}`)
    // Safe: the probe is ours and nothing else has talked to it.
    const findings = JSON.parse(answer) as ProbeFindings
    const expectedRoot = ['bin', 'dev', 'tmp', ...readOnlyBinds.flatMap(({ to }) => to.split('/')[1] ?? [])]
    return { ...findings, expectedRoot, receivedByUdp: host.visits().udp }
  } finally {
    host.close()
  }
}

/** Doors of the host that stand open: only the sandbox keeps a program from them. */
export type HostDoors = {
  addresses: { tcpPort: number; udpPort: number; abstractSocket: string }
  /** Who has come so far. */
  visits: () => { tcp: number; unix: number; udp: number }
  close: () => void
}

export async function openHostDoors(): Promise<HostDoors> {
  const abstractSocket = `\0bindery-self-test-${randomUUID()}`
  const visits = { tcp: 0, unix: 0, udp: 0 }
  const tcp = createServer((socket) => {
    visits.tcp += 1
    socket.destroy()
  })
  const unix = createServer((socket) => {
    visits.unix += 1
    socket.destroy()
  })
  const udp = createSocket('udp4')
  udp.on('message', () => {
    visits.udp += 1
  })
  await Promise.all([
    once(tcp.listen(0, '127.0.0.1'), 'listening'),
    once(unix.listen(abstractSocket), 'listening'),
    once(udp.bind(0, '127.0.0.1'), 'listening'),
  ])
  return {
    addresses: { tcpPort: portOf(tcp), udpPort: udp.address().port, abstractSocket },
    visits: () => ({ ...visits }),
    close: () => {
      tcp.close()
      unix.close()
      udp.close()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  assertState(address !== null && typeof address === 'object', 'a TCP server without a port')
  return address.port
}
