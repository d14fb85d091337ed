import { Button, IconButton } from '../../parts/controls/button.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { useWords } from '../../words/words.ts'
import { rowPolicyWords } from './row-policy-words.ts'
import { AGAINST, ATTRIBUTE_NAME, COMPARISONS, comparisonsFor, type Drawn, type Part } from './row-predicate.ts'

type Props = { columns: readonly string[]; drawn: Drawn; onChange: (drawn: Drawn) => void }

/** Conditions, one line each: a column, how it is compared, and with what. */
export function ConditionParts({ columns, drawn, onChange }: Props) {
  const w = useWords(rowPolicyWords)
  const { parts, isAny, admitsAdmins } = drawn
  const put = (n: number, part: Part) => onChange({ ...drawn, parts: parts.with(n, part) })
  return (
    <>
      {parts.map((part, n) => (
        <fieldset key={partKey(n)} className="row-condition">
          <legend className="unseen">{w.nth(n + 1)}</legend>
          <OnePart columns={columns} part={part} onChange={(changed) => put(n, changed)} />
          {parts.length > 1 ? (
            <IconButton
              icon="close"
              name={w.takeOut(n + 1)}
              onClick={() => onChange({ ...drawn, parts: parts.toSpliced(n, 1) })}
            />
          ) : null}
        </fieldset>
      ))}
      <div className="row-form-actions">
        <Button
          look="quiet"
          icon="plus"
          onClick={() =>
            onChange({
              ...drawn,
              parts: [...parts, { column: columns[0] ?? '', comparison: '=', against: 'value', text: '' }],
            })
          }
        >
          {w.another}
        </Button>
      </div>
      {parts.length > 1 ? (
        <SelectField
          label={w.joined}
          options={[
            { value: 'all', name: w.all },
            { value: 'any', name: w.any },
          ]}
          value={isAny ? 'any' : 'all'}
          onChange={(event) => onChange({ ...drawn, isAny: event.target.value === 'any' })}
        />
      ) : null}
      <label className="row-admins">
        <input
          type="checkbox"
          checked={admitsAdmins}
          onChange={(event) => onChange({ ...drawn, admitsAdmins: event.target.checked })}
        />
        <span>
          {w.admins}
          <span className="field-hint">{w.adminsHint}</span>
        </span>
      </label>
    </>
  )
}

/** Lines have no name but their place. */
const partKey = (n: number) => `condition ${n}`

function OnePart({
  columns,
  part,
  onChange,
}: {
  columns: readonly string[]
  part: Part
  onChange: (part: Part) => void
}) {
  const w = useWords(rowPolicyWords)
  const offered = comparisonsFor(part.against)
  return (
    <>
      <SelectField
        label={w.column}
        options={columns.map((name) => ({ value: name, name }))}
        value={part.column}
        onChange={(event) => onChange({ ...part, column: event.target.value })}
      />
      <SelectField
        label={w.comparison}
        options={offered.map((each) => ({ value: each, name: w.comparisons[each] }))}
        value={part.comparison}
        onChange={(event) => {
          const comparison = COMPARISONS.find((each) => each === event.target.value)
          if (comparison) onChange({ ...part, comparison })
        }}
      />
      <SelectField
        label={w.against}
        options={AGAINST.map((each) => ({ value: each, name: w.againsts[each] }))}
        value={part.against}
        onChange={(event) => {
          const against = AGAINST.find((each) => each === event.target.value)
          if (!against) return
          const comparison = comparisonsFor(against).includes(part.comparison) ? part.comparison : '='
          onChange({ ...part, against, comparison, text: '' })
        }}
      />
      {part.against === 'value' ? (
        <TextField
          label={w.value}
          value={part.text}
          onChange={(event) => onChange({ ...part, text: event.target.value })}
        />
      ) : null}
      {part.against === 'attribute' ? (
        <TextField
          label={w.attribute}
          title={w.attributeHint}
          pattern={ATTRIBUTE_NAME}
          value={part.text}
          onChange={(event) => onChange({ ...part, text: event.target.value })}
        />
      ) : null}
    </>
  )
}
