/** Writes a file and all that it imports into a folder, in the same places: TypeScript as plain JavaScript, anything else as it is. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'

const IMPORT = /(\b(?:from|import) ')(\.[^']+|@bindery-data\/[^']+)'/g
const OWN_PACKAGE = /^@bindery-data\/([^/]+)\//
const EXTENSION = /\.ts$/

function writePlain(sources: string, entry: string, folder: string) {
  const places = new Set([entry])
  // Grows while it is walked.
  for (const place of places) {
    const target = join(folder, place.replace(EXTENSION, '.js'))
    const text = readFileSync(join(sources, place), 'utf8')
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, EXTENSION.test(place) ? strip(text, place, (imported) => places.add(imported)) : text)
  }
}

function strip(text: string, place: string, onImport: (place: string) => void): string {
  return stripTypeScriptTypes(text).replace(IMPORT, (_, before: string, path: string) => {
    const imported = placeOf(path, place)
    onImport(imported)
    return `${before}${relativePath(dirname(place), imported).replace(EXTENSION, '.js')}'`
  })
}

/** A package of ours keeps its sources where its `exports` say. */
function placeOf(path: string, importer: string): string {
  return OWN_PACKAGE.test(path) ? path.replace(OWN_PACKAGE, '$1/src/') : join(dirname(importer), path)
}

function relativePath(from: string, to: string): string {
  const path = relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}

const [, , sources, entry, folder] = process.argv
// The sandbox's user reads what we write.
process.umask(0o022)
if (sources && entry && folder) writePlain(sources, entry, folder)
