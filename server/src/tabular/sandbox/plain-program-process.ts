/** Prints a file and all that it imports, as a list of places and texts: TypeScript as plain JavaScript, anything else as it is. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { PlainFile } from './plain-program.ts'

const IMPORT = /(\b(?:from|import) ')(\.[^']+|@bindery-data\/[^']+)'/g
const OWN_PACKAGE = /^@bindery-data\/([^/]+)\//
const EXTENSION = /\.ts$/

function plainFiles(sources: string, entry: string): PlainFile[] {
  const files: PlainFile[] = []
  const places = new Set([entry])
  // Grows while it is walked.
  for (const place of places) {
    const text = readFileSync(join(sources, place), 'utf8')
    const plain = EXTENSION.test(place) ? strip(text, place, (imported) => places.add(imported)) : text
    files.push([place.replace(EXTENSION, '.js'), plain])
  }
  return files
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

const [, , sources, entry] = process.argv
if (sources && entry) process.stdout.write(JSON.stringify(plainFiles(sources, entry)))
