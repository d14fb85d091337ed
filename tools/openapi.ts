import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeApi } from '../server/src/main/documents/documents.ts'

/** Writes openapi.json from the endpoints; its diff is the review of the API. `--check` only tells whether it is up to date. */
const FILE = fileURLToPath(new URL('../openapi.json', import.meta.url))

const current = `${jsonLines(describeApi())}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current)
} else if (readFileSync(FILE, 'utf8') !== current) {
  console.error('openapi.json does not match the endpoints. Run: npm run openapi')
  process.exit(1)
}

/** A line per member, as a review wants it, but short ones whole: half of the bytes would be spaces otherwise. */
function jsonLines(value: unknown, indent = ''): string {
  const short = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || short.length + indent.length <= 120) return short
  const inner = `${indent} `
  const lines = Array.isArray(value)
    ? value.map((each) => inner + jsonLines(each, inner))
    : Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${jsonLines(each, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
