import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Everything by which text becomes markup, code or an address that is code; React, and `element` of `mcp/app`, write all other text as text. */
const SINKS =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcDoc|javascript:|createContextualFragment/

const PAGES = [
  { name: 'the console', sources: ['console/index.html', 'console/src/**/*.ts', 'console/src/**/*.tsx'], least: 50 },
  { name: 'the page that MCP clients show', sources: ['mcp/app/*.html', 'mcp/app/*.ts'], least: 10 },
]

test.each(PAGES)('$name turns no text into markup or code', ({ sources, least }) => {
  const files = globSync(sources, { cwd: ROOT }).filter((file) => !file.includes('.test.'))
  const found = files.filter((file) => SINKS.test(readFileSync(ROOT + file, 'utf8')))

  expect(files.length).toBeGreaterThan(least)
  expect(found).toEqual([])
})
