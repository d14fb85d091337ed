import { useBringFiles } from '../../app/upload-tray.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { useWords } from '../../words/words.ts'
import { homeWords } from './home-words.ts'

/** Made by `console/test/make-samples.ts`. */
const SAMPLES = [
  { file: 'monthly-profit-and-loss.xlsx', name: '月次損益計算書.xlsx', title: 'profitTitle', text: 'profitText' },
  { file: 'sales-report.xlsx', name: 'Sales report.xlsx', title: 'salesTitle', text: 'salesText' },
] as const

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function Samples() {
  const w = useWords(homeWords)
  const bringFiles = useBringFiles()
  const use = async ({ file, name }: (typeof SAMPLES)[number]) => {
    const content = await (await fetch(`/samples/${file}`)).blob()
    await bringFiles([new File([content], name, { type: XLSX })], undefined)
  }
  return (
    <section className="samples" aria-label={w.samples}>
      <h2>{w.samples}</h2>
      <ul>
        {SAMPLES.map((sample) => (
          <li key={sample.file}>
            <h3>{w[sample.title]}</h3>
            <p className="soft">{w[sample.text]}</p>
            <Button aria-label={`${w.sampleUse}: ${w[sample.title]}`} onClick={() => void use(sample)}>
              {w.sampleUse}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
