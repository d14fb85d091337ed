const listOf = (...lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(' ')))

/** Common surnames of Japan, of two characters and more: one character begins too many words. */
const JAPANESE = listOf(
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 清水 山崎 阿部 池田 橋本 山下 石川',
  '中島 前田 藤田 後藤 小川 岡田 村上 長谷川 近藤 石井 斉木 坂本 遠藤 藤井 青木 福田 三浦 西村 藤原 太田 松田 原田 岡本 中野 中川 小野',
  '田村 竹内 金子 中山 和田 石田 工藤 上田 森田 小島 柴田 酒井 宮崎 横山 宮本 内田 高木 谷口 安藤 丸山 今井 大野 高田 藤本 武田 村田',
  '上野 杉山 増田 平野 大塚 千葉 久保 松井 小山 岩崎 桜井 木下 野口 松尾 野村 菊地 菊池 佐野 大西 杉本 新井 市川 古川 浜田 水野 小松',
  '島田 小池 山内 西田 西川 北村 安田 五十嵐 川口 平田 関口 中田 久保田 東 服部 川崎 岩田 土屋 福島 本田 矢野 江口 荒井 飯田 吉川 河野',
)

/** Common given names and surnames of Europe and America. */
const WESTERN = listOf(
  'james john robert michael william david richard joseph thomas charles daniel matthew anthony mark donald steven paul andrew joshua kevin brian',
  'george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel frank raymond',
  'gregory alexander patrick jack dennis jerry tyler aaron adam nathan henry peter kyle noah ethan jeremy walter keith roger terry sean oliver max leo',
  'mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle carol',
  'amanda melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela anna ruth brenda pamela nicole katherine samantha christine emma',
  'catherine virginia rachel janet maria heather diane julie joyce victoria kelly christina joan evelyn olivia judith megan alice sophia grace ann anne',
  'ana juan jose carlos luis miguel pedro marta elena lucia sofia pablo diego jorge marie pierre jean claire luc anna hans klaus petra ursula priya tomas yuki akira hiro wei chen raj amit fatima omar ivan olga',
  'bob bill tom tim jim joe dan dave mike steve chris alex sam ben kate jane lucy tina eva dora paula frieda otto fritz karl ida nina mia zoe',
  'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson taylor moore jackson martin lee',
  'perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king wright torres nguyen hill flores green adams nelson baker',
  'hall rivera campbell mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins reyes stewart morris morales murphy cook',
  'rogers gutierrez ortiz morgan cooper peterson bailey reed kelly howard ramos kim cox ward richardson watson brooks wood bennett gray hughes price',
  'myers long foster ross schmidt schneider fischer weber meyer wagner becker schulz hoffmann koch bauer richter klein wolf schroeder neumann schwarz',
  'martin bernard dubois durand leroy moreau simon laurent michel rossi russo ferrari bianchi romano silva santos ruiz fernandez muller novak jansen',
)

/** Whether sheets are called by people: most names are known, and the others look the same. */
export function arePeople(names: readonly string[]): boolean {
  return (
    isMost(names, isJapanese, /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々 ]{2,6}$/u) ||
    isMost(names, isWestern, /^(?:\p{L}\.? ){0,2}\p{L}{2,15}(?: \p{L}{1,15}\.?){0,2}$/u)
  )
}

function isMost(names: readonly string[], isKnown: (name: string) => boolean, looks: RegExp): boolean {
  return names.every((name) => looks.test(name)) && names.filter(isKnown).length * 2 > names.length
}

const isJapanese = (name: string) => [2, 3].some((length) => JAPANESE.has([...name].slice(0, length).join('')))

const isWestern = (name: string) => name.split(/[ .]+/).some((word) => WESTERN.has(word))
