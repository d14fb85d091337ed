import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { client } from '../../../service/client.ts'
import { notificationSettingsQuery, renewNotifications } from '../../../service/notifications.ts'
import { useWords } from '../../../words/words.ts'
import { notificationSettingsWords } from './notification-settings-words.ts'

type Kind = Wire.Notification['kind']
type Setting = { kind: Kind; in_console: boolean; by_mail: boolean }

/** Where notifications of each kind go. Each choice is kept at once. */
export function NotificationSettings() {
  const w = useWords(notificationSettingsWords)
  const settings = useQuery(notificationSettingsQuery)
  const change = useMutation({
    mutationFn: (setting: Partial<Setting> & { kind: Kind }) =>
      client.api.changeNotificationSettings({ body: { settings: [setting] } }),
    onSuccess: renewNotifications,
  })
  const choice = (where: 'in_console' | 'by_mail', name: string) => (setting: Setting) => (
    <input
      type="checkbox"
      checked={setting[where]}
      aria-label={w.choice(w.kinds[setting.kind], name)}
      onChange={({ target }) => change.mutate({ kind: setting.kind, [where]: target.checked })}
    />
  )
  return (
    <section className="notification-settings" aria-label={w.title}>
      <p className="soft">{w.lead}</p>
      {change.error ? <ProblemNote error={change.error} onRetry={change.reset} /> : null}
      <Asked query={settings}>
        {({ settings: all, is_mail_sent }) => (
          <>
            <DataTable
              caption={w.title}
              rows={all}
              rowKey={({ kind }) => kind}
              columns={[
                { key: 'kind', name: w.kind, cell: ({ kind }) => w.kinds[kind], isRowName: true },
                { key: 'console', name: w.inConsole, cell: choice('in_console', w.inConsole) },
                { key: 'mail', name: w.byMail, cell: choice('by_mail', w.byMail) },
              ]}
            />
            {is_mail_sent ? null : <p className="soft">{w.noMail}</p>}
          </>
        )}
      </Asked>
    </section>
  )
}
