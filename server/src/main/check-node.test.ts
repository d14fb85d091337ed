import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../test/service.ts'
import type { Platform } from '../platform/context.ts'
import type { SandboxReport } from '../tabular/sandbox/self-test.ts'
import { checkNode } from './check-node.ts'
import { openPlatform } from './platform.ts'

const service = startService()
const HOLDS: SandboxReport = { holds: true, checks: [], uid: 20_001, memoryLimit: 'polling' }

async function openHere(): Promise<Platform> {
  const { platform, close } = await openPlatform({ ...service.running.settings, logLevel: 'silent' }, 'bindery test')
  onTestFinished(close)
  return platform
}

test('whoever sits at a node sees that everything is there that it stands on', async () => {
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

test('he is told of a clock that goes wrong, a store that is gone and a sandbox that does not hold', async () => {
  const platform = await openHere()
  const broken: Platform = {
    ...platform,
    now: () => new Date(Date.now() + 600_000),
    blobs: { ...platform.blobs, check: () => Promise.reject(new Error('the disk is gone')) },
  }
  const leaking = { ...HOLDS, holds: false, checks: [{ name: 'TCP is refused', ok: false, detail: 'connected' }] }

  const findings = await checkNode(broken, async () => leaking)

  const told = new Map(findings.filter(({ isFine }) => !isFine).map(({ what, detail }) => [what, detail]))
  expect(told.get('clock')).toContain('600 s')
  expect(told.get('object store')).toBe('the disk is gone')
  expect(told.get('sandbox')).toBe('TCP is refused: connected')
  expect(told.get('Python')).toBe('runs in the sandbox only')
})
