import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type OpenApi, operationsTable, wireTypes } from './sdk-types.ts'

/**
 * Writes what the TypeScript SDK knows of the API: its types and a table of its operations, from openapi.json and the names
 * of the pages in docs/problems. `--check` only tells whether they are up to date.
 */
const ROOT = new URL('../', import.meta.url)
const GENERATED = new URL('sdk/src/generated/', ROOT)

// Safe: openapi.json is made by this repository.
const document = JSON.parse(readFileSync(new URL('openapi.json', ROOT), 'utf8')) as OpenApi
const codes = readdirSync(new URL('docs/problems/', ROOT)).map((page) => page.replace('.md', ''))

const files = [
  [new URL('operations.ts', GENERATED), operationsTable(document)],
  [new URL('types.ts', GENERATED), wireTypes(document, codes.sort())],
] as const

if (!process.argv.includes('--check')) {
  for (const [file, text] of files) writeFileSync(file, text)
} else if (files.some(([file, text]) => readFileSync(file, 'utf8') !== text)) {
  console.error(`${fileURLToPath(GENERATED)} does not match openapi.json. Run: npm run openapi`)
  process.exit(1)
}
