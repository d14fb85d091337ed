import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** One place of the engine, read in other words than it is written in. */
export type SourceChange = { file: string; from: string; to: string }

const ENGINE = new URL('../../spreadsheet/src/structure/', import.meta.url)

/** Throws where the engine no longer says what is to be changed. */
export function refuseIfUnsaid({ file, from }: SourceChange): void {
  if (!readFileSync(new URL(file, ENGINE), 'utf8').includes(from)) throw new Error(`${file} does not say: ${from}`)
}

/** Imported before the engine is: `node --import change-source.ts program … <change as JSON>`. No file is touched. */
const lastArgument = process.argv.at(-1) ?? ''
if (lastArgument.startsWith('{"file"')) {
  // Safe: predict-pack.ts has written it.
  const { file, from, to } = JSON.parse(lastArgument) as SourceChange
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (url !== new URL(file, ENGINE).href) return loaded
      return { ...loaded, source: String(loaded.source).replace(from, () => to) }
    },
  })
}
