/** Writes a file and all that it imports into a folder, in the same places: TypeScript as plain JavaScript, anything else as it is. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const IMPORT = /(\b(?:from|import) ')(\.[^']+)'/g
const EXTENSION = /\.ts$/

function writePlain(sources: string, entry: string, folder: string) {
  const places = new Set([entry])
  // Grows while it is walked.
  for (const place of places) {
    const target = join(folder, place.replace(EXTENSION, '.js'))
    const text = readFileSync(join(sources, place), 'utf8')
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, EXTENSION.test(place) ? strip(text, (path) => places.add(join(dirname(place), path))) : text)
  }
}

function strip(text: string, onImport: (path: string) => void): string {
  return stripTypeScriptTypes(text).replace(IMPORT, (_, before: string, path: string) => {
    onImport(path)
    return `${before}${path.replace(EXTENSION, '.js')}'`
  })
}

const [, , sources, entry, folder] = process.argv
// The sandbox's user reads what we write.
process.umask(0o022)
if (sources && entry && folder) writePlain(sources, entry, folder)
