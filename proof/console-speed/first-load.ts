import type { Stage } from '../../console/test/stage.ts'

/** What comes over the wire until a page stands, scripts and styles and itself, without what an earlier page has left. */
export async function firstLoadKb({ page, open }: Stage, paths: readonly string[]): Promise<number> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  const files = new Set<string>()
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (!new URL(response.url).pathname.startsWith('/api/')) files.add(requestId)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) bytes += encodedDataLength
  })
  for (const path of paths) {
    await open(path)
    await page.waitForLoadState('networkidle')
  }
  await wire.detach()
  return bytes / 1024
}
