import { afterAll, expect, vi } from 'vitest'

/** By these names programs find out that they run in a browser. */
const OF_BROWSERS = ['window', 'document', 'location', 'localStorage', 'addEventListener', 'XMLHttpRequest']

const LISTENED = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection']

/**
 * Test files share a worker. One that leaves its process changed would make another fail, depending on which files the worker runs: so it
 * fails itself.
 */
const before = stateOfProcess()
afterAll(() => {
  expect(stateOfProcess(), 'what a test file changes of its process it puts back').toEqual(before)
})

function stateOfProcess() {
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    mask: process.umask(),
    hasFakeTimers: vi.isFakeTimers(),
    ofBrowsers: OF_BROWSERS.filter((name) => name in globalThis),
    fetch: globalThis.fetch,
    listeners: LISTENED.map((name) => process.listenerCount(name)),
  }
}
