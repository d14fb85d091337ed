import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { usePeople } from '../../parts/values/people.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { returnedWords } from './returned-words.ts'

/** Files that were sent out. */
export function OpenBranches({ workbookId }: { workbookId: string }) {
  const w = useWords(returnedWords)
  const { number, moment } = useFormats()
  const who = usePeople(workbookId)
  const branches = useQuery({
    queryKey: keys.of(workbookId, 'branches'),
    queryFn: () => client.api.listBranches({ workbook_id: workbookId, limit: 200 }),
  })
  return (
    <section className="out-now">
      <h2>{w.outTitle}</h2>
      <Asked query={branches}>
        {({ branches: out }) =>
          out.length === 0 ? (
            <p className="soft">{w.outNone}</p>
          ) : (
            <>
              <p className="soft">{w.outLead}</p>
              <DataTable
                caption={w.outTitle}
                rows={out}
                rowKey={({ branch_id, table }) => `${branch_id} ${table}`}
                columns={[
                  { key: 'file', name: w.file, cell: ({ filename }) => filename, isRowName: true },
                  { key: 'table', name: w.table, cell: ({ table }) => table },
                  { key: 'part', name: w.part, cell: ({ part }) => (part ? (part.value ?? w.partEmpty) : '') },
                  { key: 'rows', name: w.rows, cell: ({ row_count }) => number(row_count), isNumber: true },
                  { key: 'who', name: w.sentBy, cell: ({ actor }) => who(actor) },
                  { key: 'when', name: w.sentAt, cell: ({ created_at }) => moment(created_at) },
                ]}
              />
            </>
          )
        }
      </Asked>
    </section>
  )
}
