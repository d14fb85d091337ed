import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { assertState } from '../../platform/errors.ts'
import { openHostDoors } from './host-doors.ts'
import type { ProbeFindings, ProbeQuestions } from './probe.ts'
import { nodeProgramBinds } from './program-binds.ts'
import { startSandboxed } from './sandbox.ts'
import { check, faultUnless, type SandboxCheck } from './sandbox-check.ts'
import type { SandboxOverrides } from './sandbox-options.ts'

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

type Seen = ProbeFindings & { expectedRoot: readonly string[]; receivedByUdp: number }

/** What a Node program finds: files, descriptors, the network. One start answers all. */
export function testView(overrides: SandboxOverrides): Promise<SandboxCheck>[] {
  const looked = lookFromInside(overrides)
  const look = (name: string, judge: (seen: Seen) => readonly string[]) => check(name, async () => judge(await looked))
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

async function lookFromInside(overrides: SandboxOverrides): Promise<Seen> {
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
    // Safe: the probe is ours and nobody has talked to it.
    const findings = JSON.parse(answer) as ProbeFindings
    const expectedRoot = ['bin', 'dev', 'tmp', ...readOnlyBinds.flatMap(({ to }) => to.split('/')[1] ?? [])]
    return { ...findings, expectedRoot, receivedByUdp: host.visits().udp }
  } finally {
    host.close()
  }
}
