import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Progress } from '../../parts/answers/progress.tsx'
import { FileButton } from '../../parts/controls/file-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { EditionChanges } from './edition-changes.tsx'
import { Editions } from './editions.tsx'
import { filesWords } from './files-words.ts'
import type { FollowedFile } from './followed-file.ts'
import { OverEdits, type Versions } from './over-edits.tsx'

/** Files that come again and again, and what each edition changed. */
export function FollowedFiles({ workbookId }: { workbookId: string }) {
  const w = useWords(filesWords)
  const query = useQuery({
    queryKey: keys.of(workbookId, 'files'),
    queryFn: ({ signal }) => client.api.listFileLinks({ workbook_id: workbookId, limit: 100, signal }),
  })
  const follow = useMutation({
    mutationFn: (file: File) => client.api.trackLocalFile({ workbook_id: workbookId, body: { file } }),
    onSuccess: async ({ name, current_version }) => {
      await changed(workbookId)
      toast(w.came(name, current_version))
    },
  })
  return (
    <>
      <div className="files-lead">
        <p className="soft">{w.followedLead}</p>
        <FileButton onFile={(file) => follow.mutate(file)}>{w.follow}</FileButton>
      </div>
      {follow.isPending ? <Progress label={w.busy} /> : null}
      {follow.error ? <ProblemNote error={follow.error} /> : null}
      <Asked query={query}>
        {({ file_links }) =>
          file_links.length === 0 ? (
            <EmptyState icon="history" title={w.emptyTitle} text={w.emptyText} />
          ) : (
            file_links.map((file) => <Followed key={file.link_id} workbookId={workbookId} file={file} />)
          )
        }
      </Asked>
    </>
  )
}

const changed = (workbookId: string) => queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })

function Followed({ workbookId, file }: { workbookId: string; file: FollowedFile }) {
  const w = useWords(filesWords)
  const [compared, setCompared] = useState<number | null>(null)
  const push = useMutation({
    mutationFn: ({ next, over = null }: { next: File; over?: Versions | null }) =>
      client.api.pushFileVersion({
        workbook_id: workbookId,
        link_id: file.link_id,
        body: { file: next, expected_versions: over && JSON.stringify(over) },
      }),
    onSuccess: async ({ changed: isNew, link }) => {
      await changed(workbookId)
      toast(isNew ? w.came(file.name, link.current_version) : w.same(file.name))
      if (isNew) setCompared(link.current_version)
    },
  })
  const revert = useMutation({
    mutationFn: ({ n, over = null }: { n: number; over?: Versions | null }) =>
      client.api.revertFileVersion({
        workbook_id: workbookId,
        link_id: file.link_id,
        n: String(n),
        ...(over ? { expected_versions: JSON.stringify(over) } : {}),
      }),
    onSuccess: async (_, { n }) => {
      await changed(workbookId)
      toast(w.broughtBack(n))
    },
  })
  return (
    <section className="followed" aria-label={file.name}>
      <header>
        <h2>{file.name}</h2>
        <Link to="/w/$workbookId/sources/$sourceName" params={{ workbookId, sourceName: file.source_name }}>
          {w.source}
        </Link>
        <FileButton onFile={(next) => push.mutate({ next })}>{w.next}</FileButton>
      </header>
      {push.isPending || revert.isPending ? <Progress label={w.busy} /> : null}
      <OverEdits step={push} onTake={(over) => push.variables && push.mutate({ ...push.variables, over })} />
      <OverEdits step={revert} onTake={(over) => revert.variables && revert.mutate({ ...revert.variables, over })} />
      <Editions workbookId={workbookId} file={file} onCompare={setCompared} onRevert={(n) => revert.mutate({ n })} />
      {compared !== null ? <EditionChanges workbookId={workbookId} linkId={file.link_id} n={compared} /> : null}
    </section>
  )
}
