import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** One place of the engine, read in other words than it is written in. */
export type SourceChange = { file: string; from: string; to: string }

const ENGINE = new URL('../../spreadsheet/src/structure/', import.meta.url)

/** Throws where the engine no longer says what is to be changed. */
export function refuseIfUnsaid({ file, from }: SourceChange): void {
  if (!readFileSync(new URL(file, ENGINE), 'utf8').includes(from)) throw new Error(`${file} does not say: ${from}`)
}

/** Imported before the engine is: `node --import change-source.ts program … <changes as JSON>`. No file is touched. */
const lastArgument = process.argv.at(-1) ?? ''
const IMPORTED = process.execArgv.includes(import.meta.url)
if (IMPORTED && !lastArgument.startsWith('[{"file"')) throw new Error('the last argument is no list of changes')
if (IMPORTED) {
  // Safe: predict-pack.ts has written it.
  const changes = JSON.parse(lastArgument) as readonly SourceChange[]
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const its = changes.filter(({ file }) => url === new URL(file, ENGINE).href)
      if (its.length === 0) return loaded
      const source = its.reduce((text, { from, to }) => text.replace(from, () => to), String(loaded.source))
      return { ...loaded, source }
    },
  })
}
