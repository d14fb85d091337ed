import { assertState } from '../../platform/errors.ts'
import {
  CLONE_CALL,
  CONDITIONAL_SYSCALLS,
  type ConditionalSyscall,
  FIRST_RECENT_CALL,
  FORK_CALLS,
  SYSCALL_GROUPS,
} from './syscall-rules.ts'

export type SeccompArchitecture = 'x64' | 'arm64'

/** One step of the kernel's filter machine, `struct sock_filter`: what, where to go if so, where if not, with which constant. */
type Step = readonly [code: number, ifTrue: number, ifFalse: number, constant: number]

const LOAD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const RETURN = 0x06

/** Where `struct seccomp_data` keeps the call's number, the architecture and the arguments. */
const CALL_NUMBER = 0
const ARCHITECTURE = 4
const lowWordOfArgument = (argument: number) => 16 + 8 * argument

const EPERM = 1
const ENOSYS = 38
const ALLOW = 0x7fff0000
const KILL = 0x80000000
const withError = (errno: number) => 0x00050000 | errno
const VERDICTS = { allow: ALLOW, refuse: withError(EPERM), absent: withError(ENOSYS), kill: KILL } as const

const AUDIT_ARCHITECTURES: Record<SeccompArchitecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 }
/** Calls of the x32 interface bear this bit and would otherwise slip past the numbers. */
const X32_BIT = 0x40000000

const CLONE_THREAD = 0x00010000
/** Every CLONE_NEW… flag that clone takes. */
const CLONE_NAMESPACES = 0x7e020000

/** The filter as bubblewrap's `--seccomp` reads it. Without `mayFork` the program has threads but no further process. */
export function buildSeccompFilter(architecture: SeccompArchitecture, { mayFork }: { mayFork: boolean }): Buffer {
  const numbers = (calls: string) => parseCalls(calls).flatMap((call) => call[architecture] ?? [])
  const answer = (calls: string, verdict: number) =>
    numbers(calls).flatMap((number) => ifCall(number, returns(verdict)))

  const steps: readonly Step[] = [
    load(ARCHITECTURE),
    [JUMP_IF_EQUAL, 1, 0, AUDIT_ARCHITECTURES[architecture]],
    ...returns(KILL),
    load(CALL_NUMBER),
    [JUMP_IF_AT_LEAST, 0, 1, X32_BIT],
    ...returns(KILL),
    ...SYSCALL_GROUPS.flatMap((group) => answer(group.calls, VERDICTS[group.verdict])),
    ...answer(FORK_CALLS, mayFork ? ALLOW : VERDICTS.refuse),
    ...numbers(CLONE_CALL).flatMap((number) => ifCall(number, judgeClone(mayFork))),
    ...CONDITIONAL_SYSCALLS.flatMap((rule) =>
      numbers(rule.call).flatMap((number) => ifCall(number, judgeArgument(rule))),
    ),
    [JUMP_IF_AT_LEAST, 0, 1, FIRST_RECENT_CALL],
    ...returns(VERDICTS.absent),
    ...returns(VERDICTS.refuse),
  ]
  return encode(steps)
}

const load = (offset: number): Step => [LOAD, 0, 0, offset]
const returns = (verdict: number): readonly Step[] => [[RETURN, 0, 0, verdict]]

/** The judgement must end in a return: the number of the call may no longer be loaded after it. */
function ifCall(number: number, judgement: readonly Step[]): readonly Step[] {
  assertState(judgement.length < 256, 'a jump of the filter is too long')
  return [[JUMP_IF_EQUAL, 0, judgement.length, number], ...judgement]
}

function judgeClone(mayFork: boolean): readonly Step[] {
  const refuseProcesses: readonly Step[] = [[JUMP_IF_ANY_BIT, 1, 0, CLONE_THREAD], ...returns(VERDICTS.refuse)]
  return [
    load(lowWordOfArgument(0)),
    [JUMP_IF_ANY_BIT, 0, 1, CLONE_NAMESPACES],
    ...returns(KILL),
    ...(mayFork ? [] : refuseProcesses),
    ...returns(ALLOW),
  ]
}

function judgeArgument({ argument, allowOnly }: ConditionalSyscall): readonly Step[] {
  const allow = allowOnly.flatMap((value): Step[] => [[JUMP_IF_EQUAL, 0, 1, value], ...returns(ALLOW)])
  return [load(lowWordOfArgument(argument)), ...allow, ...returns(VERDICTS.refuse)]
}

type CallNumbers = { name: string } & Partial<Record<SeccompArchitecture, number>>

/** Reads `read 0 63, dup2 33 -`. */
export function parseCalls(calls: string): CallNumbers[] {
  return calls.split(',').map((entry) => {
    const match = /^\s*(\w+) (\d+|-) (\d+|-)\s*$/.exec(entry)
    assertState(match, `'${entry}' is no system call`)
    const [, name = '', x64 = '-', arm64 = '-'] = match
    return { name, ...(x64 === '-' ? {} : { x64: Number(x64) }), ...(arm64 === '-' ? {} : { arm64: Number(arm64) }) }
  })
}

function encode(steps: readonly Step[]): Buffer {
  const filter = Buffer.alloc(steps.length * 8)
  steps.forEach(([code, ifTrue, ifFalse, constant], n) => {
    filter.writeUInt16LE(code, n * 8)
    filter.writeUInt8(ifTrue, n * 8 + 2)
    filter.writeUInt8(ifFalse, n * 8 + 3)
    filter.writeUInt32LE(constant, n * 8 + 4)
  })
  return filter
}
