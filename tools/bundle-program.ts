import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/**
 * Prints a program of the service, with all that it imports, as one script: a process that opens three hundred files to start takes
 * twice the time, and V8 keeps the code of scripts alone once they have run. A packed service holds its programs so, and one that runs from its sources makes them when it starts.
 *   node tools/bundle-program.ts <entry>
 */

/** The native library, and what only old file formats need: they stay packages. */
const OUTSIDE = [/^node:/, /^@duckdb\/node-bindings/, '@e965/xlsx']
const TAKEN_IN = '@duckdb/node-api'
const READ_BESIDE = /\breadFileSync\(new URL\('(\.[^']+\.json)', import\.meta\.url\), 'utf8'\)/g

/** A process reads its program at each start, so it is short; functions keep their names for the traces in logs. */
const KEPT_NAMES = { function: true, class: true }
const SHORT = { compress: { keepNames: KEPT_NAMES }, mangle: { keepNames: KEPT_NAMES } }

export async function bundleProgram(entry: string): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: 'node', external: OUTSIDE, plugins: [takeInFiles] })
  const banner = licenceOf(TAKEN_IN)
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false, banner, minify: SHORT })
  await bundle.close()
  return withoutOtherCharacters(output[0].code)
}

const OTHER_CHARACTERS = /\P{ASCII}/gu
/** Where an escape would stand for something else than the character: in raw text, and behind a backslash. */
const NOT_TO_ESCAPE = /String\.raw`[^`]*\P{ASCII}|(?<!\\)(?:\\\\)*\\\P{ASCII}/u

/** With one character beyond Latin-1 V8 keeps all of a script in two bytes for each, in every process that runs it. */
function withoutOtherCharacters(code: string): string {
  const [refused] = NOT_TO_ESCAPE.exec(code) ?? []
  if (refused) throw new Error(`Write the characters beyond ASCII as escapes in: ${refused}`)
  return code.replace(OTHER_CHARACTERS, escaped)
}

/** One escape for each of its halves, if it has two. */
const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** A file that a module reads when it needs it becomes its text: a sandbox shows one file of ours. */
const takeInFiles: Plugin = {
  name: 'take-in-files',
  transform: (code, id) => {
    const taken = code.replace(READ_BESIDE, (_, path: string) =>
      JSON.stringify(readFileSync(join(dirname(id), path), 'utf8')),
    )
    return taken === code ? null : taken
  },
}

/** What is taken in is passed on with the words that its authors ask for. */
function licenceOf(name: string): string {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  return `/*! ${name}\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}*/`
}

if (import.meta.main) {
  const [entry] = process.argv.slice(2)
  if (!entry) throw new Error('node tools/bundle-program.ts <entry>')
  process.stdout.write(await bundleProgram(entry))
}
