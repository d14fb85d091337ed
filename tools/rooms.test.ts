import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findHomesOfExports, readRoomQuestions } from './room-questions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
test('sixty questions of newcomers have one file each that answers them', () => {
  const [questions, homes] = [readRoomQuestions(), findHomesOfExports()]
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
