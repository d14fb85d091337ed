import { Type } from 'typebox'
import { CONDITION_OPS } from '../../core/tables/conditions/conditions.schema.ts'
import { MEASURES, PERIODS } from '../../engine/reading/summary-sql.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { CHART_KINDS } from '../looks/questions/question.ts'

/** What saved views, questions and dashboards of a bundle must look like: later readers trust their documents. */

const Closed = { additionalProperties: false }
const Words = (words: readonly string[]) => Type.Union(words.map((word) => Type.Literal(word)))
const Count = (most: number) => Type.Integer({ minimum: 0, maximum: most })
const Origin = Type.Integer({ minimum: 1 })
const Text = Nullable(Type.String({ maxLength: 10_000 }))

const Condition = Type.Object(
  {
    origin: Origin,
    op: Words(CONDITION_OPS),
    value: Type.Optional(Text),
    to: Type.Optional(Text),
    values: Type.Optional(Type.Array(Text, { maxItems: 1_000 })),
  },
  Closed,
)
const Filter = Type.Array(Condition, { maxItems: 100 })

export const ViewShape = Type.Object(
  {
    filter: Filter,
    orderBy: Type.Array(Type.Object({ origin: Origin, isDescending: Type.Boolean() }, Closed), { maxItems: 20 }),
    columns: Type.Array(
      Type.Object(
        {
          origin: Origin,
          widthPx: Type.Optional(Count(4_000)),
          isHidden: Type.Optional(Type.Literal(true)),
          format: Type.Optional(Type.String({ maxLength: 200 })),
        },
        Closed,
      ),
      { maxItems: 2_000 },
    ),
    frozen: Count(2_000),
  },
  Closed,
)

const Group = Type.Object({ origin: Origin, by: Nullable(Words(PERIODS)) }, Closed)

const Summary = Type.Object(
  {
    filter: Filter,
    groups: Type.Array(Group, { maxItems: 4 }),
    pivot: Nullable(Group),
    measures: Type.Array(Type.Object({ function: Words(MEASURES), origin: Nullable(Origin) }, Closed), {
      minItems: 1,
      maxItems: 10,
    }),
    top: Nullable(Type.Object({ count: Type.Integer({ minimum: 1, maximum: 1_000 }), measure: Count(9) }, Closed)),
    order: Words(['groups', 'ascending', 'descending']),
  },
  Closed,
)

export const QuestionShape = Type.Union([
  Type.Object({ kind: Type.Literal('sql'), sql: Type.String({ minLength: 1, maxLength: 100_000 }) }, Closed),
  Type.Object({ kind: Type.Literal('summary'), summary: Summary }, Closed),
])

const Place = Count(1_000)

export const ChartShape = Nullable(
  Type.Object(
    {
      kind: Words(CHART_KINDS),
      x: Nullable(Place),
      y: Type.Array(Place, { maxItems: 20 }),
      series: Nullable(Place),
    },
    Closed,
  ),
)

const Spot = {
  tileId: Type.String({ minLength: 1, maxLength: 40 }),
  x: Count(11),
  y: Count(1_000),
  width: Type.Integer({ minimum: 1, maximum: 12 }),
  height: Type.Integer({ minimum: 1, maximum: 40 }),
}
const Title = Nullable(Type.String({ maxLength: 200 }))

export const DashboardShape = Type.Object(
  {
    tiles: Type.Array(
      Type.Union([
        Type.Object({ ...Spot, kind: Type.Literal('question'), questionId: Type.String(), title: Title }, Closed),
        Type.Object({ ...Spot, kind: Type.Literal('view'), viewId: Type.String(), title: Title }, Closed),
        Type.Object({ ...Spot, kind: Type.Literal('text'), text: Type.String({ maxLength: 10_000 }) }, Closed),
      ]),
      { maxItems: 60 },
    ),
  },
  Closed,
)
