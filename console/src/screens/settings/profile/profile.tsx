import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKept } from '../../../app/kept.ts'
import { THEMES, theme } from '../../../app/look.ts'
import { shellWords } from '../../../app/shell-words.ts'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { RenameDialog } from '../../../parts/overlays/rename-dialog.tsx'
import { client } from '../../../service/client.ts'
import { keys, queries } from '../../../service/queries.ts'
import { signOut } from '../../../service/session.ts'
import { LANGUAGE_NAMES, LANGUAGES, language } from '../../../words/language.ts'
import { useWords } from '../../../words/words.ts'
import { profileWords } from './profile-words.ts'

/** Who one is, how the console looks and speaks, and the way to another password. */
export function Profile() {
  const w = useWords(profileWords)
  const me = useQuery({
    queryKey: keys.me(),
    queryFn: () => client.me(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Asked query={me}>
      {({ name, email }) => (
        <div className="profile">
          <dl>
            <dt>{w.name}</dt>
            <dd>
              {name} <ChangeName name={name} />
            </dd>
            <dt>{w.email}</dt>
            <dd>{email}</dd>
          </dl>
          <Look />
          <Password email={email} />
          <section aria-label={w.signOut}>
            <Button icon="leave" onClick={() => void signOut()}>
              {w.signOut}
            </Button>
          </section>
        </div>
      )}
    </Asked>
  )
}

function ChangeName({ name }: { name: string }) {
  const w = useWords(profileWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {w.changeName}
      </Button>
      {isOpen ? (
        <RenameDialog
          title={w.changeName}
          label={w.name}
          name={name}
          onRename={async (next) => {
            await client.api.changeMe({ body: { name: next } })
            await queries.invalidateQueries()
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

function Look() {
  const shell = useWords(shellWords)
  return (
    <div className="field-row">
      <SelectField
        label={shell.language}
        value={useKept(language)}
        options={LANGUAGES.map((value) => ({ value, name: LANGUAGE_NAMES[value] }))}
        onChange={({ target }) => language.set(LANGUAGES.find((value) => value === target.value) ?? 'en')}
      />
      <SelectField
        label={shell.theme}
        value={useKept(theme)}
        options={THEMES.map((value) => ({ value, name: shell.themes[value] }))}
        onChange={({ target }) => theme.set(THEMES.find((value) => value === target.value) ?? 'system')}
      />
    </div>
  )
}

/** A password is set by a link that goes to the address: a page that was left open must not be enough. */
function Password({ email }: { email: string }) {
  const w = useWords(profileWords)
  const send = useMutation({ mutationFn: () => client.api.requestPasswordLink({ body: { email } }) })
  return (
    <section aria-label={w.password}>
      <h2>{w.password}</h2>
      <p className="soft">{w.passwordText}</p>
      {send.isSuccess ? (
        <p role="status">{w.sent(email)}</p>
      ) : (
        <Button isBusy={send.isPending} onClick={() => send.mutate()}>
          {w.send}
        </Button>
      )}
      {send.error ? <ProblemNote error={send.error} /> : null}
    </section>
  )
}
