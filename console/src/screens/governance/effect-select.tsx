import { useWords } from '../../words/words.ts'
import { EFFECTS, type Effect, EVERYBODY } from './governance.ts'
import { governanceWords } from './governance-words.ts'

type Props = {
  label: string
  role: string
  effect: Effect
  /** Without `none`: a column is seen or it is not. */
  isOfColumn?: boolean
  onChange: (effect: Effect) => void
  onLeave?: () => void
}

/** What a rule does, to choose from. Everybody sees what no rule hides: only others can be exempted. */
export function EffectSelect({ label, role, effect, isOfColumn = false, onChange, onLeave }: Props) {
  const w = useWords(governanceWords)
  const offered = EFFECTS.filter((each) => {
    if (each === 'none') return !isOfColumn
    return each !== 'allow' || isOfColumn || role !== EVERYBODY
  })
  return (
    <select
      className="input effect"
      data-effect={effect}
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: in a cell it appears because the cell was pressed.
      autoFocus={isOfColumn}
      value={effect}
      onBlur={onLeave}
      onChange={(event) => {
        const chosen = EFFECTS.find((each) => each === event.target.value)
        if (chosen) onChange(chosen)
      }}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {w.effects[each]}
        </option>
      ))}
    </select>
  )
}
