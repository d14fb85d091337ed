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

/** Which table a sheet, file or block is united in with others, and how to make a table of each again. */
export function UnionBar({ unions, onChange }: Props) {
  const w = useWords(questionWords)
  const said = {
    files: { label: w.unionLabel, text: w.unitedFiles, each: w.perFile },
    sheets: { label: w.unionLabel, text: w.united, each: w.perSheet },
    blocks: { label: w.unionOfBlocksLabel, text: w.unitedBlocks, each: w.perBlock },
  }
  return unions.map(({ owner, union, partsAre }) => (
    <section key={owner.region_id} className="question" aria-label={said[partsAre].label}>
      <Icon name="table" />
      <p>
        {said[partsAre].text(
          union.files?.sources.length ?? union.parts.length,
          union.outputs[0]?.name ?? '',
          union.column,
        )}
      </p>
      <div className="question-choices">
        <Button
          disabled={onChange === null}
          onClick={() => onChange?.({ op: 'separate_tables', region: owner.region_id })}
        >
          {said[partsAre].each}
        </Button>
      </div>
    </section>
  ))
}
