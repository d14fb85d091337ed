import type { TreeModel } from './tree-model.ts'

/**
 * A model whose text is read and parsed once, when it is first needed: programs that structure nothing start without it.
 * `read` calls `readFileSync` as `confidence.ts` does, letter by letter: a bundle has the text in place of the call.
 */
export function lazyModel(read: () => string): () => TreeModel {
  let model: TreeModel | undefined
  return () => {
    // Safe: `scripts/train-structuring` writes it so, and a test compares every model with what the trainer had.
    model ??= JSON.parse(read()) as TreeModel
    return model
  }
}
