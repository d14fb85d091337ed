import type { LoadAnswers, LoadProgress, LoadRequest } from './load-request.ts'

/** What the file of a loader is called in its folder; `lay` is given this path. */
export const SOURCE_FILE = 'source'

/** Where a second file is laid, in the same folder, that the first one is compared with. */
export const BESIDE_FILE = 'beside'

/** A sandboxed process with one file somebody sent: its folder, where the file is put and segments are found, and a way to ask. */
export type Loader = {
  folder: string
  ask<K extends LoadRequest['kind']>(request: LoadRequest & { kind: K }, watch?: Watch): Promise<LoadAnswers[K]>
}

/** Told now and then how far a long answer is. */
export type Watch = (progress: LoadProgress) => void

/** Lends a loader for one file, whose bytes `lay` puts at the path it is given; what it left behind is gone afterwards. */
/** `owner`: whose turn it takes where all places are taken. */
export type Load = <T>(
  lay: (path: string) => Promise<void>,
  work: (loader: Loader) => Promise<T>,
  owner?: string,
) => Promise<T>

declare module '../../platform/context.ts' {
  interface Platform {
    load: Load
  }
}
