import { expect, test } from 'vitest'
import { buildSeccompFilter, parseCalls, type SeccompArchitecture } from './seccomp.ts'
import { CLONE_CALL, CONDITIONAL_SYSCALLS, FORK_CALLS, SYSCALL_GROUPS } from './syscall-rules.ts'

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
const ARCHITECTURES = ['x64', 'arm64'] as const
const EVERY_CALL = [
  ...SYSCALL_GROUPS.flatMap(({ verdict, calls }) => parseCalls(calls).map((call) => ({ ...call, verdict }))),
  ...parseCalls(FORK_CALLS).map((call) => ({ ...call, verdict: 'fork' })),
  ...[CLONE_CALL, ...CONDITIONAL_SYSCALLS.map(({ call }) => call)]
    .flatMap(parseCalls)
    .map((call) => ({ ...call, verdict: 'conditional' })),
]
/** What the kernel gets, in words. */
const OUTCOMES = new Map([
  [0x7fff0000, 'allow'],
  [0x80000000, 'kill'],
  [0x00050001, 'refuse'],
  [0x00050026, 'absent'],
])

/** The kernel's filter machine, as far as the filter uses it. */
function judge(filter: Buffer, call: { number: number; audit: number; args?: readonly number[] }): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call.number, 0)
  data.writeUInt32LE(call.audit, 4)
  call.args?.forEach((value, n) => {
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * n)
  })
  let loaded = 0
  for (let at = 0; at < filter.length; at += 8) {
    const constant = filter.readUInt32LE(at + 4)
    const jump = (isTrue: boolean) => filter.readUInt8(at + (isTrue ? 2 : 3)) * 8
    switch (filter.readUInt16LE(at)) {
      case 0x20:
        loaded = data.readUInt32LE(constant)
        break
      case 0x15:
        at += jump(loaded === constant)
        break
      case 0x35:
        at += jump(loaded >= constant)
        break
      case 0x45:
        at += jump((loaded & constant) !== 0)
        break
      case 0x06:
        return OUTCOMES.get(constant) ?? `outcome ${constant}`
      default:
        return `unknown step ${filter.readUInt16LE(at)}`
    }
  }
  return 'ran off the end'
}

const judgeCall = (arch: SeccompArchitecture, number: number, args: readonly number[] = [], mayFork = false) =>
  judge(buildSeccompFilter(arch, { mayFork }), { number, audit: AUDIT[arch], args })

test.each(ARCHITECTURES)('every listed call gets its verdict on %s', (arch) => {
  const plain = EVERY_CALL.filter(({ verdict }) => verdict in { allow: 0, refuse: 0, absent: 0, kill: 0 })

  const wrong = plain.filter((call) => {
    const number = call[arch]
    return number !== undefined && judgeCall(arch, number) !== call.verdict
  })

  expect(wrong).toEqual([])
})

test.each(ARCHITECTURES)('no call is listed twice on %s, so no rule hides another', (arch) => {
  const numbers = EVERY_CALL.flatMap((call) => call[arch] ?? [])

  expect(numbers.length).toBe(new Set(numbers).size)
})

test.each(ARCHITECTURES)(
  'the filter for %s is one the kernel accepts: short, and every path ends in a verdict',
  (arch) => {
    const filter = buildSeccompFilter(arch, { mayFork: true })
    const steps = filter.length / 8
    const numbers = Array.from({ length: 600 }, (_, number) => number)

    const outcomes = new Set(numbers.map((number) => judge(filter, { number, audit: AUDIT[arch] })))
    const jumps = Array.from(
      { length: steps },
      (_, n) => n + 1 + Math.max(filter.readUInt8(n * 8 + 2), filter.readUInt8(n * 8 + 3)),
    )

    expect(steps).toBeLessThan(4096)
    expect(Math.max(...jumps)).toBeLessThanOrEqual(steps)
    expect([...outcomes].sort()).toEqual(['absent', 'allow', 'kill', 'refuse'])
  },
)

test('calls of another architecture and of the x32 interface kill', () => {
  const filter = buildSeccompFilter('x64', { mayFork: true })

  expect(judge(filter, { number: 0, audit: AUDIT.arm64 })).toBe('kill')
  expect(judge(filter, { number: 0, audit: 0x40000003 })).toBe('kill')
  expect(judge(filter, { number: 0x40000000, audit: AUDIT.x64 })).toBe('kill')
})

test('an unlisted call is refused, and absent when it is recent', () => {
  expect(judgeCall('x64', 319)).toBe('refuse')
  expect(judgeCall('x64', 999)).toBe('absent')
})

test.each(ARCHITECTURES)('clone makes threads, processes only with leave, namespaces never, on %s', (arch) => {
  const clone = parseCalls(CLONE_CALL)[0]?.[arch] ?? 0
  const THREAD = 0x3d0f00
  const PROCESS = 0x1200011

  expect(judgeCall(arch, clone, [THREAD])).toBe('allow')
  expect(judgeCall(arch, clone, [PROCESS])).toBe('refuse')
  expect(judgeCall(arch, clone, [PROCESS], true)).toBe('allow')
  for (const namespace of [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]) {
    expect(judgeCall(arch, clone, [PROCESS | namespace], true)).toBe('kill')
    expect(judgeCall(arch, clone, [THREAD | namespace])).toBe('kill')
  }
})

test('an argument decides where a call does good and harm', () => {
  expect(judgeCall('x64', 157, [15])).toBe('allow')
  expect(judgeCall('x64', 157, [1])).toBe('refuse')
  expect(judgeCall('x64', 16, [0, 0x5401])).toBe('allow')
  expect(judgeCall('x64', 16, [0, 0x5412])).toBe('refuse')
  expect(judgeCall('x64', 53, [1])).toBe('allow')
  expect(judgeCall('x64', 53, [2])).toBe('refuse')
  expect(judgeCall('x64', 302, [0])).toBe('allow')
  expect(judgeCall('x64', 302, [1])).toBe('refuse')
})
