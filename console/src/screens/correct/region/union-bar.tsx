import { Button } from '../../../parts/controls/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import type { OnOperations } from '../operation.ts'
import { questionWords } from './question-words.ts'
import type { UnionOfSheet } from './union-of.ts'

type Props = {
  unions: readonly UnionOfSheet[]
  onChange: OnOperations | null
}

/** Which table a sheet is united in with others, and how to make a table of each sheet again. */
export function UnionBar({ unions, onChange }: Props) {
  const w = useWords(questionWords)
  return unions.map(({ owner, union }) => (
    <section key={owner.region_id} className="question" aria-label={w.unionLabel}>
      <Icon name="table" />
      <p>
        {union.files
          ? w.unitedFiles(union.files.sources.length, union.outputs[0]?.name ?? '', union.column)
          : w.united(union.parts.length, union.outputs[0]?.name ?? '', union.column)}
      </p>
      <div className="question-choices">
        <Button
          disabled={onChange === null}
          onClick={() => onChange?.({ op: 'separate_tables', region: owner.region_id })}
        >
          {union.files ? w.perFile : w.perSheet}
        </Button>
      </div>
    </section>
  ))
}
