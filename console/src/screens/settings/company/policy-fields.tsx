import { TextField } from '../../../parts/controls/field.tsx'
import { useWords } from '../../../words/words.ts'
import { type PolicyDraft, PUBLIC_LINKS, UNITS } from './policy-draft.ts'
import { policyWords } from './policy-words.ts'

type Props = {
  draft: PolicyDraft
  faults: { sessions: boolean; tokens: boolean }
  onChange: (draft: PolicyDraft) => void
}

export function PolicyFields({ draft, faults, onChange }: Props) {
  const w = useWords(policyWords)
  const change = (part: Partial<PolicyDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      <div className="policy-rule">
        <Choice
          label={w.limitSessions}
          checked={draft.sessionsEnd}
          onChange={(sessionsEnd) => change({ sessionsEnd })}
        />
        {draft.sessionsEnd ? (
          <div className="policy-length">
            <TextField
              label={w.sessions}
              error={faults.sessions ? w.sessionBounds : null}
              inputMode="numeric"
              value={draft.sessions}
              onChange={(event) => change({ sessions: event.target.value })}
            />
            <select
              className="input"
              aria-label={w.unit}
              value={draft.unit}
              onChange={({ target }) => change({ unit: UNITS.find((each) => each === target.value) ?? 'minutes' })}
            >
              {UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {w.units[unit]}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <div className="policy-rule">
        <Choice
          label={w.allowTokens}
          checked={draft.tokensAllowed}
          onChange={(tokensAllowed) => change({ tokensAllowed })}
        />
      </div>
      {draft.tokensAllowed ? (
        <div className="policy-rule">
          <Choice label={w.limitTokens} checked={draft.tokensEnd} onChange={(tokensEnd) => change({ tokensEnd })} />
          {draft.tokensEnd ? (
            <div className="policy-length">
              <TextField
                label={w.tokens}
                error={faults.tokens ? w.tokenBounds : null}
                inputMode="numeric"
                value={draft.tokenDays}
                onChange={(event) => change({ tokenDays: event.target.value })}
              />
              <span>{w.units.days}</span>
            </div>
          ) : null}
        </div>
      ) : null}
      <label className="policy-rule policy-links">
        <span>{w.publicLinks}</span>
        <select
          className="input"
          value={draft.publicLinks}
          onChange={({ target }) =>
            change({ publicLinks: PUBLIC_LINKS.find((each) => each === target.value) ?? 'allowed' })
          }
        >
          {PUBLIC_LINKS.map((each) => (
            <option key={each} value={each}>
              {w.publicLinksTo[each]}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function Choice({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (isChosen: boolean) => void
}) {
  return (
    <label className="policy-choice">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}
