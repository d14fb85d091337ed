import { keep } from '../app/kept.ts'

/** Something that goes on while one looks at other screens. */
export type BackgroundWork = {
  id: number
  label: string
  /** How far it is; null where that is not known. */
  share: number | null
}

export const backgroundWork = keep<readonly BackgroundWork[]>([])
let next = 1

/** Shows that something is under way until it is done or has failed. */
export async function inBackground<T>(
  label: string,
  work: (onProgress: (share: number | null) => void) => Promise<T>,
): Promise<T> {
  const id = next++
  backgroundWork.set([...backgroundWork.get(), { id, label, share: null }])
  try {
    return await work((share) =>
      backgroundWork.set(backgroundWork.get().map((each) => (each.id === id ? { ...each, share } : each))),
    )
  } finally {
    backgroundWork.set(backgroundWork.get().filter((each) => each.id !== id))
  }
}
