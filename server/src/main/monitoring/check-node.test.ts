import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../../test/service.ts'
import type { SandboxReport } from '../../engine/sandbox/self-test.ts'
import type { Platform } from '../../platform/context.ts'
import { openPlatform } from '../platform.ts'
import { checkNode } from './check-node.ts'

const service = startService()
const HOLDS: SandboxReport = { holds: true, checks: [], uid: 20_001, memoryLimit: 'polling' }

async function openHere(): Promise<Platform> {
  const { platform, close } = await openPlatform({ ...service.running.settings, logLevel: 'silent' }, 'bindery test')
  onTestFinished(close)
  return platform
}

test('an operator sees that everything a node needs is there', async () => {
  const findings = await checkNode(await openHere(), async () => HOLDS)

  expect(findings.filter(({ isFine, isNeeded }) => isNeeded && !isFine)).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'database',
    'migrations',
    'object store',
    'clock',
    'sandbox',
    'Python',
  ])
})

test('a wrong clock, a missing store and a sandbox that does not hold are reported', async () => {
  const platform = await openHere()
  const broken: Platform = {
    ...platform,
    now: () => new Date(Date.now() + 600_000),
    blobs: { ...platform.blobs, check: () => Promise.reject(new Error('the disk is gone')) },
  }
  const leaking = { ...HOLDS, holds: false, checks: [{ name: 'TCP is refused', ok: false, detail: 'connected' }] }

  const findings = await checkNode(broken, async () => leaking)

  const problems = new Map(findings.filter(({ isFine }) => !isFine).map(({ what, detail }) => [what, detail]))
  expect(problems.get('clock')).toContain('600 s')
  expect(problems.get('object store')).toBe('the disk is gone')
  expect(problems.get('sandbox')).toBe('TCP is refused: connected')
  expect(problems.get('Python')).toBe('runs in the sandbox only')
})
