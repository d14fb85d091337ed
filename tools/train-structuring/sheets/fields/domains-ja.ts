import { type Domain, dimension, measure } from './domain.ts'

const BRANCHES = '札幌 仙台 東京 横浜 名古屋 大阪 広島 福岡'
const NAMES = '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 松本 井上 木村 清水 林 斎藤 山口 森'

export const JAPANESE_DOMAINS: readonly Domain[] = [
  {
    title: '売上実績',
    thing: dimension(
      '商品名',
      'ボールペン 付箋 クリアファイル 電卓 シュレッダー ラベルプリンタ 卓上ライト 回転椅子 スキャナ ホワイトボード 封筒 名刺入れ 電池 養生テープ',
    ),
    dimensions: [
      dimension('支店', BRANCHES),
      dimension('商品区分', '文具 家具 家電 消耗品'),
      dimension('販路', '店頭 通販 法人 代理店'),
    ],
    measures: [
      measure('売上高 120 9800 千円'),
      measure('数量 3 900 個'),
      measure('粗利 40 3200 千円'),
      measure('返品数 1 60 個'),
      measure('客数 20 800 人'),
    ],
    remarks: ['新規', '特価', '要確認', '季節商品'],
  },
  {
    title: '経費明細',
    thing: dimension(
      '費目',
      '旅費交通費 通信費 消耗品費 会議費 交際費 水道光熱費 地代家賃 保険料 修繕費 広告宣伝費 支払手数料 租税公課 福利厚生費 研修費',
    ),
    dimensions: [
      dimension('部門', '総務部 営業部 開発部 製造部 品質管理部 経理部'),
      dimension('支払方法', '振込 現金 カード 口座振替'),
    ],
    measures: [measure('金額 800 480000 円'), measure('税額 80 48000 円'), measure('件数 1 45 件')],
    remarks: ['精算済', '領収書なし', '立替', '未払'],
  },
  {
    title: '従業員名簿',
    thing: dimension('氏名', NAMES),
    dimensions: [
      dimension('所属', '総務課 営業一課 営業二課 開発課 製造課'),
      dimension('役職', '部長 課長 主任 一般 嘱託'),
      dimension('雇用区分', '正社員 契約 パート'),
    ],
    measures: [
      measure('基本給 180000 520000 円'),
      measure('時間外手当 3000 98000 円'),
      measure('通勤手当 2000 32000 円'),
      measure('年齢 20 64 歳'),
      measure('勤続年数 1 38 年'),
    ],
    remarks: ['産休', '出向中', '時短', '異動予定'],
  },
  {
    title: '在庫一覧',
    thing: dimension(
      '品名',
      'ボルトM6 ナットM6 ワッシャ スプリング 軸受 Oリング パッキン ホース継手 潤滑油 研磨紙 フィルタ ベルト 温度センサ 圧力スイッチ',
    ),
    dimensions: [
      dimension('倉庫', '第一倉庫 第二倉庫 外部倉庫'),
      dimension('棚番', 'A-01 A-02 B-01 B-02 C-01 C-03'),
      dimension('仕入先', '青葉産業 みどり商会 東洋部品 北星精機'),
    ],
    measures: [
      measure('在庫数 2 4200 個'),
      measure('単価 8 6400 円'),
      measure('入庫数 5 900 個'),
      measure('出庫数 5 900 個'),
      measure('発注点 10 300 個'),
    ],
    remarks: ['廃番', '納期注意', '代替あり'],
  },
  {
    title: '成績表',
    thing: dimension('生徒氏名', NAMES),
    dimensions: [dimension('組', '1組 2組 3組'), dimension('部活', '野球 吹奏楽 美術 陸上 なし')],
    measures: [
      measure('国語 31 100 点'),
      measure('数学 22 100 点'),
      measure('英語 25 100 点'),
      measure('理科 28 100 点'),
      measure('社会 30 100 点'),
    ],
    remarks: ['欠席', '再試', '追試'],
  },
  {
    title: '人口統計',
    thing: dimension('市町村', '青葉市 若葉市 港町 川辺町 山手村 泉市 桜井市 三島町 白浜町 北山村 中央市 西浜町'),
    dimensions: [dimension('地域', '北部 中部 南部 島しょ'), dimension('年齢階級', '0〜14歳 15〜64歳 65歳以上')],
    measures: [
      measure('総人口 900 240000 人'),
      measure('世帯数 400 98000 世帯'),
      measure('面積 8 640 km2 2'),
      measure('出生数 4 1900 人'),
      measure('転入 20 8000 人'),
    ],
    remarks: ['推計', '速報', '境界変更'],
  },
  {
    title: '生産日報',
    thing: dimension('製品', 'ポンプA型 ポンプB型 モータ小 モータ大 ギア箱 制御盤 配電盤 ケーブル 端子台 継電器'),
    dimensions: [
      dimension('ライン', '1号 2号 3号 4号'),
      dimension('班', '甲班 乙班 丙班'),
      dimension('工程', '切断 溶接 塗装 組立 検査'),
    ],
    measures: [
      measure('生産数 20 1800 台'),
      measure('不良数 1 40 台'),
      measure('稼働時間 2 23 h 1'),
      measure('電力量 90 5200 kWh'),
    ],
    remarks: ['段取替', '停電', '手直し'],
  },
  {
    title: '患者数調べ',
    thing: dimension('診療科', '内科 外科 小児科 整形外科 眼科 耳鼻咽喉科 皮膚科 泌尿器科 産婦人科 精神科'),
    dimensions: [dimension('区分', '入院 外来'), dimension('病棟', '東3 東4 西3 西4')],
    measures: [
      measure('延患者数 30 4200 人'),
      measure('新患数 3 380 人'),
      measure('診療単価 4100 62000 円'),
      measure('平均在院日数 3 24 日 1'),
    ],
    remarks: ['休診', '代診', '増設'],
  },
  {
    title: '工事台帳',
    thing: dimension(
      '工事名',
      '本館改修 外構整備 空調更新 屋上防水 受電設備更新 駐車場舗装 耐震補強 照明LED化 給水管取替 倉庫新築 看板設置',
    ),
    dimensions: [
      dimension('発注者', '青葉市 港湾局 若葉学園 みどり病院'),
      dimension('工種', '建築 電気 管 土木'),
      dimension('担当者', NAMES),
    ],
    measures: [
      measure('契約金額 300 98000 千円'),
      measure('実行予算 250 90000 千円'),
      measure('出来高 100 80000 千円'),
      measure('工期日数 10 320 日'),
    ],
    remarks: ['増額予定', '検査済', '繰越'],
  },
  {
    title: '蔵書管理',
    thing: dimension(
      '書名',
      '統計入門 会計の基礎 設計の心得 町の歴史 野菜づくり 星の図鑑 海辺の鳥 古い時計 山の道具 数の話',
    ),
    dimensions: [
      dimension('分類', '総記 歴史 自然科学 技術 文学'),
      dimension('配架', '開架 閉架 児童'),
      dimension('出版社', '若葉書房 港出版 青空社'),
    ],
    measures: [measure('冊数 1 12 冊'), measure('貸出回数 1 240 回'), measure('価格 600 5800 円')],
    remarks: ['貸出中', '修理中', '寄贈'],
  },
]

/** Names that hold the words of a total and are none. */
export const JAPANESE_DECOYS = [
  '温度計',
  '会計課',
  '統計係',
  '設計部',
  '腕時計',
  '計量カップ',
  '家計簿',
  '体重計',
  '計画課',
  '総合受付',
]
