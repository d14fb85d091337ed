/** Which pages there are, in which order and under which address. */
export type Page = {
  /** Below the repository. */
  file: string
  /** Below the site. */
  at: string
}

/** A guide is there in Japanese, too. */
export type Chapter = { label: string; ja: string; pages: readonly Page[]; isGuide?: true; isFolded?: true }

/** Where the same page in Japanese is, below the repository. */
export const japaneseOf = ({ at }: Page) => `docs/ja/${at}.md`

const page = (file: string, at = file.replace(/^docs\//, '').replace(/\.md$/, '')): Page => ({ file, at })

export const chapters = (
  recipes: readonly string[],
  operations: readonly string[],
  problems: readonly string[],
): Chapter[] => [
  {
    label: 'Start',
    ja: 'はじめに',
    isGuide: true,
    pages: [page('docs/quickstart.md'), page('docs/console.md'), page('docs/structuring.md')],
  },
  { label: 'Recipes', ja: 'レシピ', isGuide: true, pages: recipes.map((file) => page(file)) },
  {
    label: 'Work with tables',
    ja: '表を使う',
    isGuide: true,
    pages: [
      'queries',
      'questions',
      'rules',
      'proposals',
      'notifications',
      'python',
      'governance',
      'review',
      'webhooks',
      'bundles',
      'connect',
      'postgresql',
      'odata',
      'iceberg',
      'companies',
      'audit-log',
      'billing',
    ].map((name) => page(`docs/${name}.md`)),
  },
  {
    label: 'Tools',
    ja: 'ツール',
    isGuide: true,
    pages: ['cli', 'sdk', 'sdk-python', 'mcp', 'agents', 'local'].map((name) => page(`docs/${name}.md`)),
  },
  {
    label: 'Run it',
    ja: '運用',
    isGuide: true,
    pages: [
      page('docs/self-hosting.md'),
      page('docs/logins.md'),
      page('docs/scale.md'),
      ...operations.map((file) => page(file)),
      page('SECURITY.md', 'security'),
    ],
  },
  {
    label: 'Understand it',
    ja: 'しくみ',
    pages: [
      page('ARCHITECTURE.md', 'architecture'),
      page('docs/contributing/how-it-works.md'),
      page('docs/contributing/roadmap.md'),
      page('docs/contributing/first-issues.md'),
      page('docs/contributing/share-a-file.md'),
      page('GLOSSARY.md', 'glossary'),
      page('docs/dependencies.md'),
      page('proof/RESULTS.md', 'figures'),
      page('CHANGELOG.md', 'changes'),
      page('docs/releases/0.2.0.md'),
      page('docs/releases/0.1.0.md'),
    ],
  },
  { label: 'Problems', ja: 'エラー', pages: problems.map((file) => page(file)), isFolded: true },
]
