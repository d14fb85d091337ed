import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pythonFiles } from './python-operations.ts'
import type { OpenApi } from './sdk-types.ts'

/**
 * Writes what the Python SDK knows of the API: its models, a table of its operations and a method for each, from
 * openapi.json and the names of the pages in docs/problems. `--check` only tells whether they are up to date.
 */
const ROOT = new URL('../', import.meta.url)
const GENERATED = new URL('sdk-python/src/bindery/generated/', ROOT)

// Safe: openapi.json is made by this repository.
const document = JSON.parse(readFileSync(new URL('openapi.json', ROOT), 'utf8')) as OpenApi
const codes = readdirSync(new URL('docs/problems/', ROOT)).map((page) => page.replace('.md', ''))

const files = Object.entries(pythonFiles(document, codes.sort()))

if (!process.argv.includes('--check')) {
  mkdirSync(GENERATED, { recursive: true })
  for (const [name, text] of files) writeFileSync(new URL(name, GENERATED), text)
} else if (files.some(([name, text]) => readFileSync(new URL(name, GENERATED), 'utf8') !== text)) {
  console.error(`${fileURLToPath(GENERATED)} does not match openapi.json. Run: npm run openapi`)
  process.exit(1)
}
