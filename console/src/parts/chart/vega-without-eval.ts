/**
 * Vega makes functions of texts, which the console's Content-Security-Policy forbids. Asked with `ast: true` it hands out
 * the syntax tree of each expression too; here a tree becomes closures.
 */
type Tree =
  | { type: 'Literal'; value: unknown }
  | { type: 'Identifier'; name: string }
  | { type: 'MemberExpression'; object: Tree; property: Tree; computed: boolean }
  | { type: 'CallExpression'; callee: { name: string }; arguments: Tree[] }
  | { type: 'ArrayExpression'; elements: Tree[] }
  | { type: 'BinaryExpression' | 'LogicalExpression'; operator: string; left: Tree; right: Tree }
  | { type: 'UnaryExpression'; operator: string; argument: Tree }
  | { type: 'ConditionalExpression'; test: Tree; consequent: Tree; alternate: Tree }
  | { type: 'ObjectExpression'; properties: { key: Tree; value: Tree }[] }

type Bag = Record<string, unknown>
type Scope = { params: Bag; datum?: unknown; event?: unknown; item?: unknown }
type Made = (scope: Scope) => unknown
type Callable = (...args: unknown[]) => unknown
type Context = { functions: Bag }
type Expression = { ast: Tree }

const BINARY: Readonly<Record<string, (left: never, right: never) => unknown>> = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '===': (a: unknown, b: unknown) => a === b,
  '!==': (a: unknown, b: unknown) => a !== b,
  // biome-ignore lint/suspicious/noDoubleEquals: the expression says so.
  '==': (a: unknown, b: unknown) => a == b,
  // biome-ignore lint/suspicious/noDoubleEquals: the expression says so.
  '!=': (a: unknown, b: unknown) => a != b,
}

const UNARY: Readonly<Record<string, (value: never) => unknown>> = {
  '-': (value: number) => -value,
  '+': (value: number) => +value,
  '!': (value: unknown) => !value,
}

const dateOf = (value: unknown) => new Date(Number(value))

/** What an expression may call beside the functions of Vega. */
const OWN: Readonly<Record<string, Callable>> = {
  isNaN: Number.isNaN,
  isFinite: Number.isFinite,
  length: (list) => (Array.isArray(list) || typeof list === 'string' ? list.length : 0),
  datetime: (value) => (value === undefined ? new Date() : dateOf(value)),
  time: (value) => dateOf(value).getTime(),
  year: (value) => dateOf(value).getFullYear(),
  month: (value) => dateOf(value).getMonth(),
  date: (value) => dateOf(value).getDate(),
  hours: (value) => dateOf(value).getHours(),
  clamp: (value, least, most) => Math.max(Number(least), Math.min(Number(most), Number(value))),
}

function make(tree: Tree, functions: Bag): Made {
  const inner = (part: Tree) => make(part, functions)
  switch (tree.type) {
    case 'Literal':
      return () => tree.value
    case 'Identifier':
      return identifier(tree.name)
    case 'MemberExpression':
      return member(inner(tree.object), nameIn(tree.property, tree.computed, inner))
    case 'CallExpression':
      return invocation(tree.callee.name, tree.arguments.map(inner), functions)
    case 'ArrayExpression': {
      const elements = tree.elements.map(inner)
      return (scope) => elements.map((element) => element(scope))
    }
    case 'LogicalExpression': {
      const [left, right] = [inner(tree.left), inner(tree.right)]
      return tree.operator === '&&' ? (scope) => left(scope) && right(scope) : (scope) => left(scope) || right(scope)
    }
    case 'BinaryExpression': {
      const [left, right, apply] = [inner(tree.left), inner(tree.right), known(BINARY, tree.operator)]
      return (scope) => apply(left(scope), right(scope))
    }
    case 'UnaryExpression': {
      const [argument, apply] = [inner(tree.argument), known(UNARY, tree.operator)]
      return (scope) => apply(argument(scope))
    }
    case 'ConditionalExpression': {
      const [test, yes, no] = [inner(tree.test), inner(tree.consequent), inner(tree.alternate)]
      return (scope) => (test(scope) ? yes(scope) : no(scope))
    }
    case 'ObjectExpression': {
      const members = tree.properties.map(({ key, value }) => [nameIn(key, false, inner), inner(value)] as const)
      return (scope) => Object.fromEntries(members.map(([key, value]) => [key(scope), value(scope)]))
    }
  }
}

function known(operators: Readonly<Record<string, unknown>>, operator: string): Callable {
  const found = operators[operator]
  if (typeof found !== 'function') throw new Error(`an expression has the operator ${operator}`)
  return found as Callable // Safe: it was just looked at.
}

/** The name of a member: what stands behind the point, or what is in the brackets. */
function nameIn(tree: Tree, isComputed: boolean, inner: (part: Tree) => Made): Made {
  return !isComputed && tree.type === 'Identifier' ? () => tree.name : inner(tree)
}

function identifier(name: string): Made {
  if (name === 'datum' || name === 'event' || name === 'item') return (scope) => scope[name]
  return (scope) => scope.params[`$${name}`]
}

const member =
  (object: Made, name: Made): Made =>
  (scope) => {
    const [of, key] = [object(scope), name(scope)]
    // Safe: of whatever has members one is asked for by its name.
    return of === null || of === undefined ? undefined : (of as Bag)[String(key)]
  }

/** Scales are among the parameters, under a percent sign. */
function invocation(name: string, args: readonly Made[], functions: Bag): Made {
  const values = (scope: Scope) => args.map((arg) => arg(scope))
  const scaleIn = ({ params }: Scope, scale: unknown) => params[`%${scale}`] as Callable & { range: () => unknown } // Safe: so Vega keeps them.
  if (name === 'if') return (scope) => (args[0]?.(scope) ? args[1]?.(scope) : args[2]?.(scope))
  if (name === '_scale')
    return (scope) => {
      const [scale, ...rest] = values(scope)
      return scaleIn(scope, scale)(...rest)
    }
  if (name === '_range') return (scope) => scaleIn(scope, args[0]?.(scope)).range()
  if (name === '_bandwidth') return (scope) => functionNamed(functions, '__bandwidth')(scaleIn(scope, args[0]?.(scope)))
  const call = functionNamed(functions, name)
  return (scope) => call(...values(scope))
}

function functionNamed(functions: Bag, name: string): Callable {
  const found = functions[name] ?? OWN[name] ?? Reflect.get(Math, name)
  if (typeof found !== 'function') throw new Error(`an expression calls ${name}`)
  return (...args) => found.apply(functions, args)
}

type Item = Bag & {
  datum?: unknown
  x: number
  y: number
  x2: number
  y2: number
  width?: number
  height?: number
  xc: number
  yc: number
}

const SWAPPED = new Set(['group', 'image', 'rect'])

/** Two edges make a width; one edge or a middle follows from the other. */
function place(item: Item, channels: Bag, marktype: string) {
  if (marktype === 'rule') return
  const isSwapped = SWAPPED.has(marktype)
  if (channels.x2 && channels.x) {
    if (isSwapped && item.x > item.x2) [item.x, item.x2] = [item.x2, item.x]
    item.width = item.x2 - item.x
  } else if (channels.x2) item.x = item.x2 - (item.width ?? 0)
  if (channels.xc) item.x = item.xc - (item.width ?? 0) / 2
  if (channels.y2 && channels.y) {
    if (isSwapped && item.y > item.y2) [item.y, item.y2] = [item.y2, item.y]
    item.height = item.y2 - item.y
  } else if (channels.y2) item.y = item.y2 - (item.height ?? 0)
  if (channels.yc) item.y = item.yc - (item.height ?? 0) / 2
}

/** What a view takes as `expr`. */
export const vegaWithoutEval = {
  operator: ({ functions }: Context, { ast }: Expression) => {
    const made = make(ast, functions)
    return (params: Bag) => made({ params })
  },
  parameter: ({ functions }: Context, { ast }: Expression) => {
    const made = make(ast, functions)
    return (datum: unknown, params: Bag) => made({ params, datum })
  },
  event: ({ functions }: Context, { ast }: Expression) => {
    const made = make(ast, functions)
    return (event: unknown) => made({ params: {}, event })
  },
  handler: ({ functions }: Context, { ast }: Expression) => {
    const made = make(ast, functions)
    return (params: Bag, event: { item?: { datum?: unknown } }) => made({ params, event, datum: event.item?.datum })
  },
  encode: (
    { functions }: Context,
    { marktype, channels }: { marktype: string; channels: Record<string, Expression> },
  ) => {
    const made = Object.entries(channels).map(([name, { ast }]) => [name, make(ast, functions)] as const)
    return (item: Item, params: Bag) => {
      let isChanged = false
      for (const [name, value] of made) {
        const now = value({ params, item, datum: item.datum })
        if (item[name] !== now) isChanged = true
        item[name] = now
      }
      place(item, channels, marktype)
      return isChanged
    }
  },
}
