import { readFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { findHomesOfExports, readRoomQuestions } from '../../tools/room-questions.ts'

/** The three files in which a reader who had the names of all files, and nothing else, would look first. */
export type Guess = { ask: string; guesses: readonly string[] }

export const readGuesses = (): Guess[] =>
  // Safe: it is a file of this folder.
  JSON.parse(readFileSync(new URL('guesses.json', import.meta.url), 'utf8')) as Guess[]

/** Questions whose answer is in none of the guessed files, with the file that it is in. */
export function missedGuesses(all: readonly Guess[]): { ask: string; home: string }[] {
  const homes = findHomesOfExports()
  const guessed = new Map(all.map(({ ask, guesses }) => [ask, guesses]))
  return readRoomQuestions().flatMap(({ ask, answer, anywhere_in_folder }) => {
    const [home = 'is nowhere'] = homes.get(answer) ?? []
    const place = anywhere_in_folder ? dirname(home) : home
    const looked = (guessed.get(ask) ?? []).slice(0, 3).map((file) => (anywhere_in_folder ? dirname(file) : file))
    return looked.includes(place) ? [] : [{ ask, home }]
  })
}
