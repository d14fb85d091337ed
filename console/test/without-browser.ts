import { afterAll, vi } from 'vitest'

/** As much of a browser as words need where they are read without one, for the tests of a file. Import the words after calling it. */
export function standInForBrowser() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  afterAll(() => vi.unstubAllGlobals())
}
