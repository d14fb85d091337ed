import type { IconName } from '../parts/icon.tsx'
import { keep } from './kept.ts'

export const isPaletteOpen = keep(false)

/** Something one can do here and now, found by its name in the command palette; a detail only once something is typed. */
export type Command = { id: string; name: string; icon: IconName; hint?: string; isDetail?: boolean; run: () => void }
