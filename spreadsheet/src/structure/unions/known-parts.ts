/** Regions and places that a table is split by: sheets that are all called so are parts of one thing. In small letters. */
export const KNOWN_PARTS: ReadonlySet<string> = new Set(
  [
    'north south east west central northeast northwest southeast southwest northern southern eastern western midwest',
    'emea apac latam amer americas europe asia africa oceania international domestic',
    'tokyo osaka nagoya kyoto kobe yokohama sapporo sendai fukuoka hiroshima london paris berlin madrid rome milan munich hamburg vienna zurich',
    'amsterdam brussels dublin lisbon prague warsaw budapest athens oslo stockholm helsinki copenhagen lyon marseille barcelona valencia turin naples',
    'frankfurt cologne stuttgart geneva basel leeds york hull manchester liverpool birmingham bristol glasgow edinburgh cardiff chicago boston dallas',
    'austin seattle denver miami atlanta houston phoenix portland detroit toronto montreal vancouver sydney melbourne auckland singapore shanghai',
    'beijing seoul taipei bangkok jakarta manila hanoi mumbai delhi dubai cairo nairobi lagos johannesburg',
    'japan china korea taiwan thailand vietnam indonesia india usa uk canada mexico brazil argentina chile peru germany france italy spain portugal',
    'netherlands belgium switzerland austria sweden norway denmark finland poland ireland australia',
    'alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky',
    'louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania',
    'tennessee texas utah vermont virginia washington wisconsin wyoming',
    '東京 大阪 名古屋 京都 神戸 横浜 札幌 仙台 福岡 広島 埼玉 千葉 川崎 静岡 新潟 岡山 熊本 金沢 高松 松山 那覇 大宮 新宿 渋谷 品川 池袋 梅田 難波 博多 天神',
    '盛岡 郡山 水戸 宇都宮 前橋 高崎 さいたま 船橋 八王子 相模原 甲府 松本 浜松 豊橋 岡崎 四日市 津 大津 堺 姫路 松江 下関 北九州 久留米 旭川 函館 銀座 上野 秋葉原',
    '北海道 青森 岩手 宮城 秋田 山形 福島 茨城 栃木 群馬 神奈川 富山 石川 福井 山梨 長野 岐阜 愛知 三重 滋賀 兵庫 奈良 和歌山 鳥取 島根 山口 徳島 香川 愛媛 高知 佐賀 長崎 大分 宮崎 鹿児島 沖縄',
    '東日本 西日本 東北 関東 中部 東海 北陸 近畿 関西 中国 四国 九州 首都圏 国内 海外 東 西 南 北 中央 日本 米国 韓国 台湾 ドイツ フランス 英国',
  ].flatMap((line) => line.split(' ')),
)
