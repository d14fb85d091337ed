import { registerHooks } from 'node:module'

/** Loaded before a node: it then counts nothing of what rules cost on rows. */
const TAKEN_AWAY = [
  { file: '/core/rules/check-rows.ts', from: /MOST_COST: Cost = [0-9_]+/, to: 'MOST_COST: Cost = Infinity' },
  { file: '/platform/turns.ts', from: /SLICE_MS = [0-9]+/, to: 'SLICE_MS = Infinity' },
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const taken = TAKEN_AWAY.find(({ file }) => url.endsWith(file))
    if (!taken) return loaded
    const source = String(loaded.source)
    if (!taken.from.test(source)) throw new Error(`${taken.file} has no budget to take away`)
    return { ...loaded, source: source.replace(taken.from, taken.to) }
  },
})
