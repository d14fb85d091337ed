/**
 * Boosted trees as `scripts/train-structuring` writes them. Every list of a tree has one entry for each split, except `leaf`.
 * Children below 0 are leaves: -1 is the first.
 */
export type TreeModel = {
  features: readonly string[]
  trees: readonly Tree[]
  /** Scores in rising order, and how often what has such a score was right in files that the trees had not seen. */
  calibration: { score: readonly number[]; share: readonly number[] } | null
}

export type Tree = {
  /** Which feature, by its place in `features`. */
  feature: readonly number[]
  /** A feature up to this goes to the left. */
  atMost: readonly number[]
  left: readonly number[]
  right: readonly number[]
  leaf: readonly number[]
  /** The mean of the leaves below each split: what is known before it is asked. */
  mean: readonly number[]
}

/** By name. A feature that is missing counts as 0, as it did in training. */
export type Features = Readonly<Record<string, number>>

/** What a feature added to the score, or took from it. */
export type Contribution = { feature: string; amount: number }

/** The share of right ones among all that look like this: between 0 and 1. */
export function predict(model: TreeModel, features: Features): number {
  const score = scoreOf(model, features)
  return model.calibration ? interpolate(model.calibration, score) : 1 / (1 + Math.exp(-score))
}

/** The sum of all trees, before it is turned into a share: only its order means something. */
export function scoreOf(model: TreeModel, features: Features): number {
  const values = valuesOf(model, features)
  let score = 0
  for (const tree of model.trees) score += leafOf(tree, values, () => {})
  return score
}

/**
 * Which features decided, the strongest first: each split on the way to a leaf adds the difference that it made to the mean.
 * Together with the mean of all trees they add up to the score.
 */
export function contributionsOf(model: TreeModel, features: Features): Contribution[] {
  const values = valuesOf(model, features)
  const amounts = new Map<number, number>()
  for (const tree of model.trees)
    leafOf(tree, values, (feature, amount) => amounts.set(feature, (amounts.get(feature) ?? 0) + amount))
  return [...amounts]
    .map(([feature, amount]) => ({ feature: model.features[feature] ?? '', amount }))
    .sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
}

const valuesOf = ({ features: names }: TreeModel, features: Features) => names.map((name) => features[name] ?? 0)

function leafOf(tree: Tree, values: readonly number[], onSplit: (feature: number, amount: number) => void): number {
  if (tree.feature.length === 0) return tree.leaf[0] ?? 0
  let split = 0
  for (;;) {
    const feature = tree.feature[split] ?? 0
    const isLeft = (values[feature] ?? 0) <= (tree.atMost[split] ?? 0)
    const next = (isLeft ? tree.left[split] : tree.right[split]) ?? -1
    const known = tree.mean[split] ?? 0
    const mean = (next < 0 ? tree.leaf[-1 - next] : tree.mean[next]) ?? 0
    onSplit(feature, mean - known)
    if (next < 0) return mean
    split = next
  }
}

/** On the line between the two nearest scores that are known; the first and the last go on. */
function interpolate({ score, share }: NonNullable<TreeModel['calibration']>, at: number): number {
  const above = score.findIndex((each) => each > at)
  if (above === 0) return share[0] ?? 0
  if (above < 0) return share.at(-1) ?? 0
  const [from = 0, to = 0] = [score[above - 1], score[above]]
  const [low = 0, high = 0] = [share[above - 1], share[above]]
  return low + ((high - low) * (at - from)) / (to - from)
}
