/** A test, by its file and its full name: the names of its groups and its own, joined by ` > ` as vitest prints them. */
export type NamedTest = { file: string; name: string }

/** One sentence or table row of the interface, in our own words, with the tests that fail when it does not hold. */
export type Sentence = { section: string; sentence: string; tests: readonly NamedTest[] }

/** The tests of one file: `const rows = testsIn('server/…/rows.test.ts')`, then `rows('a group > a test')`. */
export const testsIn =
  (file: string) =>
  (name: string): NamedTest => ({ file, name })

/** The tests of a file of the server, by the short way to write it: `serverTests('core/tables/columns/columns')`. */
export const serverTests = (place: string) => testsIn(`server/src/${place}.test.ts`)

/** The tests that hold what the interface says and no feature tests: `interfaceTests('writes')`. */
export const interfaceTests = (place: string) => testsIn(`server/test/interface/${place}.test.ts`)

/** Sentences of one section. */
export const sayIn =
  (section: string) =>
  (sentence: string, ...tests: NamedTest[]): Sentence => ({ section, sentence, tests })
