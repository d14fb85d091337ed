import type { PlantedBreak } from '../../sentences/planted-break.ts'

/** Breaks in one file: the sentence with its section, the text to find, and the text to put in its place. */
export const breakIn =
  (file: string) =>
  (sentence: string, find: string, replace: string): PlantedBreak => ({ sentence, file, find, replace })
