import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { workspacesQuery } from './people/workspaces.ts'
import { templatesWords } from './templates-words.ts'

type Template = Wire.Operations['readTemplate']['answer']

/** How forms of one kind are read, in each workspace. */
export function Templates() {
  const w = useWords(templatesWords)
  const [chosen, choose] = useState<string | null>(null)
  return (
    <Asked query={useQuery(workspacesQuery)}>
      {(workspaces) => {
        const workspaceId = chosen ?? workspaces[0]?.workspace_id
        return (
          <section className="settings-part">
            <header>
              <p className="soft">{w.lead}</p>
              {workspaces.length > 1 ? (
                <SelectField
                  label={w.workspace}
                  value={workspaceId}
                  onChange={(event) => choose(event.target.value)}
                  options={workspaces.map(({ workspace_id, name }) => ({ value: workspace_id, name }))}
                />
              ) : null}
            </header>
            {workspaceId ? <TemplateTable key={workspaceId} workspaceId={workspaceId} /> : null}
          </section>
        )
      }}
    </Asked>
  )
}

const labelsOf = ({ sheets }: Template) =>
  sheets.flatMap(({ fields, tables }) =>
    [...fields, ...tables.flatMap(({ columns }) => columns)].map(({ label }) => label),
  )

function TemplateTable({ workspaceId }: { workspaceId: string }) {
  const w = useWords(templatesWords)
  const [asked, setAsked] = useState<Template | null>(null)
  const queryKey = ['account', 'templates', workspaceId]
  const renew = () => queries.invalidateQueries({ queryKey })
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await client.api.listTemplates({ workspace_id: workspaceId, signal })).templates,
  })
  const turn = async ({ template_id, active }: Template) => {
    await client.api.changeTemplate({ workspace_id: workspaceId, template_id, body: { active: !active } })
    await renew()
  }
  return (
    <Asked query={found}>
      {(templates) =>
        templates.length === 0 ? (
          <p className="soft">{w.none}</p>
        ) : (
          <>
            <DataTable
              caption={w.caption}
              rows={templates}
              rowKey={({ template_id }) => template_id}
              columns={[
                { key: 'name', name: w.name, cell: ({ name }) => name, isRowName: true },
                { key: 'labels', name: w.labels, cell: (template) => labelsOf(template).join(', ') },
                {
                  key: 'state',
                  name: w.state,
                  cell: ({ active }) => <Badge tone={active ? 'good' : 'plain'}>{active ? w.on : w.off}</Badge>,
                },
                {
                  key: 'change',
                  name: '',
                  cell: (template) => (
                    <>
                      <Button look="quiet" onClick={() => void turn(template)}>
                        {template.active ? w.turnOff : w.turnOn}
                      </Button>
                      <Button look="quiet" aria-label={w.removeLabel(template.name)} onClick={() => setAsked(template)}>
                        {w.remove}
                      </Button>
                    </>
                  ),
                },
              ]}
            />
            {asked ? (
              <Confirm
                title={w.removeTitle(asked.name)}
                text={w.removeText}
                name={w.remove}
                onClose={() => setAsked(null)}
                onConfirm={async () => {
                  await client.api.deleteTemplate({ workspace_id: workspaceId, template_id: asked.template_id })
                  await renew()
                  toast(w.removed(asked.name))
                }}
              />
            ) : null}
          </>
        )
      }
    </Asked>
  )
}
