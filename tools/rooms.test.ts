import { globSync, readFileSync } from 'node:fs'
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
