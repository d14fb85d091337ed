import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const EXPORT = /^export (?:async )?(?:function|const|class) (\w+)/gm

/** Questions that newcomers have, each with the export that answers it: its file is where they ought to look first. */
type Question = { ask: string; answer: string; anywhere_in_folder?: true }

// Safe: it is a file of this folder.
const questions = JSON.parse(readFileSync(new URL('rooms.json', import.meta.url), 'utf8')) as Question[]

/** Tools for agents have the names of what they call. */
const files = globSync(['server/src/**/*.ts', 'spreadsheet/src/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !/\/mcp\/tools\/|\.test\.ts$/.test(file),
)

const homes = Map.groupBy(
  files.flatMap((file) =>
    [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(EXPORT)].map(([, name = '']) => ({ name, file })),
  ),
  ({ name }) => name,
)

test('sixty questions of newcomers have one file each that answers them', () => {
  const answered = questions.map(({ answer }) => [answer, homes.get(answer)?.length ?? 0])

  expect(new Set(questions.map(({ ask }) => ask)).size).toBe(60)
  expect(answered.filter(([, count]) => count !== 1)).toEqual([])
})

const ROOMS = ['platform', 'engine', 'people', 'core', 'work', 'doors', 'main'].map((room) => `server/src/${room}`)
const foldersOf = (room: string) =>
  readdirSync(`${ROOT}${room}`, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

test.each(ROOMS)('%s has no more folders than a person remembers', (room) => {
  expect(foldersOf(room).length).toBeLessThanOrEqual(15)
})

test.each([...ROOMS, 'spreadsheet/src'])('each folder of %s is on the page of the architecture', (room) => {
  const page = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8')

  expect(foldersOf(room).filter((folder) => !page.includes(`\`${folder}\``))).toEqual([])
})
