import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { client } from '../../../service/client.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { type Day, DayBars, everyDay } from './day-bars.tsx'
import { usageWords } from './usage-words.ts'

const PERIODS = [7, 30, 90, 365]

/** What the account used, and through which tokens. */
export function Usage() {
  const w = useWords(usageWords)
  const [days, setDays] = useState(30)
  return (
    <section className="settings-part">
      <header>
        <p className="soft">{w.lead}</p>
        <SelectField
          label={w.period}
          value={String(days)}
          onChange={(event) => setDays(Number(event.target.value))}
          options={PERIODS.map((n) => ({ value: String(n), name: w.days(n) }))}
        />
      </header>
      <Series days={days} />
      <PerToken days={days} />
    </section>
  )
}

function Series({ days }: { days: number }) {
  const w = useWords(usageWords)
  const { number, size, day } = useFormats()
  const series = useQuery({
    queryKey: ['account', 'usage', days],
    queryFn: () => client.api.readUsageSeries({ days }),
  })
  return (
    <Asked query={series}>
      {({ buckets }) => (
        <>
          <div className="usage-charts">
            <Chart name={w.requests} days={everyDay(buckets, days, { amountOf: ({ requests }) => requests })} />
            <Chart name={w.ops} days={everyDay(buckets, days, { amountOf: ({ ops }) => ops })} />
            <Chart name={w.credits} days={everyDay(buckets, days, { amountOf: ({ credits }) => credits })} />
            <Chart
              name={w.storage}
              days={everyDay(buckets, days, { amountOf: ({ storage_bytes }) => storage_bytes, isStock: true })}
              isStock
            />
          </div>
          {buckets.length > 0 ? (
            <details>
              <summary>{w.table}</summary>
              <DataTable
                caption={w.lead}
                rows={buckets.toReversed()}
                rowKey={({ date }) => date}
                columns={[
                  { key: 'day', name: w.day, cell: ({ date }) => day(date), isRowName: true },
                  { key: 'requests', name: w.requests, cell: ({ requests }) => number(requests), isNumber: true },
                  { key: 'ops', name: w.ops, cell: ({ ops }) => number(ops), isNumber: true },
                  { key: 'credits', name: w.credits, cell: ({ credits }) => number(credits), isNumber: true },
                  {
                    key: 'storage',
                    name: w.storage,
                    cell: ({ storage_bytes }) => (storage_bytes === null ? '' : size(storage_bytes)),
                    isNumber: true,
                  },
                ]}
              />
            </details>
          ) : null}
        </>
      )}
    </Asked>
  )
}

/** A stock is what there is, and is not summed. */
function Chart({ name, days, isStock = false }: { name: string; days: readonly Day[]; isStock?: boolean }) {
  const w = useWords(usageWords)
  const { number, size, day } = useFormats()
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const most = days.reduce((best, each) => (each.value > best.value ? each : best), { date: '', value: 0 })
  return (
    <figure className="usage-chart">
      <figcaption>
        <h3>{name}</h3>
        <p className="usage-figure">{isStock ? w.newest(size(days.at(-1)?.value ?? 0)) : w.total(number(total))}</p>
      </figcaption>
      <DayBars label={w.chart(name, days.length)} days={days} />
      <p className="soft">
        {total === 0 ? w.nothing : w.most(isStock ? size(most.value) : number(most.value), day(most.date))}
      </p>
    </figure>
  )
}

function PerToken({ days }: { days: number }) {
  const w = useWords(usageWords)
  const { number } = useFormats()
  const usage = useQuery({
    queryKey: ['account', 'usage', 'tokens', days],
    queryFn: () => client.api.readUsage({ days }),
  })
  return (
    <Asked query={usage}>
      {({ tokens }) => (
        <>
          <h2>{w.perToken}</h2>
          {tokens.length === 0 ? (
            <p className="soft">{w.perTokenNone}</p>
          ) : (
            <DataTable
              caption={w.perToken}
              rows={tokens.map((token) => ({
                ...token,
                days: everyDay(token.buckets, days, { amountOf: ({ requests }) => requests }),
              }))}
              rowKey={({ token_id }) => token_id}
              columns={[
                { key: 'token', name: w.token, cell: ({ name, token_id }) => name ?? token_id, isRowName: true },
                {
                  key: 'requests',
                  name: w.requests,
                  cell: (token) => number(token.days.reduce((sum, { value }) => sum + value, 0)),
                  isNumber: true,
                },
                {
                  key: 'days',
                  name: w.days(days),
                  cell: (token) => <DayBars label={w.chart(w.requests, days)} days={token.days} />,
                },
              ]}
            />
          )}
        </>
      )}
    </Asked>
  )
}
