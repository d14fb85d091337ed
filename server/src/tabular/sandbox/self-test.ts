import { memoryLimitKind } from './sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import type { SandboxOverrides } from './sandbox-options.ts'
import { sandboxUser } from './sandbox-user.ts'
import { testAttacks } from './self-test-attacks.ts'
import { testView } from './self-test-view.ts'

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
