import { isProblem, type Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { forgetFailure } from '../../service/uploads.ts'
import { type Operation, shownWith } from './operation.ts'

/** A spec with the first rows of the tables it makes. */
export type ReadSpec = Wire.PreviewedSpec
export type MadeTable = NonNullable<ReadSpec['preview']>[number]
export type Overridden = Wire.CorrectedSpec['overridden'][number]

/**
 * How a source is read, and the way to correct it: each gesture is an operation, which the service answers with all that
 * follows from it. Until then only what the operation itself says is shown.
 */
export function useSpec(workbookId: string, sourceName: string) {
  const queryKey = keys.of(workbookId, 'spec', sourceName)
  const source = client.workbook(workbookId).source(sourceName)
  const query = useQuery<ReadSpec>({
    queryKey,
    queryFn: ({ signal }) => source.parseSpec({ preview: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const [overridden, setOverridden] = useState<readonly Overridden[]>([])
  /** As the service answered last, and what was sent to it since. */
  const answered = useRef<ReadSpec>(undefined)
  const sent = useRef<readonly (readonly Operation[])[]>([])
  const show = () => {
    if (answered.current) queries.setQueryData(queryKey, sent.current.flat().reduce(shownWith, answered.current))
  }
  const sending = useMutation({
    // One after the other: each is made of the spec that the one before it has left.
    scope: { id: `spec ${workbookId} ${sourceName}` },
    mutationFn: (operations: readonly Operation[]) => {
      const { spec_version = 1, revision } = answered.current ?? {}
      return source.patch({
        spec_version,
        ...(revision === undefined ? {} : { revision }),
        operations: [...operations],
      })
    },
    onSuccess: ({ overridden: lost, ...answer }) => {
      answered.current = answer
      setOverridden(lost)
    },
    onError: (error) => {
      // Another user corrects the same file: what they did comes first.
      if (isProblem(error, 'version_conflict')) return queries.invalidateQueries({ queryKey })
      return undefined
    },
    onSettled: (_, error) => {
      sent.current = sent.current.slice(1)
      if (!isProblem(error, 'version_conflict')) show()
    },
  })
  const correct = (...operations: readonly Operation[]) => {
    if (sent.current.length === 0) answered.current = queries.getQueryData<ReadSpec>(queryKey)
    sent.current = [...sent.current, operations]
    show()
    sending.mutate(operations)
  }
  const looking = useMutation({
    mutationFn: () => client.api.analyzeSource({ workbook_id: workbookId, source_name: sourceName }),
    onSuccess: async () => {
      setOverridden([])
      forgetFailure({ workbookId, sourceName })
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
    },
  })
  /** What was asked for and not taken stays at hand, to be tried again. */
  const failed = sending.error ? { error: sending.error, operations: sending.variables ?? [] } : null
  return {
    query,
    correct,
    undo: () => correct({ op: 'undo' }),
    canUndo: query.data?.can_undo === true,
    isSaving: sending.isPending,
    isSaved: sending.isSuccess,
    failed,
    retry: () => correct(...(failed?.operations ?? [])),
    overridden,
    looking,
  }
}
