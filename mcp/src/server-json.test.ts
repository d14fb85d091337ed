import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('the registry of MCP servers lists the package that is published, in its version and under its name', () => {
  const [listed, published, whole] = [read('../../server.json'), read('../package.json'), read('../../package.json')]

  const [entry] = listed.packages
  expect(listed.name).toBe(published.mcpName)
  expect([entry.identifier, entry.version, listed.version]).toEqual([
    published.name,
    published.version,
    published.version,
  ])
  expect(listed.repository.url).toBe(published.repository.url.replace(/^git\+|\.git$/g, ''))
  expect(whole.version ?? published.version).toBe(published.version)
  // The registry takes no longer one.
  expect(listed.description.length).toBeLessThanOrEqual(100)
})
