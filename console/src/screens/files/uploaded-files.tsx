import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { sourcesQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { filesWords } from './files-words.ts'
import { SourceTable } from './source-table.tsx'

/** What a user has to do with them comes first. */
const GROUPS: readonly { key: keyof typeof filesWords.en.groups; statuses: readonly Wire.Source['status'][] }[] = [
  { key: 'waiting', statuses: ['analyzed', 'registered'] },
  { key: 'failed', statuses: ['failed'] },
  { key: 'made', statuses: ['materialized'] },
]

/** Files that were uploaded, by what became of them. */
export function UploadedFiles({ workbookId }: { workbookId: string }) {
  const w = useWords(filesWords)
  const sources = useQuery(sourcesQuery(workbookId))
  return (
    <Asked query={sources}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState icon="upload" title={w.uploadedNone} text={w.uploadedNoneText} />
        ) : (
          GROUPS.map(({ key, statuses }) => {
            const its = all.filter(({ status }) => statuses.includes(status))
            return its.length === 0 ? null : (
              <section key={key} className="file-group">
                <h2>{w.groups[key]}</h2>
                <SourceTable workbookId={workbookId} caption={w.groups[key]} sources={its} />
              </section>
            )
          })
        )
      }
    </Asked>
  )
}
