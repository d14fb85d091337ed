import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../server/src/http/openapi.ts'
import { describedEndpoints } from '../server/src/main/documents/documents.ts'

/** Writes openapi.json from the endpoints; its diff is the review of the API. `--check` only tells whether it is up to date. */
const FILE = fileURLToPath(new URL('../openapi.json', import.meta.url))

const current = `${JSON.stringify(openApiDocument(describedEndpoints), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current)
} else if (readFileSync(FILE, 'utf8') !== current) {
  console.error('openapi.json does not match the endpoints. Run: npm run openapi')
  process.exit(1)
}
