import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Every package that the lockfile names is licensed so that the product may be given away and sold. What is not on the list is looked
 * at by a maintainer, who adds its licence here, or the package with the reason why it may stay.
 */
const LOCKFILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT AND ISC',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Package, licence, and why it may stay. */
const EXCEPTIONS: readonly (readonly [name: RegExp, licence: string, reason: string])[] = [
  [/^axe-core$/, 'MPL-2.0', 'looks at the console in tests, unchanged, and is not shipped'],
  [/^lightningcss/, 'MPL-2.0', 'writes the styles of the console when it is built, unchanged, and is not shipped'],
]

type Entry = { version?: string; license?: string; link?: boolean; optional?: boolean }
export type Doubt = { name: string; version: string; licence: string }

export function findDoubts(packages: Readonly<Record<string, Entry>>): Doubt[] {
  return Object.entries(packages).flatMap(([path, { version = '', license, link = false, optional = false }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    // Our own workspaces, and binaries of other platforms, which come with the licence of the package that names them.
    if (!path.includes('node_modules/') || link || (license === undefined && optional)) return []
    const licence = license ?? 'none'
    return isAllowed(name, licence) ? [] : [{ name, version, licence }]
  })
}

/** `(MIT OR GPL-2.0)` leaves the choice to us. */
function isAllowed(name: string, licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return (
    choices.some((choice) => ALLOWED.has(choice)) ||
    EXCEPTIONS.some(([pattern, known]) => pattern.test(name) && licence === known)
  )
}

if (import.meta.main) {
  const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8'))
  const doubts = findDoubts(packages)
  for (const { name, version, licence } of doubts) console.error(`${name}@${version}: ${licence}`)
  if (doubts.length > 0)
    console.error('Look at these licences, and add them to tools/licences.ts or leave the packages out.')
  process.exitCode = doubts.length > 0 ? 1 : 0
}
