const MILLION = 1_000_000
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const nested = (levels: number): unknown => JSON.parse(deep(levels))

/** What is sent, and the one text it is stored as. */
export const ACCEPTED: Record<string, [sent: unknown, stored: string][]> = {
  VARCHAR: [
    ['', ''],
    [' as sent \n', ' as sent \n'],
    ['\ufeffé😀', '\ufeffé😀'],
    ['😀'.repeat(MILLION), '😀'.repeat(MILLION)],
  ],
  INTEGER: [
    [42, '42'],
    [-0, '0'],
    [1e3, '1000'],
    ['-7', '-7'],
    ['-0', '0'],
    [2147483647, '2147483647'],
    ['-2147483648', '-2147483648'],
  ],
  BIGINT: [
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
  ],
  DOUBLE: [
    [1.5, '1.5'],
    [-0, '-0'],
    ['-0', '-0'],
    ['-0.00e5', '-0'],
    ['1.50', '1.5'],
    ['1E22', '1e+22'],
    [1e-7, '1e-7'],
    ['0.1000000000000000055511151231257827', '0.1'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['1e-400', '0'],
    ['-1e-400', '-0'],
    [`1${'0'.repeat(300)}`, '1e+300'],
  ],
  'DECIMAL(10,2)': [
    [12, '12.00'],
    [12.5, '12.50'],
    [-0.25, '-0.25'],
    [1e-2, '0.01'],
    [-0, '0.00'],
    ['-0.00', '0.00'],
    ['99999999.99', '99999999.99'],
    [`1.25${'0'.repeat(1000)}`, '1.25'],
  ],
  'DECIMAL(38,10)': [
    [0.1, '0.1000000000'],
    [123456789012345, '123456789012345.0000000000'],
    [12345.6789012345, '12345.6789012345'],
    ['1234567890123456789012345678.0123456789', '1234567890123456789012345678.0123456789'],
  ],
  'DECIMAL(4,4)': [['0.1234', '0.1234']],
  'DECIMAL(18,0)': [['-1.000', '-1']],
  BOOLEAN: [
    [true, 'true'],
    ['false', 'false'],
    ['TRUE', 'true'],
  ],
  DATE: [
    ['2024-01-05', '2024-01-05'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
  ],
  TIME: [
    ['00:00:00', '00:00:00'],
    ['23:59:59.999999', '23:59:59.999999'],
    ['10:20:30.500', '10:20:30.5'],
    ['10:20:30.000000', '10:20:30'],
  ],
  TIMESTAMP: [
    ['2024-01-05 10:20:30', '2024-01-05 10:20:30'],
    ['2024-01-05T10:20:00.120', '2024-01-05 10:20:00.12'],
  ],
  TIMESTAMPTZ: [
    ['2024-01-05T10:20:30Z', '2024-01-05 10:20:30+00'],
    ['2024-01-05 10:20:30.50+00', '2024-01-05 10:20:30.5+00'],
    ['2024-01-01T08:00:00+09:00', '2023-12-31 23:00:00+00'],
    ['2024-02-28T20:00:00-04:30', '2024-02-29 00:30:00+00'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31 23:59:59.999999+00'],
    ['0001-01-01T09:00:00+09:00', '0001-01-01 00:00:00+00'],
    ['0001-01-01T00:00:00-23:59', '0001-01-01 23:59:00+00'],
  ],
  UUID: [['0190A3B4-1111-2222-3333-AABBCCDDEEFF', '0190a3b4-1111-2222-3333-aabbccddeeff']],
  JSON: [
    [{ b: [1, 'x y', null], a: true }, '{"b":[1,"x y",null],"a":true}'],
    [false, 'false'],
    [-0, '0'],
    [' { "a" : [ 1.0 , -0, 12345678901234567890, 1E5 ] }\n', '{"a":[1.0,-0,12345678901234567890,1E5]}'],
    ['"a \\" , \\u00e9 \\/ }"', '"a \\" , \\u00e9 \\/ }"'],
    ['"\\ud83d\\ude00"', '"\\ud83d\\ude00"'],
    ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['null', 'null'],
    [deep(100), deep(100)],
    [nested(100), deep(100)],
  ],
}

/** What is sent, and a word of the answer that says what to do. */
export const REFUSED: Record<string, [sent: unknown, message: string][]> = {
  VARCHAR: [
    ['a\0b', 'U+0000'],
    ['a\ud83d', 'surrogate'],
    ['\ude00\ud83d', 'surrogate'],
    ['a'.repeat(MILLION + 1), 'shorten'],
    ['😀'.repeat(MILLION + 1), 'shorten'],
    [5, 'as a string'],
    [true, 'as a string'],
    [{}, 'as a string'],
  ],
  INTEGER: [
    ...['1.0', '1e3', '0x1F', '1_000', ' 1', '1 ', '', '+1', '007', '--1', '١', '1\n'].map(digitsOnly),
    [1.5, 'without decimals'],
    [2147483648, 'BIGINT'],
    ['-2147483649', 'BIGINT'],
    ['9'.repeat(MILLION), 'BIGINT'],
    [2 ** 53, 'as a string'],
    [Number.POSITIVE_INFINITY, 'without decimals'],
    [true, 'whole number'],
    [[1], 'whole number'],
  ],
  BIGINT: [
    ['9223372036854775808', 'DECIMAL(38,0)'],
    ['-9223372036854775809', 'DECIMAL(38,0)'],
    [9007199254740992, 'as a string'],
    ['1.0', 'digits only'],
  ],
  DOUBLE: [
    ...['NaN', 'Infinity', '-inf', '', ' 1', '.5', '5.', '+1', '01', '1,5', '1_000', '0x10', '1e'].map(asJsonDoes),
    ['1e309', 'smaller'],
    [`-1${'0'.repeat(309)}`, 'smaller'],
    [Number.POSITIVE_INFINITY, 'smaller'],
    [Number.NaN, 'smaller'],
    [false, 'send a number'],
  ],
  'DECIMAL(10,2)': [
    ['1.005', 'round it'],
    [1.005, 'round it'],
    ['0.001', 'round it'],
    ['123456789', 'digits before the point'],
    [1e9, 'digits before the point'],
    [0.1 + 0.2, 'as a string'],
    [1234567890123456, 'as a string'],
    [1e17, 'as a string'],
    ...['1e3', '', '.5', '5.', '+1', '01.00', 'NaN', '1,50', ' 1'].map((text): [string, string] => [
      text,
      'digits and a point',
    ]),
    [false, 'send a string'],
  ],
  'DECIMAL(4,4)': [['1.0000', '0 digits before the point']],
  BOOLEAN: ['t', 'yes', '1', '', ' true', 1, 0, 'falſe'].map((sent) => [sent, 'true or false']),
  DATE: [
    ...['2024-1-5', '2024/01/05', '20240105', 'infinity', 'epoch', '2024-01-05 00:00:00', '2024-01-05BC', ''],
    ...[
      '0000-01-01',
      '10000-01-01',
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
    ],
  ].map((text) => [text, 'YYYY-MM-DD']),
  TIME: ['24:00:00', '23:59:60', '10:20', '1:20:30', '10:20:30.', '10:20:30.1234567', '10:20:30Z', ''].map((text) => [
    text,
    'HH:MM:SS',
  ]),
  TIMESTAMP: [
    ['2024-01-05T10:20:30Z', 'TIMESTAMPTZ'],
    ['2024-01-05 10:20:30+09:00', 'TIMESTAMPTZ'],
    ...['2024-01-05', '2024-01-05 24:00:00', '2023-02-29 10:00:00', '2024-01-05  10:00:00', '2024-01-05t10:00:00'].map(
      (text): [string, string] => [text, 'YYYY-MM-DD HH:MM:SS'],
    ),
    ['2024-01-05 10:20:30.1234567', 'up to 6 decimals'],
    [1704449000, 'as a string'],
  ],
  TIMESTAMPTZ: [
    ['2024-01-05 10:20:30', 'add Z'],
    ['0001-01-01T08:59:59+09:00', 'years 0001 to 9999'],
    ['9999-12-31T23:59:59.5-00:01', 'years 0001 to 9999'],
    ...['2024-01-05T10:20:60Z', '2024-01-05T10:20:30+24:00', '2024-01-05T10:20:30+0900', '2024-01-05T10:20:30 UTC'].map(
      (text): [string, string] => [text, 'offset such as +09:00'],
    ),
  ],
  UUID: [
    ...[
      '{0190a3b4-1111-2222-3333-aabbccddeeff}',
      '0190a3b4111122223333aabbccddeeff',
      '0190a3b4-1111-2222-3333-aabbccddeefg',
    ],
    '',
  ].map((text) => [text, 'dashes']),
  JSON: [
    ['abc', 'with quotes inside'],
    ['{"a":1,"a":2}', 'twice'],
    ['[{"b":{"c":1,"\\u0063":2}}]', 'twice'],
    [deep(101), '100 levels'],
    [nested(101), '100 levels'],
    [nested(50_000), '100 levels'],
    ...[
      '',
      'abc',
      '[1,]',
      '{"a":1,}',
      '{a:1}',
      '[1 2]',
      '01',
      '1.',
      '.5',
      '+1',
      'NaN',
      '"a',
      '"a\nb"',
      '1 2',
      '[',
      '\ufeff1',
    ].map((text): [string, string] => [text, 'cannot be a JSON value']),
    ['"\\u0000"', 'U+0000'],
    ['"\\ud83d"', 'half a pair'],
    ['"\ud83d"', 'surrogate'],
    [`"${'a'.repeat(MILLION)}"`, 'shorten'],
    [{ id: 2 ** 53 }, 'string of JSON text'],
    [Number.POSITIVE_INFINITY, 'string of JSON text'],
  ],
}

function digitsOnly(text: string): [string, string] {
  return [text, 'digits only']
}

function asJsonDoes(text: string): [string, string] {
  return [text, 'as JSON does']
}
