type Timed = { name: string; minutes: number }

/** Names for each shard, so that none takes more than `most` minutes but one that is longer by itself. */
export function shardsOf(all: readonly Timed[], most: number): string[] {
  if (!(most > 0)) throw new Error('a shard has a limit of minutes')
  const shards: { names: string[]; minutes: number }[] = []
  for (const { name, minutes } of all.toSorted((one, other) => other.minutes - one.minutes)) {
    const shard = shards.find((each) => each.minutes + minutes <= most)
    if (shard) {
      shard.names.push(name)
      shard.minutes += minutes
    } else shards.push({ names: [name], minutes })
  }
  return shards.map(({ names }) => names.join(' '))
}
