import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { forgetFailure } from '../../service/uploads.ts'

/** A spec with the first rows of the tables it makes. */
export type ReadSpec = Wire.PreviewedSpec
export type MadeTable = NonNullable<ReadSpec['preview']>[number]

/** How a source is read, and the way to correct it: each correction is kept at once, answered with the result, and can be taken back. */
export function useSpec(workbookId: string, sourceName: string) {
  const queryKey = keys.of(workbookId, 'spec', sourceName)
  const source = client.workbook(workbookId).source(sourceName)
  const query = useQuery<ReadSpec>({
    queryKey,
    queryFn: ({ signal }) => source.parseSpec({ preview: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const [before, setBefore] = useState<readonly ReadSpec[]>([])
  const latest = useRef(0)
  const { mutate, isPending, error, reset } = useMutation({
    // One after the other: each builds on the one before.
    scope: { id: `spec ${sourceName}` },
    mutationFn: ({ spec }: { spec: ReadSpec; turn: number; undo: ReadSpec }) => {
      const { preview: _, ...sent } = spec
      return source.correct(sent)
    },
    onSuccess: (answer, { turn }) => {
      if (turn === latest.current) queries.setQueryData(queryKey, answer)
    },
    onError: (_, { undo }) => {
      queries.setQueryData(queryKey, undo)
      setBefore((all) => all.slice(0, -1))
    },
  })
  const send = (spec: ReadSpec, undo: ReadSpec) => {
    queries.setQueryData(queryKey, spec)
    mutate({ spec, turn: ++latest.current, undo })
  }
  const correct = (regionId: string, change: (region: Wire.Region) => Wire.Region) => {
    const now = queries.getQueryData<ReadSpec>(queryKey)
    if (!now) return
    const regions = now.regions.map((region) => (region.region_id === regionId ? change(region) : region))
    setBefore((all) => [...all, now])
    send({ ...now, regions }, now)
  }
  const undo = () => {
    const now = queries.getQueryData<ReadSpec>(queryKey)
    const last = before.at(-1)
    if (!now || !last) return
    setBefore((all) => all.slice(0, -1))
    send({ ...now, regions: last.regions }, now)
  }
  const looking = useMutation({
    mutationFn: () => client.api.analyzeSource({ workbook_id: workbookId, source_name: sourceName }),
    onSuccess: async () => {
      setBefore([])
      forgetFailure({ workbookId, sourceName })
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
    },
  })
  return { query, correct, undo, canUndo: before.length > 0, looking, isSaving: isPending, error, forgive: reset }
}
