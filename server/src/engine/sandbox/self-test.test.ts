import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { memoryLimitKind } from './sandbox.ts'
import type { Protection } from './sandbox-options.ts'
import { sandboxUser } from './sandbox-user.ts'
import { testSandbox } from './self-test.ts'

test.each([{ isPolled: false }, { isPolled: true }])('the sandbox holds on this machine: %o', async (overrides) => {
  const began = performance.now()

  const report = await testSandbox(overrides)

  expect(report.checks.filter((check) => !check.ok)).toEqual([])
  expect(report.holds).toBe(true)
  expect(report.uid).toBe(sandboxUser().uid)
  expect(report.uid).not.toBe(0)
  expect(report.memoryLimit).toBe(overrides.isPolled ? 'polling' : memoryLimitKind())
  expect(performance.now() - began).toBeLessThan(10_000)
})

/** As Docker and Kubernetes do to what they run. */
const HIDE_PROC = `
  mount --make-rprivate /
  mount -t tmpfs tmpfs /proc/fs
  mount --bind /proc/sys /proc/sys
  mount -o remount,bind,ro /proc/sys
  exec "$@"`

test.runIf(process.getuid?.() === 0)('the sandbox holds where a container hides parts of /proc', async () => {
  const script = `
    import { testSandbox } from '${new URL('self-test.ts', import.meta.url)}'
    console.log(JSON.stringify(await testSandbox()))`
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]

  const { stdout } = await promisify(execFile)('unshare', ['--mount', 'sh', '-ec', HIDE_PROC, 'sh', ...program])

  const { checks, holds } = JSON.parse(stdout)
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  expect(holds).toBe(true)
})

/** Layers cover for each other; so many must be taken away for the attack to succeed. */
const CONTROLS: readonly [without: Protection[], noticedBy: string[]][] = [
  [['closed-descriptors'], ['no descriptor of the service is inherited']],
  [['empty-environment'], ['the environment is empty', 'knobs of the kernel are out of reach']],
  [['memory-limit'], ['a program past its memory is killed']],
  [['no-proc'], ['files of the host are absent', 'paths of the host are not visible']],
  [['process-limit'], ['a fork bomb stops at the limit']],
  [['process-namespace'], ['daemons end with the program']],
  [['read-only-root'], ['nothing but its own folders can be written']],
  [['shm-size'], ['/dev/shm is bounded']],
  [['tmpfs-size'], ['/tmp is bounded']],
  [['seccomp'], ['hostile system calls are refused', 'a program without leave starts no process']],
  [
    ['seccomp', 'network-namespace'],
    ['TCP is refused', 'UDP is refused', 'unix sockets are refused'],
  ],
]

/** Only root can be taken for root. */
const ROOT_CONTROLS: typeof CONTROLS = [
  [['own-user'], ['knobs of the kernel are out of reach', 'a kill leaves no process']],
  [['own-user', 'capabilities-dropped'], ['the program has no capability']],
]

test.each([...CONTROLS, ...(process.getuid?.() === 0 ? ROOT_CONTROLS : [])])(
  'the self-test notices a sandbox without %o',
  async (without, noticedBy) => {
    const report = await testSandbox({ without })

    const failed = report.checks.filter((check) => !check.ok).map((check) => check.name)
    expect(report.holds).toBe(false)
    expect(failed).toEqual(expect.arrayContaining(noticedBy))
  },
)

test('one layer of two still holds: without its network namespace a program gets no socket, and without the filter no route', async () => {
  const [unfiltered, unseparated] = await Promise.all([
    testSandbox({ without: ['seccomp'] }),
    testSandbox({ without: ['network-namespace'] }),
  ])

  const network = (name: string) => /TCP|UDP|unix/.test(name)
  expect(unfiltered.checks.filter((check) => network(check.name) && !check.ok)).toEqual([])
  expect(unseparated.checks.filter((check) => network(check.name) && !check.ok)).toEqual([])
})
