import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../../console/test/stage.ts'

/** Live updates keep a connection open for good: a page stands when no file has come for this long. */
const QUIET_MS = 1_000

/** What comes over the wire until a page stands, scripts and styles and itself, without what an earlier page has left. */
export async function firstLoadKb({ page, open }: Stage, paths: readonly string[]): Promise<number> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  let cameLast = performance.now()
  const files = new Set<string>()
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (!new URL(response.url).pathname.startsWith('/api/')) files.add(requestId)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!files.has(requestId)) return
    bytes += encodedDataLength
    cameLast = performance.now()
  })
  for (const path of paths) {
    await open(path)
    cameLast = performance.now()
    while (performance.now() - cameLast < QUIET_MS) await sleep(50)
  }
  await wire.detach()
  return bytes / 1024
}
