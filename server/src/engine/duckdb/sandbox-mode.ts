import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { type SandboxReport, testSandbox } from '../sandbox/self-test.ts'
import { sandboxMissing } from './engine.errors.ts'

let tested: Promise<SandboxReport> | undefined

/** The machine does not change while we run. */
function testOnce(): Promise<SandboxReport> {
  tested ??= testSandbox()
  return tested
}

/**
 * Whether engines run in the sandbox. Where it does not hold, a node that only this machine can reach goes on with
 * DuckDB's locked settings alone and says so; any other reads nothing until its operator switches the sandbox off.
 */
export async function chooseSandbox(
  settings: Pick<Settings, 'sandbox' | 'host'>,
  log: Log,
  test: () => Promise<SandboxReport> = testOnce,
): Promise<boolean> {
  if (settings.sandbox === 'off') {
    log.warn('engines run without a sandbox: SVC_SANDBOX is off')
    return false
  }
  const { holds, checks, memoryLimit } = await test()
  if (holds) {
    log.info({ memoryLimit }, 'engines run in the sandbox')
    return true
  }
  const faults = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
  if (settings.sandbox === 'required' || (settings.sandbox === 'auto' && !isLoopback(settings.host))) {
    log.error({ faults }, 'the sandbox does not hold here: no table is read until SVC_SANDBOX is off')
    throw sandboxMissing(faults.join('; ').slice(0, 500))
  }
  log.warn({ faults }, 'the sandbox does not hold here: engines run with the locked settings of DuckDB alone')
  return false
}

/** The same, found out once, when something asks first. */
export function sandboxChoice(settings: Pick<Settings, 'sandbox' | 'host'>, log: Log): () => Promise<boolean> {
  let chosen: Promise<boolean> | undefined
  return () => {
    chosen ??= chooseSandbox(settings, log)
    return chosen
  }
}

const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host)
