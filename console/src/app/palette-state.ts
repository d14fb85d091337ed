import { useEffect } from 'react'
import type { IconName } from '../parts/icon.tsx'
import { keep } from './kept.ts'

export const isPaletteOpen = keep(false)

/** Something one can do here and now, found by its name in the command palette; a detail only once something is typed. */
export type Command = { id: string; name: string; icon: IconName; hint?: string; isDetail?: boolean; run: () => void }

/** What the screens that are shown can do. */
export const screenCommands = keep<readonly Command[]>([])

/** Puts commands into the palette while the screen is there. Memoise the list. */
export function useCommands(commands: readonly Command[]) {
  useEffect(() => {
    screenCommands.set([...screenCommands.get(), ...commands])
    return () => screenCommands.set(screenCommands.get().filter((command) => !commands.includes(command)))
  }, [commands])
}
