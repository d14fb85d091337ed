import { utils, type WorkSheet, write } from '@e965/xlsx'
import { columnLetters } from '../../spreadsheet/src/xlsx/cell-reference.ts'

/**
 * The functions people use most, each with the arguments it is tried with. A letter stands for a generated argument:
 * n number, p number above zero, c count 1 to 60, i 0 to 3, k 1 to 9, x between 0 and 1, r range of numbers, s the same range
 * of other numbers, w of texts, g of sorted numbers, m range of mixed cells, f one of these, t text, v number written as text,
 * d day, h moment, b condition, q criterion.
 */
const FUNCTIONS = `
SUM(data!$A:$A) COUNTIF(data!$B:$B,q) SUMIF(data!$B:$B,q,data!$A:$A) VLOOKUP(t,data!$C:$D,2,FALSE) MATCH(p,data!$B:$B,0) INDEX(data!$D:$D,MATCH(p,data!$B:$B,0)) AVERAGE(data!$A:$A)
COUNTA(data!$F:$F) MAX(data!$A:$B) HLOOKUP(p,data!$2:$5,3,FALSE)
ABS(n) ACOS(x) ADDRESS(k,c,i+1) AGGREGATE(9,6,r) AND(b,b) ASIN(x) ATAN(n) ATAN2(p,n) AVEDEV(r) AVERAGE(r) AVERAGEA(m) AVERAGEIF(r,q)
AVERAGEIFS(r,s,q) CEILING(p,k) CHAR(c+40) CHOOSE(i+1,n,t,p,n) CLEAN(t) CODE(t) COLUMN(f) COLUMNS(r) COMBIN(k+9,k) CONCAT(w) CONCATENATE(t,"-",c)
CORREL(r,s) COS(n) COUNT(m) COUNTA(m) COUNTBLANK(m) COUNTIF(r,q) COUNTIFS(r,q,s,q) DATE(2020+i,c,c) DATEDIF(d,46000+c*9,"m") DATEDIF(d,46000+c*9,"y") DATEDIF(d,46000+c*9,"d") DATEVALUE("2024-0"&k&"-1"&k)
DAY(d) DAYS(d,d) DAYS360(d,d) DB(p*1000,k,9,i+1) DDB(p*1000,k,9,i+1) DEGREES(n) DEVSQ(r) EDATE(d,c) EOMONTH(d,i) ERROR.TYPE(1/0) EVEN(n) EXACT(t,t) EXP(x)
FACT(k) FALSE() FIND(LEFT(t,1),t) FIXED(n,i) FLOOR(p,k) FORECAST(n,r,s) FV(x/10,c,-p) GCD(c,c) GEOMEAN(g) HARMEAN(g) HLOOKUP(p,data!$G$2:$H$12,k,TRUE) HLOOKUP(4.5,data!$F$4:$H$12,k,FALSE) HOUR(h)
IF(b,n,t) IFERROR(n/i,t) IFNA(MATCH(n,r,0),t) IFS(b,n,TRUE,t) INDEX(r,k) INDIRECT("data!B"&c) INT(n) INTERCEPT(r,s) IPMT(x/10,k,12,p*100) IRR({-100,30,40,50}*k)
ISBLANK(f) ISERR(n/i) ISERROR(n/i) ISEVEN(c) ISLOGICAL(f) ISNA(MATCH(n,r,0)) ISNUMBER(f) ISODD(c) ISOWEEKNUM(d) ISTEXT(f) LARGE(r,k) LCM(c,k) LEFT(t,i) LEN(t)
LN(p) LOG(p,k+1) LOG10(p) LOOKUP(n,g) LOWER(t) MATCH(n,g,1) MAX(r) MAXA(m) MAXIFS(r,s,q) MEDIAN(r) MID(t,i+1,k) MIN(r) MINA(m) MINIFS(r,s,q) MINUTE(h) MOD(n,k)
MODE(s) MONTH(d) MROUND(p,k) N(f) NA() NETWORKDAYS(d,d) NORMSDIST(n) NORM.S.DIST(n,b) NOT(b) NPER(x/10,-p*10,p*9) NPV(x,r) NUMBERVALUE(v,".",",") ODD(n) OFFSET(data!B2,k,i)
OR(b,b) PERCENTILE(r,x) PI() PMT(x/10,c,p*100) POWER(p,i) PPMT(x/10,k,12,p*100) PRODUCT(g) PROPER(t) PV(x/10,c,-p) QUARTILE(r,i) QUOTIENT(n,k) RADIANS(n)
RANK(INDEX(r,k),r) RANK.EQ(INDEX(r,k),r,1) RATE(c+9,-p*10,p*99) REPLACE(t,i+1,k,"#") REPT(t,i) RIGHT(t,i) ROMAN(c) ROUND(n,i) ROUNDDOWN(n,i) ROUNDUP(n,i) ROW(f) ROWS(r)
SEARCH(LEFT(t,1),t) SECOND(h) SIGN(n) SIN(n) SLN(p*100,p,k) SLOPE(r,s) SMALL(r,k) SQRT(p) STDEV(r) STDEVP(r) STDEV.P(r) STDEV.S(r) SUBSTITUTE(t,"a","o") SUBTOTAL(k,r)
SUM(r) SUMIF(r,q) SUMIF(w,LEFT(t,1)&"*",r) SUMIFS(r,s,q,w,"*a*") SUMPRODUCT(r,s) SUMPRODUCT((r>n)*s) SUMSQ(r) SWITCH(i,1,n,2,t,p) SYD(p*100,p,9,k) T(f) TAN(n) TEXT(n,"#,##0.00")
TEXT(d,"yyyy-mm-dd") TEXT(x,"0.0%") TEXTJOIN(",",TRUE,w) TIME(k,c,c) TIMEVALUE(k&":3"&i) TRIM(REPT(CHAR(32),i)&t&CHAR(32)) TRIMMEAN(r,x) TRUE() TRUNC(n,i) TYPE(f) UNICHAR(c+60) UNICODE(t)
UPPER(t) VALUE(v) VAR(r) VARP(r) VAR.P(r) VAR.S(r) VLOOKUP(n,data!$G$2:$H$61,2,TRUE) VLOOKUP(t,data!$C$2:$D$61,2,FALSE) WEEKDAY(d,2) WEEKDAY(d) WEEKNUM(d) WORKDAY(d,c) XOR(b,b) YEAR(d) YEARFRAC(d,d,i)
`

const ROWS = 60
/** Functions younger than the format bear a prefix in files. */
const YOUNG =
  /\b(AGGREGATE|CONCAT|DAYS|IFNA|IFS|ISOWEEKNUM|MAXIFS|MINIFS|NORM\.S\.DIST|NUMBERVALUE|RANK\.EQ|STDEV\.[PS]|SWITCH|TEXTJOIN|UNICHAR|UNICODE|VAR\.[PS]|XOR)\(/g
const WORDS = ['apple', 'Banana', 'cherry a', 'Date', 'elder', 'fig', 'Grape', 'りんご', '東京', 'a-b c']

/** Of so many patterns is one workbook: a function that is not computed leaves empty what may read any cell of its file. */
const PATTERNS_A_BOOK = 12

/** Workbooks without any values of formulas: a sheet of data, and a column of formulas for each pattern. */
export function generateFormulas(count: number): { books: Buffer[]; functions: number } {
  const random = createRandom(7)
  const patterns = FUNCTIONS.trim().split(/\s+/)
  const perPattern = Math.ceil(count / patterns.length)
  const books: Buffer[] = []
  for (let n = 0; n < patterns.length; n += PATTERNS_A_BOOK)
    books.push(workbookOf(patterns.slice(n, n + PATTERNS_A_BOOK), perPattern, random))
  return { books, functions: new Set(patterns.map((pattern) => pattern.split('(')[0])).size }
}

function workbookOf(patterns: readonly string[], rows: number, random: Random): Buffer {
  const sheet: WorkSheet = { '!ref': `A1:${columnLetters(patterns.length - 1)}${rows}` }
  for (const [column, pattern] of patterns.entries())
    for (let row = 1; row <= rows; row++)
      sheet[`${columnLetters(column)}${row}`] = { t: 'n', f: prefixed(fillIn(pattern, random)) }
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(dataRows(random)), 'data')
  utils.book_append_sheet(book, sheet, 'formulas')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

const prefixed = (formula: string) => formula.replace(YOUNG, '_xlfn.$&')

type Random = (below: number) => number

/** The same numbers each time (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** A: numbers, B: counts, C: texts, D: days, E: conditions, F: mixed, G and H: sorted, I: numbers as texts, J: moments. */
function dataRows(random: Random): unknown[][] {
  const rows: unknown[][] = [
    ['number', 'count', 'text', 'day', 'condition', 'mixed', 'sorted', 'found', 'written', 'moment'],
  ]
  for (let n = 0; n < ROWS; n++) {
    // Nothing but what LibreOffice and Excel take for the same: for LibreOffice a condition in a cell is a number.
    const mixed = [random(100) / 4, WORDS[random(WORDS.length)], null, 0]
    rows.push([
      (random(20_000) - 10_000) / 100,
      random(100) + 1,
      `${WORDS[random(WORDS.length)]}${n % 7}`,
      43_831 + random(2_000),
      random(2) === 1,
      mixed[random(mixed.length)],
      (n + 1) * 1.5,
      random(500),
      String(random(9_999) / 8),
      45_000 + random(86_400) / 86_400,
    ])
  }
  return rows
}

/** Nothing but single letters outside of texts is replaced. */
function fillIn(pattern: string, random: Random): string {
  const top = random(30) + 2
  // Every third range ends with empty cells.
  const rows = random(3) === 0 ? 70 : 30
  const ranges: Readonly<Record<string, string>> = {
    r: `data!$A$${top}:$A$${top + rows - 1}`,
    s: `data!$B$${top}:$B$${top + rows - 1}`,
    w: `data!$C$${top}:$C$${top + rows - 1}`,
    m: `data!$F$${top}:$F$${top + 19}`,
    g: `data!$G$${top}:$G$${top + rows - 1}`,
  }
  return pattern.replace(/"[^"]*"|\b[npcikxrsmtwvdhbqfg]\b/g, (word) =>
    word.startsWith('"') ? word : (ranges[word] ?? argument(word, random)),
  )
}

function argument(letter: string, random: Random): string {
  const row = random(ROWS) + 2
  const columns: Readonly<Record<string, string>> = { n: 'A', p: 'B', t: 'C', d: 'D', f: 'F', v: 'I', h: 'J' }
  if (columns[letter]) return `data!${columns[letter]}${row}`
  switch (letter) {
    case 'c':
      return String(random(60) + 1)
    case 'i':
      return String(random(4))
    case 'k':
      return String(random(9) + 1)
    case 'x':
      return String((random(90) + 5) / 100)
    case 'b':
      return random(2) === 0 ? `data!E${row}` : `data!A${row}>${random(50)}`
    default:
      return [`">${random(60)}"`, `"<=${random(60)}"`, `data!B${row}`, `"<>${random(60)}"`][random(4)] ?? '""'
  }
}
