import { expect, test } from 'vitest'
import { readReply } from './python-reply.ts'

test('a run that has made its table says so', () => {
  expect(readReply('{"made": true}')).toEqual({ made: true })
})

test('a failure is taken as far as it has the shape of one, and no longer than 4,000 characters', () => {
  const failure = { message: 'x'.repeat(10_000), line: 3, traceback: 'here', suggestion: 'mend it' }

  expect(readReply(JSON.stringify({ failed: failure }))).toEqual({ failed: { ...failure, message: 'x'.repeat(4_000) } })
  expect(readReply('{"failed": {"message": 1, "line": -1, "traceback": [], "suggestion": {}}}')).toEqual({
    failed: { message: 'The code failed.', line: null, traceback: null, suggestion: null },
  })
})

test.each(['', 'null', '[]', '7', '{"made": 1}', '{"failed": "x"}', '{', '{"__proto__": {"made": true}}'])(
  'what code says in the name of its process is not believed: %s',
  (line) => {
    expect(readReply(line)).toBeUndefined()
  },
)
