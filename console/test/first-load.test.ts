import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildConsole } from './build-console.ts'

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url))
const MOST_BYTES = 200 * 1024

test('the first page is there after less than 200 KB: the grid, the editor and every other screen come when they are asked for', () => {
  buildConsole()
  const page = readFileSync(`${BUILT}index.html`, 'utf8')

  const files = [...new Set([...page.matchAll(/\/(assets\/[\w.-]+\.(?:js|css))/g)].map(([, file]) => file ?? ''))]
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(BUILT + file)).length, 0)

  expect(files.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThan(MOST_BYTES)
})
