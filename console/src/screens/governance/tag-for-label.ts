/** What the service takes for a tag. */
const TAG = /^[a-z][a-z0-9_-]{0,59}$/
const MOST_LETTERS = 40

export type LabelledTag = { tag: string; label: string | null }

/**
 * The tag that a label stands for: the one that is called so already, the label itself where it is a tag, or one made of
 * it. A label without Latin letters gives a tag by its hash, so that the same label gives the same tag everywhere.
 */
export function tagForLabel(typed: string, known: readonly LabelledTag[]): LabelledTag | null {
  const label = typed.normalize('NFC').trim()
  if (label === '') return null
  const called = known.find((each) => (each.label ?? each.tag) === label)
  if (called) return called
  const taken = new Set(known.map(({ tag }) => tag))
  if (TAG.test(label) && !taken.has(label)) return { tag: label, label: null }
  const stem = stemOf(label)
  for (let n = 1; ; n++) {
    const tag = n === 1 ? stem : `${stem}-${n}`
    if (!taken.has(tag)) return { tag, label }
  }
}

function stemOf(label: string): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
  const isWhole = !/[^\p{ASCII}\p{M}]/u.test(label.normalize('NFKD'))
  return isWhole && words !== '' ? words.slice(0, MOST_LETTERS) : `tag-${hashOf(label)}`
}

/** FNV-1a over its code units: short, and alike in every browser. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0
  return hash.toString(36)
}
