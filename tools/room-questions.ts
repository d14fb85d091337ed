import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const EXPORT = /^export (?:async )?(?:function|const|class) (\w+)/gm

/** A question of a newcomer, and the export that answers it: its file is where they ought to look first. */
export type RoomQuestion = { ask: string; answer: string; anywhere_in_folder?: true }

export const readRoomQuestions = (): RoomQuestion[] =>
  // Safe: it is a file of this folder.
  JSON.parse(readFileSync(new URL('rooms.json', import.meta.url), 'utf8')) as RoomQuestion[]

/** The files that declare each export. Tools for agents are left out: they have the names of what they call. */
export function findHomesOfExports(): Map<string, string[]> {
  const homes = new Map<string, string[]>()
  for (const file of globSync(['server/src/**/*.ts', 'spreadsheet/src/**/*.ts'], { cwd: ROOT })) {
    if (/\/mcp\/tools\/|\.test\.ts$/.test(file)) continue
    for (const [, name = ''] of readFileSync(`${ROOT}${file}`, 'utf8').matchAll(EXPORT))
      homes.set(name, [...(homes.get(name) ?? []), file])
  }
  return homes
}
