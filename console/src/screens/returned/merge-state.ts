import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'

export type Merge = Wire.Operations['syncFile']['answer']
export type MergedSheet = Merge['results'][number]
export type MergeOptions = { mode: 'cell' | 'row'; allowsDeletes: boolean }

/** A file that came back: looked at before anything is written, then merged. */
export type MergeState =
  | { stage: 'none' }
  | { stage: 'looking' | 'merging'; file: File; wish: MergeOptions }
  | { stage: 'seen' | 'merged'; file: File; wish: MergeOptions; merge: Merge }
  | { stage: 'refused'; file: File; wish: MergeOptions; error: unknown }

const FIRST_OPTION: MergeOptions = { mode: 'cell', allowsDeletes: false }

export function useMerge(workbookId: string) {
  const [state, setState] = useState<MergeState>({ stage: 'none' })

  const ask = async (file: File, wish: MergeOptions, isDryRun: boolean) => {
    setState({ stage: isDryRun ? 'looking' : 'merging', file, wish })
    try {
      const body = { merge_mode: wish.mode, allow_deletes: wish.allowsDeletes, dry_run: isDryRun }
      const merge = await client.workbook(workbookId).sync(file, body)
      setState({ stage: isDryRun ? 'seen' : 'merged', file, wish, merge })
      if (!isDryRun) await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
    } catch (error) {
      setState({ stage: 'refused', file, wish, error })
    }
  }
  return {
    state,
    /** Takes its bytes now: what is merged later is what was looked at. */
    take: async (file: File) => ask(new File([await file.arrayBuffer()], file.name), FIRST_OPTION, true),
    look: (file: File, wish: MergeOptions) => ask(file, wish, true),
    merge: (file: File, wish: MergeOptions) => ask(file, wish, false),
    forget: () => setState({ stage: 'none' }),
  }
}

/** What a sheet does to its table, in all. */
export const changesOf = ({ inserted = 0, updated = 0, deleted = 0 }: MergedSheet) => inserted + updated + deleted
