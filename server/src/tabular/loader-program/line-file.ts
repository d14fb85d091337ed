import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** Lines of JSON on their way into a file that is handed over. */
export function openLineFile(folder: string) {
  const name = `${randomUUID()}.ndjson`
  const output = createWriteStream(`${folder}/${name}`)
  let isFlowing = true
  return {
    name,
    add: (line: readonly unknown[]) => {
      isFlowing = output.write(`${JSON.stringify(line)}\n`)
    },
    /** Resolves when there is room for more. */
    ready: async () => {
      if (!isFlowing) await once(output, 'drain')
      isFlowing = true
    },
    end: async () => {
      output.end()
      await finished(output)
    },
  }
}
