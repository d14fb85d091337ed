import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

/** Takes places for these owners and gives each back at once; returns the order in which they were let in. */
async function orderOf(slots: Slots, owners: readonly string[]): Promise<string[]> {
  const order: string[] = []
  const held = await slots.take(1_000, 'first')
  const all = owners.map(async (owner) => {
    const leave = await slots.take(1_000, owner)
    order.push(owner)
    leave?.()
  })
  held?.()
  await Promise.all(all)
  return order
}

test('an owner who sends many at once does not keep another waiting for all of them', async () => {
  const many = Array.from({ length: 50 }, () => 'many')

  const order = await orderOf(new Slots({ places: 1 }), [...many, 'one', 'two', 'one'])

  expect(order.slice(0, 6)).toEqual(['many', 'one', 'two', 'many', 'one', 'many'])
  expect(order).toHaveLength(53)
})

test('of one owner all are let in as they came', async () => {
  const slots = new Slots({ places: 1 })
  const order: number[] = []
  const held = await slots.take(1_000, 'a')
  const all = [1, 2, 3].map(async (n) => {
    const leave = await slots.take(1_000, 'a')
    order.push(n)
    leave?.()
  })

  held?.()
  await Promise.all(all)

  expect(order).toEqual([1, 2, 3])
})

test('what waited too long is gone from the queue, and its place is not lost', async () => {
  const slots = new Slots({ places: 1 })
  const held = await slots.take(10)

  expect(await Promise.all([slots.take(10, 'a'), slots.take(20, 'a'), slots.take(10, 'b')])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  held?.()
  expect(await slots.take(10, 'c')).toBeTypeOf('function')
  expect(await slots.take(10, 'd')).toBeUndefined()
})

test('an owner that is alone holds all places; beside another it holds its share, and the other enters at once', async () => {
  const slots = new Slots({ places: 4, mostPerOwner: 2 })
  const held = await Promise.all(Array.from({ length: 4 }, () => slots.take(10, 'many')))
  const late = slots.take(1_000, 'one')
  held[0]?.()
  const first = await late
  first?.()
  held[1]?.()

  expect(held.every((leave) => leave)).toBe(true)
  expect(first).toBeTypeOf('function')
  expect(await slots.take(10, 'many')).toBeUndefined()
  expect(await slots.take(10, 'one')).toBeTypeOf('function')
})

test('a place goes to the owner who holds the fewest, even when another has waited longer', async () => {
  const slots = new Slots({ places: 3 })
  const held = [await slots.take(10, 'many'), await slots.take(10, 'many'), await slots.take(10, 'many')]
  const order: string[] = []
  const waiting = ['many', 'many', 'one', 'two'].map(async (owner) => {
    if (await slots.take(200, owner)) order.push(owner)
  })

  for (const leave of held) leave?.()
  await Promise.all(waiting)

  expect(order).toEqual(['one', 'two', 'many'])
})
